import path from "node:path";
import { everything, type Selection } from "../../analysis/selection/selection.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import { exportComparison, exportRun } from "../../protocol/run-export.ts";
import { respond } from "../respond.ts";
import type { OpenRun } from "../runs/open-run.ts";
import type { Workspace } from "../workspace.ts";

/** Exports what is selected of the shown run, or any other one, to a file that other tools read. */
export function exportFeature(workspace: Workspace): Disposable {
  return combinedDisposable([
    respond(workspace, exportRun, async (wanted, signal) => {
      const params = {
        ...wanted,
        ...workspace.analysisSettings,
        selection: selectionOf(wanted.folder, workspace),
        locale: workspace.locale,
      };
      return { files: await workspace.aside((worker) => worker.request("export", params, signal)) };
    }),
    respond(workspace, exportComparison, async (wanted, signal) => {
      const selection = shownIn(wanted.newFolder, workspace)?.view.selection ?? everything;
      const params = { ...wanted, ...workspace.analysisSettings, selection, locale: workspace.locale };
      return { files: await workspace.aside((worker) => worker.request("exportComparison", params, signal)) };
    }),
  ]);
}

/** Another run than the shown one is exported as a whole, but for what lists leave out of each. */
function selectionOf(folder: string, workspace: Workspace): Selection {
  const shown = shownIn(folder, workspace);
  if (shown !== undefined) return { ...shown.view.selection, filter: workspace.listFilter(shown) };
  const { listsWithout } = workspace.settings;
  const hiddenKinds = listsWithout.length === 0 ? null : listsWithout;
  return { ...everything, filter: { ...everything.filter, hiddenKinds } };
}

/** The shown run, if it is that of the folder. */
function shownIn(folder: string, { shown }: Workspace): OpenRun | undefined {
  return shown !== undefined && path.resolve(shown.view.folder) === path.resolve(folder) ? shown : undefined;
}
