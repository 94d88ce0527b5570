import * as vscode from "vscode";

/** The "Heatline" output channel; *Set Log Level* controls its level. */
export function createLog(): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel("Heatline", { log: true });
}

/** The same channel for the trace of messages, which has their whole content if the user sets `heatline.trace.server` to verbose. */
export function withoutLogins(log: vscode.LogOutputChannel): vscode.LogOutputChannel {
  const trace = (message: string): void => log.trace(message.replace(/("(?:authorization|url)":\s*")(?:[^"\\]|\\.)*/g, "$1***"));
  return Object.create(log, { trace: { value: trace } }) as vscode.LogOutputChannel;
}
