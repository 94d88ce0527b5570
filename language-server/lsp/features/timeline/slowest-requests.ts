import type { SlowestAnswer } from "../../../answers/timeline/slowest-requests.ts";
import type { Location } from "../../../protocol/place.ts";
import { type SlowestRequests, slowestRequests, type SlowRequest } from "../../../protocol/timeline.ts";
import { slowestVerdict, slowRowDetail, slowRowNotes } from "../../../reports/slowest-words.ts";
import { newest, respond } from "../../respond.ts";
import { functionLabel } from "../../runs/function-reference.ts";
import { placeLabel } from "../../runs/place-label.ts";
import { reportWordsIn } from "../../words/report-words.ts";
import type { Workspace } from "../../workspace.ts";

type TailLine = SlowestAnswer["lines"][number];

/** Answers requests for the slowest requests of the shown run, and what stands out in them. */
export function slowestRequestsFeature(workspace: Workspace): Disposable {
  return respond(
    workspace,
    slowestRequests,
    newest(async (_none, signal): Promise<SlowestRequests> => {
      const run = workspace.requireShown();
      const found = run.live ? null : await run.request("slowest", {}, signal);
      if (found === null) return { rows: [], verdict: [], location: null, rate: null };
      return wordedTail(found, await run.locate(found.lines, signal), workspace);
    }),
  );
}

/** `places`: of the lines, in the current sources. */
function wordedTail(found: SlowestAnswer, places: readonly (Location | undefined)[], { locale, textOf }: Workspace): SlowestRequests {
  const words = reportWordsIn(locale);
  const placeOf = (line: TailLine): string => {
    const at = places[found.lines.indexOf(line)]?.range.start.line;
    return `${placeLabel(line, at)} ${functionLabel(line, textOf)}`;
  };
  // The rate comes last.
  const [verdict, all] = [{ ...found, rate: undefined }, found].map((each) => slowestVerdict(each, words, placeOf)) as [string[], string[]];
  return {
    rows: found.rows.map((row): SlowRequest => {
      const [how, ...notes] = slowRowNotes(row, words);
      const ran = row.line === undefined ? undefined : found.lines[row.line];
      return {
        request: row.request,
        from: row.from,
        to: row.to,
        text: `${words.duration((row.to - row.from) / 1000)} · ${how}`,
        notes,
        detail: slowRowDetail(row, found.lines, words, placeOf),
        guilty: ran === undefined ? null : { label: placeOf(ran), location: places[found.lines.indexOf(ran)] ?? null },
      };
    }),
    verdict,
    location: found.verdict.code === "named" ? (places[0] ?? null) : null,
    rate: found.rate === undefined ? null : { perSecond: found.rate, reason: all.slice(verdict.length).join(" ") },
  };
}
