import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";

/** A view shows a progress bar only after this time, since most answers arrive sooner. */
const patienceMs = 500;
/** After this time the user may want to cancel. */
const longMs = 2000;

/** In the status bar. */
export function withWindowProgress<Result>(title: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: plainText(title) }, work);
}

/** As a notification that can be cancelled; `say` shows beside the title what is being done. */
export function withNotifiedProgress<Result>(
  title: string,
  work: (token: vscode.CancellationToken, say: (text: string) => void) => PromiseLike<Result>,
): Thenable<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title: plainText(title), cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => work(token, (text) => progress.report({ message: plainText(text) })));
}

/** In the status bar; if it takes long, also as a notification that can be cancelled. */
export async function withPatientProgress<Result>(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<Result>,
): Promise<Result> {
  const source = new vscode.CancellationTokenSource();
  const result = work(source.token);
  const settled = Promise.allSettled([result]);
  void withWindowProgress(title, () => settled);
  const timer = setTimeout(() => {
    void withNotifiedProgress(title, (token) => {
      token.onCancellationRequested(() => source.cancel());
      return settled;
    });
  }, longMs);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
    source.dispose();
  }
}

/** Shows a view's progress bar at once. */
export function withViewBar<Result>(viewId: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: { viewId } }, work);
}

/** Shows a view's progress bar if the work takes a while. `work` must never reject (guard it). */
export async function withViewProgress<Result>(viewId: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => void withViewBar(viewId, () => work), patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
