import * as vscode from "vscode";

/** The "Heatline" output channel; its level follows the editor's *Set Log Level* command. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Heatline", { log: true });
}
