import path from "node:path";
import type * as v from "valibot";
import { markBaseline } from "../../history/baseline.ts";
import { saveKeptRun } from "../../history/kept-run.ts";
import { checkRunFolder, emptyTrash, restoreRun as restoreFromTrash, trashRun } from "../../history/run-trash.ts";
import { passOwner } from "../../history/run-passes.ts";
import { pruneRuns as prune, updateRun } from "../../history/run-store.ts";
import type { Request } from "../../protocol/message.ts";
import { deleteRun, pinRun, pruneRuns, renameRun, restoreRun, saveRun, setBaseline } from "../../protocol/run-details.ts";
import { runs, runsChanged } from "../../protocol/run-list.ts";
import { inBackground, respond } from "../respond.ts";
import { runsFolderOf, surveyOfWindow, usualFolders } from "../runs/runs-folders.ts";
import { runListOf } from "../runs/run-list.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Lists and changes the stored runs. Never touches anything outside the runs folder, except what was kept because it could not be written there, and what agents
 * measured into the client's folders.
 */
export function historyFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;

  const folderOf = (run: string): string => runsFolderOf(run, workspace.runsFolder, workspace.folders);

  /** Handles a request that changes one run; notifies the client when it is done. */
  function change<Params extends v.GenericSchema<unknown, { readonly folder: string }>>(
    message: Request<Params, null>,
    apply: (folder: string, params: v.InferOutput<Params>) => Promise<unknown>,
  ): Disposable {
    return respond(workspace, message, async (params) => {
      await apply(checkRunFolder(folderOf(params.folder), params.folder), params);
      await reportChange();
      return null;
    });
  }

  async function reportChange(): Promise<void> {
    await connection.sendNotification(runsChanged.method, {});
  }

  return combinedDisposable([
    workspace.onStarted(() => {
      for (const folder of [workspace.runsFolder, ...usualFolders(workspace.folders)])
        void inBackground(connection, () => emptyTrash(folder));
    }),
    respond(workspace, runs, async () => runListOf(await surveyOfWindow(workspace.runsFolder, workspace.folders), workspace.locale)),
    change(renameRun, async (at, params) => {
      await updateRun(at, { name: params.name });
      if (isShown(workspace, at)) workspace.renameShown(params.name);
    }),
    change(pinRun, (at, { pinned }) => updateRun(at, { pinned })),
    change(setBaseline, (at, { baseline }) => (baseline ? markBaseline(folderOf(at), at) : updateRun(at, { baseline: false }))),
    change(deleteRun, async (at) => {
      await trashRun(folderOf(at), at);
      if (isShown(workspace, at)) workspace.close();
    }),
    change(restoreRun, (at) => restoreFromTrash(folderOf(at), at)),
    respond(workspace, saveRun, async ({ folder }) => {
      const saved = await saveKeptRun(folder, workspace.runsFolder);
      await reportChange();
      return saved;
    }),
    respond(workspace, pruneRuns, async ({ keep }) => {
      const deleted = await prune(workspace.runsFolder, keep, shownFolder(workspace));
      if (deleted.length > 0) await reportChange();
      return deleted.length;
    }),
  ]);
}

function isShown(workspace: Workspace, at: string): boolean {
  const shown = shownFolder(workspace);
  return shown !== undefined && path.resolve(shown) === at;
}

/** Of a pass, that of its run. */
function shownFolder({ shown }: Workspace): string | undefined {
  return shown && (passOwner(shown.view) ?? shown.view.folder);
}
