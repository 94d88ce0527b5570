import path from "node:path";
import * as v from "valibot";
import { markBaseline } from "../../history/baseline.ts";
import { checkRunFolder, emptyTrash, restoreRun as restoreFromTrash, trashRun } from "../../history/run-trash.ts";
import { pruneRuns as prune, surveyRuns, updateRun } from "../../history/run-store.ts";
import type { Message } from "../../protocol/protocol.ts";
import { deleteRun, pinRun, pruneRuns, renameRun, restoreRun, runs, runsChanged, setBaseline } from "../../protocol/runs.ts";
import { answer, inBackground } from "../respond.ts";
import { runListOf } from "../runs/run-list.ts";
import { together } from "../dispose-all.ts";
import type { Workspace } from "../workspace.ts";

const folder = v.pipe(v.string(), v.minLength(1));
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200));
const anything = v.pipe(
  v.unknown(),
  v.transform((): Record<string, never> => ({})),
);

/** The runs that are kept: the list of them, and all that changes it. Nothing outside the folder of runs is touched. */
export function historyFeature(workspace: Workspace): Disposable {
  const { connection } = workspace;
  const texts = (): Workspace["texts"] => workspace.texts;

  /** A change to one run, told to the client when it is done. */
  function change<Params extends { readonly folder: string }>(
    message: Message<Params, null>,
    schema: v.GenericSchema<unknown, Params>,
    apply: (folder: string, params: Params) => Promise<unknown>,
  ): Disposable {
    return answer(connection, texts, message, schema, async (params) => {
      await apply(checkRunFolder(workspace.runsFolder, params.folder), params);
      await tellChange();
      return null;
    });
  }

  async function tellChange(): Promise<void> {
    await connection.sendNotification(runsChanged.method, {});
  }

  const initialized = connection.onInitialized(() => void inBackground(connection, () => emptyTrash(workspace.runsFolder)));
  return together([
    { [Symbol.dispose]: () => initialized.dispose() },
    answer(connection, texts, runs, anything, async () => runListOf(await surveyRuns(workspace.runsFolder), workspace.locale)),
    change(renameRun, v.object({ folder, name }), async (at, params) => {
      await updateRun(at, { name: params.name });
      if (isShown(workspace, at)) workspace.renameShown(params.name);
    }),
    change(pinRun, v.object({ folder, pinned: v.boolean() }), (at, { pinned }) => updateRun(at, { pinned })),
    change(setBaseline, v.object({ folder, baseline: v.boolean() }), (at, { baseline }) =>
      baseline ? markBaseline(workspace.runsFolder, at) : updateRun(at, { baseline: false }),
    ),
    change(deleteRun, v.object({ folder }), async (at) => {
      await trashRun(workspace.runsFolder, at);
      if (isShown(workspace, at)) workspace.close();
    }),
    change(restoreRun, v.object({ folder }), (at) => restoreFromTrash(workspace.runsFolder, at)),
    answer(connection, texts, pruneRuns, v.object({ keep: v.pipe(v.number(), v.integer(), v.minValue(0)) }), async ({ keep }) => {
      const deleted = await prune(workspace.runsFolder, keep, workspace.shown?.view.folder);
      if (deleted.length > 0) await tellChange();
      return deleted.length;
    }),
  ]);
}

function isShown(workspace: Workspace, at: string): boolean {
  return workspace.shown !== undefined && path.resolve(workspace.shown.view.folder) === at;
}
