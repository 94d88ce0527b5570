import * as vscode from "vscode";
import { hotFunctionsView } from "../contributed-ids.ts";
import type { ShownRun } from "../runs/shown-run.ts";

const openedKey = "heatline.openedHotFunctions";

/** Hot Functions is collapsed until there is a run: expands it for the first one, once per workspace, if Heatline's side bar is visible. */
export function openWithFirstRun(
  shownRun: Pick<ShownRun, "onDidChange" | "summary">,
  isSideBarVisible: () => boolean,
  memory: vscode.Memento,
): vscode.Disposable {
  return shownRun.onDidChange(() => {
    const { summary } = shownRun;
    if (summary === undefined || summary.live || !isSideBarVisible() || memory.get(openedKey, false)) return;
    void memory.update(openedKey, true);
    void vscode.commands.executeCommand(`${hotFunctionsView}.focus`, { preserveFocus: true });
  });
}
