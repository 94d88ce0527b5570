import type { RunSummary } from "../../protocol/run-summary.ts";
import { closeRun, openLastRun, openProfile, openRun, runExpected, showThreads } from "../../protocol/shown-run.ts";
import { everything } from "../../analysis/selection/selection.ts";
import { respond } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";

/** Opens and closes the shown run, and chooses its threads. */
export function shownRunFeature(workspace: Workspace): Disposable {
  const texts = (): Workspace["texts"] => workspace.texts;
  const { connection } = workspace;
  // A client starts the server in order to show a run.
  const started = workspace.onStarted(() => workspace.expectRun());
  const expecting = connection.onNotification(runExpected.method, () => workspace.expectRun());
  return combinedDisposable([
    { [Symbol.dispose]: () => started.dispose() },
    { [Symbol.dispose]: () => expecting.dispose() },
    respond(connection, texts, openRun, async ({ folder, live }, signal) =>
      summaryOf(await workspace.open(folder, live === true, signal), workspace, signal),
    ),
    respond(connection, texts, openProfile, async ({ file, ...chosen }, signal) =>
      summaryOf(await workspace.openProfile(file, chosen, signal), workspace, signal),
    ),
    respond(connection, texts, openLastRun, async (_none, signal): Promise<RunSummary | null> => {
      const run = await workspace.openLast(signal);
      return run === null ? null : summaryOf(run, workspace, signal);
    }),
    respond(connection, texts, showThreads, async ({ threads }, signal) =>
      summaryOf(await workspace.select({ ...everything, threads }, signal), workspace, signal),
    ),
    respond(connection, texts, closeRun, async () => {
      workspace.close();
      return null;
    }),
  ]);
}
