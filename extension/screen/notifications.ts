import * as vscode from "vscode";
import { plainLines, plainText } from "../../language-server/analysis/escaping/markdown-text.ts";
import { isThisMachine } from "../../language-server/platform/this-machine.ts";

/** How long a message stays in the status bar. */
const flashMs = 4000;

/** Resolves with the button that was pressed. */
export function inform(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showInformationMessage(plainText(message), ...buttons);
}

/** Resolves with the button that was pressed. */
export function warn(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showWarningMessage(plainText(message), ...buttons);
}

/** Resolves with the button that was pressed. */
export function showError(message: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(plainText(message), ...buttons);
}

/** The same with a link at its end, if that is not "". */
export function showLinked(message: string, link: string, ...buttons: readonly string[]): Thenable<string | undefined> {
  return vscode.window.showErrorMessage(`${plainText(message)} ${link}`.trim(), ...buttons);
}

/** A modal question with one confirming button. */
export async function confirm(question: string, detail: string, yes: string): Promise<boolean> {
  const options = { modal: true, detail: plainLines(detail) };
  return (await vscode.window.showWarningMessage(plainText(question), options, yes)) === yes;
}

/** Shows a message in the status bar for a short time. */
export function flash(message: string): void {
  vscode.window.setStatusBarMessage(plainText(message), flashMs);
}

/** Whether a host may be contacted: this machine, or one that the user has confirmed, by a name, earlier or confirms now. */
export async function mayContact(
  host: string,
  { memory, key, name }: { readonly memory: vscode.Memento; readonly key: string; readonly name: string },
  ask: () => Promise<boolean>,
): Promise<boolean> {
  const confirmed = memory.get<readonly string[]>(key, []);
  if (isThisMachine(host) || confirmed.includes(name)) return true;
  if (!(await ask())) return false;
  await memory.update(key, [...confirmed, name]);
  return true;
}
