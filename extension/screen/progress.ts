import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/plain-text.ts";

/** How long a view may take before a moving bar says so: most answers come sooner than the bar is drawn. */
const patienceMs = 500;
/** After this a user may want to have it back. */
const longMs = 2000;

/** In the status bar. */
export function withWindowProgress<Result>(title: string, work: () => PromiseLike<Result>): Thenable<Result> {
  return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: plainText(title) }, work);
}

/** As a notification that can be cancelled. */
export function withNotifiedProgress<Result>(
  title: string,
  work: (token: vscode.CancellationToken) => PromiseLike<Result>,
): Thenable<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title: plainText(title), cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => work(token));
}

/** In the status bar; where it takes long, also as a notification that can be cancelled. */
export async function withPatientProgress<Result>(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<Result>,
): Promise<Result> {
  const source = new vscode.CancellationTokenSource();
  const result = work(source.token);
  const settled = result.then(
    () => undefined,
    () => undefined,
  );
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
