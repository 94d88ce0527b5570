import * as vscode from "vscode";
import { hotFunctionsView } from "../contributed-ids.ts";
import type { ShownRun } from "../runs/shown-run.ts";

const openedKey = "heatline.openedHotFunctions";

/** Hot Functions is collapsed until there is a run to list: opens it with the first one, once per workspace, where Heatline's side bar is in sight. */
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
