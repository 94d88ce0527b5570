import { isSameCommand } from "../analysis/masking/same-command.ts";
import { listRuns, readRun, type StoredRun, updateRun } from "./run-store.ts";
import type { Run } from "./run.ts";

/** What identifies a run and its app. */
export type RunIdentity = Pick<Run, "id" | "app" | "startedAt" | "test">;

/**
 * Same folder and same command, with any Node and whichever secrets were kept; for tests the same test, however it was started. A run that does not say what ran, such as
 * an imported one, belongs to no app.
 */
function isSameApp(a: RunIdentity, b: RunIdentity): boolean {
  if (a.test !== undefined || b.test !== undefined) {
    return a.test?.file === b.test?.file && a.test?.name === b.test?.name && a.test?.runner === b.test?.runner;
  }
  const [command, other] = [a.app.argv.slice(1), b.app.argv.slice(1)];
  return command.length > 0 && a.app.cwd === b.app.cwd && isSameCommand(command, other);
}

/** The run that `run` is compared with by default: the baseline of its app, else the app's previous run. `runs` newest first. */
export function baselineOf(run: RunIdentity, runs: readonly StoredRun[]): StoredRun | undefined {
  const others = runs.filter((other) => other.run.id !== run.id && isSameApp(other.run, run));
  return others.find((other) => other.run.baseline === true) ?? others.find((other) => isBefore(other.run, run));
}

/** Marks a run as the only baseline of its app. */
export async function markBaseline(runsFolder: string, folder: string): Promise<void> {
  const marked = await readRun(folder);
  for (const { folder: other, run } of await listRuns(runsFolder)) {
    if (run.baseline === true && run.id !== marked.id && isSameApp(run, marked)) await updateRun(other, { baseline: false });
  }
  await updateRun(folder, { baseline: true });
}

function isBefore(a: RunIdentity, b: RunIdentity): boolean {
  return a.startedAt < b.startedAt || (a.startedAt === b.startedAt && a.id < b.id);
}
