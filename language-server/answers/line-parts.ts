import type { LineCost } from "../analysis/costs/costs.ts";
import { noiseTicks } from "../analysis/costs/sampling-error.ts";
import type { TierTicks } from "../analysis/costs/tier-ticks.ts";
import type { SourceProfile } from "../analysis/sources/source-profile.ts";
import type { Line } from "../analysis/units.ts";
import { partsOf } from "./parts.ts";
import type { FunctionAroundView, LineView } from "./run-answers.ts";
import type { FileLines } from "./file-lines.ts";

const mostExpressions = 6;

/** V8's compilers, most optimising first. */
const shownTiers = ["turbofan", "maglev", "baseline", "interpreted"] as const;

/** By the compiler of the code that ran, largest first; empty if the recorder does not know, or for too few samples to tell. */
export function tierParts(ticks: TierTicks | undefined): FunctionAroundView["tiers"] {
  const all = ticks === undefined ? 0 : shownTiers.reduce((sum, tier) => sum + ticks[tier], 0);
  return ticks === undefined || all < noiseTicks ? [] : partsOf(ticks, shownTiers, all);
}

/** Parts of a line with ticks of their own, by their text as it ran; empty unless there are several. */
export function expressionsOf({ line, columns }: LineCost, lines: FileLines): LineView["expressions"] {
  const known = columns.filter(({ column, endColumn, totalTicks }) => column >= 0 && endColumn > column && totalTicks > 0);
  const text = known.length < 2 ? "" : lines.text(line);
  if (text === "") return [];
  return known
    .map(({ column, endColumn, totalTicks }) => ({ text: text.slice(column, endColumn), ticks: totalTicks }))
    .toSorted((a, b) => b.ticks - a.ticks)
    .slice(0, mostExpressions);
}

/** Why code was deoptimised on a line, summed over a profile's threads. */
export function deoptsAt({ threads }: SourceProfile, source: number, line: Line): LineView["deopts"] {
  const counts = new Map<string, number>();
  for (const { deopts } of threads)
    for (const deopt of deopts)
      if (deopt.source === source && deopt.line === line) counts.set(deopt.reason, (counts.get(deopt.reason) ?? 0) + deopt.count);
  return [...counts].map(([reason, count]) => ({ reason, count })).toSorted((a, b) => b.count - a.count);
}
