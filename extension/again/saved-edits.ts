import * as vscode from "vscode";

/** Several files are saved at once, and a build writes many. */
const pauseMs = 100;

/** Calls `look` after code was saved in an editor, or written by another program. */
export function onCodeSaved(look: () => void): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(look, pauseMs);
  };
  const files = vscode.workspace.createFileSystemWatcher("**/*.{js,cjs,mjs,jsx,ts,cts,mts,tsx,vue,svelte,astro}");
  return vscode.Disposable.from(
    files,
    files.onDidChange(later),
    files.onDidCreate(later),
    files.onDidDelete(later),
    vscode.workspace.onDidSaveTextDocument(later),
    { dispose: () => clearTimeout(timer) },
  );
}
