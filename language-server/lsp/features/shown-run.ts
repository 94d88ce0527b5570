import type { RunSummary } from "../../protocol/run-summary.ts";
import { closeRun, openLastRun, openProfile, openRun, runExpected, select } from "../../protocol/shown-run.ts";
import { newest, respond, inBackground } from "../respond.ts";
import { summaryOf } from "../runs/run-summary.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";
import * as v from "valibot";
import { settingsChanged } from "../../protocol/settings.ts";

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

/** Applies new settings from the client; annotations, lenses and the summary are updated. */
export function settingsFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const listener = connection.onNotification(settingsChanged.method, (settings: unknown) => {
    void inBackground(connection, () => workspace.changeSettings(v.parse(settingsChanged.params, settings)));
  });
  return { [Symbol.dispose]: () => listener.dispose() };
}
