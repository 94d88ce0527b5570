import * as vscode from "vscode";
import { plainLines, plainText } from "../../language-server/analysis/plain-text.ts";

/** How long a passing word in the status bar stays. */
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

/** A modal question with one way to say yes. */
export async function confirm(question: string, detail: string, yes: string): Promise<boolean> {
  const options = { modal: true, detail: plainLines(detail) };
  return (await vscode.window.showWarningMessage(plainText(question), options, yes)) === yes;
}

/** A word in the status bar that goes away by itself. */
export function flash(message: string): void {
  vscode.window.setStatusBarMessage(plainText(message), flashMs);
}
