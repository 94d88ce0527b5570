import * as vscode from "vscode";
import { exportName } from "../../language-server/analysis/exporters/scope-name.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { takesAway } from "../../language-server/analysis/selection/stack-filter.ts";
import { exportRun } from "../../language-server/protocol/run-export.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { chosen } from "./run-actions.ts";
import type { RunsTree } from "./runs-tree.ts";
import { words } from "./run-text.ts";
import type { ShownRun } from "./shown-run.ts";
import path from "node:path";
import { saveRun } from "../../language-server/protocol/run-details.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import { warn } from "../screen/notifications.ts";

/** Exports a run, or what is selected of the shown one, to a file; asks for format and place. */
export function registerRunExport(register: RegisterCommand, tree: RunsTree, server: ServerLink, shownRun: ShownRun): vscode.Disposable {
  return register("heatline.exportRun", async (argument) => {
    const node = await chosen(argument, tree, vscode.l10n.t("Export which run?"));
    if (node?.kind !== "run") return;
    const { folder, id, name } = node.run;
    const shown = shownRun.summary?.id === id ? shownRun.summary : undefined;
    const { exportAs } = await import("./run-export-menu.js");
    await exportAs({
      title: vscode.l10n.t("Export “{0}” as", words(name, shown?.selectionText ?? "")),
      isFiltered: shown !== undefined && takesAway(shown.selection.filter),
      name,
      file: exportName(name, shown?.selection ?? everything, shown?.threads ?? []),
      write: async (format, file, token) => (await server.request(exportRun, { folder, format, file }, token)).files,
    });
  });
}

/** Offers to save a run that could only be written to the private folder, until it is saved or the user declines. */
export function registerSaveAgain(sessions: Sessions, runsFolder: string, server: ServerLink, guard: Guard): vscode.Disposable {
  return sessions.onDidReceive(({ event }) => {
    if (event.name !== "heatline.runWritten") return;
    const { folder } = event.body;
    if (path.dirname(folder) !== path.resolve(runsFolder)) void offer(folder, server, guard);
  });
}

async function offer(folder: string, server: ServerLink, guard: Guard): Promise<void> {
  const save = vscode.l10n.t("Save Again");
  const question = vscode.l10n.t("The run is only in the folder {0}, not among your runs.", folder);
  while ((await warn(question, save)) === save) if ((await guard(() => server.request(saveRun, { folder }))) !== undefined) return;
}
