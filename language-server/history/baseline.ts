import { isSameProgram, newestBefore, isWorthless, type Standing, standingOf } from "../analysis/compare/before/standing.ts";
import type { RunFacts } from "../analysis/compare/before/program.ts";
import { listRuns, readRun, type StoredRun, updateRun } from "./run-store.ts";

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

/** The run that `run` is compared with by itself: see `newestBefore`. `runs` newest first. */
export function baselineOf(run: RunFacts, runs: readonly StoredRun[]): StoredRun | undefined {
  const found = newestBefore(
    run,
    runs.map((stored) => stored.run),
  );
  return found && runs.find((stored) => stored.run === found);
}

/** Marks a run as the only baseline of its app. */
export async function markBaseline(runsFolder: string, folder: string): Promise<void> {
  const marked = await readRun(folder);
  for (const { folder: other, run } of await listRuns(runsFolder)) {
    if (run.baseline === true && run.id !== marked.id && isSameProgram(run, marked)) await updateRun(other, { baseline: false });
  }
  await updateRun(folder, { baseline: true });
}
