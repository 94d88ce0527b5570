import type { Costs } from "../../../language-server/analysis/costs/costs.ts";
import { pathOfUrl } from "../../../language-server/analysis/sources/ownership.ts";
import type { OracleTick } from "./oracle.ts";

/** Ticks with a line anywhere on the stack, by `path line`, according to the naive decoder. */
export function naiveTotals(ticks: readonly OracleTick[]): Record<string, number> {
  const totals = new Map<string, number>();
  for (const { frames } of ticks) {
    for (const line of new Set(frames.flatMap(lineOf))) totals.set(line, (totals.get(line) ?? 0) + 1);
  }
  return Object.fromEntries(totals);
}

/** Our line totals minus what the repair of lost frames added, which may be all of a line's ticks. */
export function recordedTotals(costs: Costs): Record<string, number> {
  return Object.fromEntries(
    costs.lines.flatMap(({ source, line, totalTicks, repairedTicks }) =>
      totalTicks === repairedTicks ? [] : [[`${costs.sources[source]?.path} ${line}`, totalTicks - repairedTicks]],
    ),
  );
}

/** `path line` of a naive frame; undefined if it has no line. */
export function lineOf(frame: string): readonly string[] {
  if (frame.startsWith("? ")) return [];
  const line = frame.replace(/:\d+$/, "");
  // Code run by `eval` has no URL.
  return [line.startsWith(" ") ? `(eval)${line}` : pathOfUrl(line)];
}
