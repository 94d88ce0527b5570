import { noFilter } from "../../analysis/selection/stack-filter.ts";
import { combinedDisposable } from "../combined-disposable.ts";
import { exportComparison, exportRun } from "../../protocol/run-export.ts";
import { respond } from "../respond.ts";
import type { Workspace } from "../workspace.ts";

/** Exports any runs, shown or not, to a file that other tools read. */
export function exportFeature(workspace: Workspace): Disposable {
  const texts = (): Workspace["texts"] => workspace.texts;
  return combinedDisposable([
    respond(workspace.connection, texts, exportRun, async ({ filter = noFilter, ...wanted }, signal) => {
      const { analysisSettings, locale } = workspace;
      const files = await workspace.aside((worker) => worker.request("export", { ...wanted, filter, ...analysisSettings, locale }, signal));
      return { files };
    }),
    respond(workspace.connection, texts, exportComparison, async (wanted, signal) => {
      const { analysisSettings, locale } = workspace;
      const files = await workspace.aside((worker) =>
        worker.request("exportComparison", { ...wanted, ...analysisSettings, locale }, signal),
      );
      return { files };
    }),
  ]);
}
