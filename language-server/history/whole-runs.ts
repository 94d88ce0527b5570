import { isWorthless, type Standing, standingOf } from "../analysis/compare/before/standing.ts";
import type { StoredRun } from "./run-store.ts";

/** Those in which something was measured, in their order. */
export function worthShowing(runs: readonly StoredRun[]): readonly StoredRun[] {
  const facts = runs.map(({ run }) => run);
  return runs.filter(({ run }) => !isWorthless(standingOf(run, facts)));
}

const unwanted: ReadonlySet<Standing["kind"]> = new Set(["failedStart", "beforeLoad", "noSamples", "cancelled", "crashed", "failing"]);

/** Whether a report should show another run in place of one, if there is one: it failed, or was cancelled. */
export function isUnwanted({ kind }: Standing): boolean {
  return unwanted.has(kind);
}
