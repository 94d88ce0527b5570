import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/plain-text.ts";

/** How long a view may take before a moving bar says so: most answers come sooner than the bar is drawn. */
const patienceMs = 500;

/** In the status bar. */
export function withWindowProgress<Result>(title: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: plainText(title) }, work);
}

/** As a notification. */
export function withNotifiedProgress<Result>(title: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title: plainText(title) }, work);
}

/** A bar over a view, at once. */
export function withViewBar<Result>(viewId: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

/** Shows that a view is at work, where the work takes a while. It is guarded: it never rejects. */
export async function withViewProgress<Result>(viewId: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => void withViewBar(viewId, () => work), patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
