import type { RunSummary } from "../../protocol/run-summary.ts";
import { closeRun, openLastRun, openProfile, openRun, runExpected, select } from "../../protocol/shown-run.ts";
import { newest, respond } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";

/** Opens and closes the shown run, and selects parts of it. */
export function shownRunFeature(workspace: Workspace): Disposable {
  return combinedDisposable([
    // A client starts the server in order to show a run.
    workspace.onStarted(() => workspace.expectRun()),
    workspace.connection.onNotification(runExpected.method, () => workspace.expectRun()),
    respond(workspace, openRun, async ({ folder, live, kept }, signal) =>
      summaryOf(await workspace.open(folder, kept, live === true, signal), workspace, signal),
    ),
    respond(workspace, openProfile, async ({ file, kept, ...chosen }, signal) =>
      summaryOf(await workspace.openProfile(file, chosen, kept, signal), workspace, signal),
    ),
    respond(workspace, openLastRun, async (params, signal): Promise<RunSummary | null> => {
      const run = await workspace.openLast(params, signal);
      return run === null ? null : summaryOf(run, workspace, signal);
    }),
    respond(
      workspace,
      select,
      newest(async ({ selection }, signal) => summaryOf(await workspace.select(selection, signal), workspace, signal)),
    ),
    respond(workspace, closeRun, async () => {
      workspace.close();
      return null;
    }),
  ]);
}
