import * as vscode from "vscode";

/** The "Heatline" output channel; *Set Log Level* controls its level. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Heatline", { log: true });
}
