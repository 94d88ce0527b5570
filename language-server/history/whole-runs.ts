import { isWorthless, type Standing, standingOf } from "../analysis/compare/before/standing.ts";
import type { StoredRun } from "./run-store.ts";

/** Those that show what was to be measured come first, each in their order. */
export function worthFirst(runs: readonly StoredRun[]): readonly StoredRun[] {
  const facts = runs.map(({ run }) => run);
  const isWorth = ({ run }: StoredRun): boolean => !isWorthless(standingOf(run, facts));
  return [...runs.filter(isWorth), ...runs.filter((stored) => !isWorth(stored))];
}

const unwanted: ReadonlySet<Standing["kind"]> = new Set(["failedStart", "beforeLoad", "noSamples", "cancelled", "crashed", "failing"]);

/** Whether a report should show another run in place of one, if there is one: it failed, or was cancelled. */
export function isUnwanted({ kind }: Standing): boolean {
  return unwanted.has(kind);
}
