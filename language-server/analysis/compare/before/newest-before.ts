import { hasStart, isOfStarts, isSameCommand, isSameFolder, isSameTest } from "./program.ts";
import { isEarlier, type RunFacts } from "./run-facts.ts";
import { standingOf } from "./standing.ts";
import { unlikeLoads } from "./unlike-loads.ts";

/** Whether `base` did all that it was started for, and what `next` did: what changed between them is the code. `runs`: their history. */
export function isFitBefore(base: RunFacts, next: RunFacts, runs: readonly RunFacts[] = []): boolean {
  return isSameProgram(base, next) && unlikeLoads(base.load, next.load).length === 0 && standingOf(base, runs).kind === "good";
}

/** Same folder and same command, with any Node and whichever secrets were kept; for tests the same test, however it was started. */
export function isSameProgram(a: RunFacts, b: RunFacts): boolean {
  if (a.test !== undefined || b.test !== undefined) return isSameTest(a, b);
  return isOfStarts(a) === isOfStarts(b) && hasStart(a) === hasStart(b) && isSameFolder(a, b) && isSameCommand(a, b);
}

/** Which run another one is compared with by itself: its baseline if that fits, else the newest earlier run that does. `runs` newest first. */
export function newestBefore<Facts extends RunFacts>(run: RunFacts, runs: readonly Facts[]): Facts | undefined {
  if (!mayBeAfter(run, runs)) return undefined;
  const fits = (other: Facts): boolean => other.id !== run.id && isFitBefore(other, run, runs);
  return runs.find((other) => other.baseline === true && fits(other)) ?? runs.find((other) => isEarlier(other, run) && fits(other));
}

/** A load that was cancelled was the same load until then; other runs that are not whole are compared only by choice. */
function mayBeAfter(run: RunFacts, runs: readonly RunFacts[]): boolean {
  const { kind } = standingOf(run, runs);
  return kind === "good" || kind === "cancelled";
}
