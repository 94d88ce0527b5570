import * as v from "valibot";
import { adviceWords } from "../../reports/advice-words.ts";
import { phrasesIn } from "../../lsp/words/group-text.ts";
import { gainSchema, gainsOf } from "../answer/gains.ts";
import { shareIn, shareSchema, shareText, piece, plain } from "../answer/figures.ts";
import { headOf, headSchema } from "../answer/head.ts";
import { placeSchema, shownLines } from "../answer/lines.ts";
import { cursor, page, pageFacts, type Row } from "../answer/page.ts";
import type { OpenedRun } from "../runs/opened-runs.ts";
import type { Session } from "../session.ts";
import { reads, run, type ToolDefinition } from "./tool.ts";

const input = v.strictObject({ run, cursor });
const row = v.object({
  rule: v.string(),
  why: v.string(),
  remedy: v.string(),
  /** Missing where it is about a start: its gain was measured. */
  share: v.optional(shareSchema),
  ...gainSchema,
  documentation: v.string(),
  ...v.partial(v.object(placeSchema)).entries,
});

export const adviceTool: ToolDefinition<typeof input, Session> = {
  name: "heatline_advice",
  title: "Advice",
  description:
    "Known faults that the measurements of a run show (blocking calls, hot regular expressions, garbage collection, deoptimised code, imports that were measured to be worth loading later, and others), with the evidence, the line and a remedy. Nothing is guessed from the source alone.",
  input,
  output: v.object({ ...headSchema, rows: v.array(row), ...pageFacts }),
  hints: reads,
  run: async ({ run: wanted, cursor: from }, call, session) => {
    const opened = await session.open(wanted, call);
    const head = headOf(opened);
    const { advice } = opened.view;
    const placed = advice.flatMap(({ place }) => place ?? []);
    const lines = await shownLines(opened, placed);
    const rows = advice.map((each): Row => {
      const { explanation, remedy } = wordsOf(opened, each);
      const line = each.place === undefined ? undefined : lines[placed.indexOf(each.place)];
      const share = shareIn(opened.view, each.ticks);
      return {
        text: `${line === undefined ? "The whole run" : `${shareText(share)} ${line.text}`}: ${explanation} ${remedy}`,
        data: { rule: each.rule, why: explanation, remedy, share, documentation: each.documentation, ...line?.data },
      };
    });
    return page([...(await startRows(opened)), ...rows], from, {
      question: ["advice", opened.handle],
      head: [head.line, "Advice, costliest first:"],
      facts: head.facts,
      empty: "No rule found a fault. heatline_hot_lines says where the time went.",
      next: "Change the code, heatline_profile the same again, then heatline_compare says what it bought.",
    });
  },
};

const documentation = {
  import: "https://nodejs.org/api/esm.html#import-expressions",
  cache: "https://nodejs.org/api/module.html#module-compile-cache",
};

/** Other ways to start that were measured to be worth a change. */
async function startRows(opened: OpenedRun): Promise<readonly Row[]> {
  const { gains } = (await gainsOf(opened)) ?? { gains: [] };
  return gains
    .filter(({ saving }) => saving.measured?.verdict === "saves")
    .map(({ saving, way, result, data }): Row => {
      const of = saving.at === undefined ? "cache" : "import";
      const rule = of === "cache" ? "compile-cache" : "load-on-first-use";
      return {
        text: `The start, measured: ${way}: ${result}.`,
        data: { rule, why: result, remedy: `${way}.`, documentation: documentation[of], ...data },
      };
    });
}

/** A few words by line of the run: `path:line`. */
export function adviceHints(opened: OpenedRun): ReadonlyMap<string, string> {
  return new Map(
    opened.view.advice.flatMap((each) =>
      each.place === undefined ? [] : [[`${each.place.path}:${each.place.line}`, wordsOf(opened, each).hint] as const],
    ),
  );
}

function wordsOf(opened: OpenedRun, advice: OpenedRun["view"]["advice"][number]): ReturnType<typeof adviceWords> {
  return adviceWords(
    advice,
    phrasesIn("en"),
    ({ path, line }) => `${plain(opened.roots.label(path), 120)}:${line}`,
    (text) => piece(text, 300),
  );
}
