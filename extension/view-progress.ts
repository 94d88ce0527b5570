import * as vscode from "vscode";

/** How long a view may take before a moving bar says so: most answers come sooner than the bar is drawn. */
const patienceMs = 500;

/** Shows that a view is at work, where the work takes a while. It is guarded: it never rejects. */
export async function withViewProgress<Result>(viewId: string, work: Promise<Result>): Promise<Result> {
  const timer = setTimeout(() => void vscode.window.withProgress({ location: { viewId } }, () => work), patienceMs);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}
