import type { RunSummary } from "../../protocol/run-summary.ts";
import { closeRun, openLastRun, openProfile, openRun, runExpected, select } from "../../protocol/shown-run.ts";
import { newest, respond } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";

/** Opens and closes the shown run, and selects parts of it. */
export function shownRunFeature(workspace: Workspace): Disposable {
  const texts = (): Workspace["texts"] => workspace.texts;
  const { connection } = workspace;
  // A client starts the server in order to show a run.
  const started = workspace.onStarted(() => workspace.expectRun());
  const expecting = connection.onNotification(runExpected.method, () => workspace.expectRun());
  return combinedDisposable([
    { [Symbol.dispose]: () => started.dispose() },
    { [Symbol.dispose]: () => expecting.dispose() },
    respond(connection, texts, openRun, async ({ folder, live, kept }, signal) =>
      summaryOf(await workspace.open(folder, kept, live === true, signal), workspace, signal),
    ),
    respond(connection, texts, openProfile, async ({ file, kept, ...chosen }, signal) =>
      summaryOf(await workspace.openProfile(file, chosen, kept, signal), workspace, signal),
    ),
    respond(connection, texts, openLastRun, async ({ kept }, signal): Promise<RunSummary | null> => {
      const run = await workspace.openLast(kept, signal);
      return run === null ? null : summaryOf(run, workspace, signal);
    }),
    respond(
      connection,
      texts,
      select,
      newest(async ({ selection }, signal) => summaryOf(await workspace.select(selection, signal), workspace, signal)),
    ),
    respond(connection, texts, closeRun, async () => {
      workspace.close();
      return null;
    }),
  ]);
}
