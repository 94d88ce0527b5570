import { isSameProgram, newestBefore } from "../analysis/compare/before/newest-before.ts";
import type { RunFacts } from "../analysis/compare/before/run-facts.ts";
import { listRuns, readRun, type StoredRun, updateRun } from "./run-store.ts";

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
