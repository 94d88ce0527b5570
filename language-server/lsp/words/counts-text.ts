import { callRate } from "../../analysis/counts/count-findings.ts";
import type { Counted, LineCount } from "../../answers/counts/shown-counts.ts";
import type { FileFunction, LineView } from "../../answers/run-answers.ts";
import { callRateText, callsText, countsBasisText, lineCountText, quadraticText } from "../../reports/counts-words.ts";
import { functionLabel } from "../runs/function-reference.ts";
import { textIn } from "../../texts/localised.ts";
import { type CostWords, countedCost } from "./cost-text.ts";
import type { Markup } from "./markup.ts";

export interface HoverCounts {
  readonly counted: LineCount | undefined;
  readonly cost: LineView | null;
  /** Functions that start on the line, and how often they were called. */
  readonly starting: readonly FileFunction[];
  readonly calls: readonly (Counted | null)[];
}

/** For a hover: `Line: ×1 per request` and `small: ×1,240 per request · 0.7 µs a call`, what to do about it, and what was counted. */
export function countsText(
  { counted, cost, starting, calls }: HoverCounts,
  words: CostWords,
  { show, strong, note, lineBreak }: Markup,
): readonly string[] {
  const [{ locale }, textOf] = [words, textIn(words.locale)];
  const known = calls.find((each) => each !== null) ?? counted;
  if (known === undefined) return [];
  const functions = starting.flatMap((each, row) => {
    const called = calls[row] ?? null;
    const of = countedCost(each, words);
    if (called === null) return [];
    const rate = called.isPerRequest ? callRate({ calls: called.count, perRequest: of.perRequest ?? 0, ownShare: of.ownShare }) : undefined;
    const text = `${show(functionLabel(each.key, textOf))}: ${show(callsText(called, of, { textOf, locale }))}`;
    return [strong(text), callRateText(rate, { textOf, locale })];
  });
  const ofLine = counted && [
    strong(
      show(
        cost === null || counted.most > counted.count
          ? lineCountText(counted, { textOf, locale })
          : callsText(counted, countedCost(cost, words), { textOf, locale }),
      ),
    ),
  ];
  const said = functions.length > 0 ? functions : (ofLine ?? []);
  const loop = counted?.quadratic === undefined ? "" : strong(show(quadraticText(counted.quadratic, { textOf, locale })));
  return [
    [...said.filter((text) => text !== ""), ...(loop === "" ? [] : [loop]), note(countsBasisText(known.requests, { textOf, locale }))].join(
      lineBreak,
    ),
  ];
}
