import * as vscode from "vscode";

const lastRunKey = "heatline.lastRunFolder";

/** Stands for the newest run that is kept, whichever that is. */
export const newest = "";
/** The user cleared the annotations: nothing is brought back. */
export const cleared = "(cleared)";

/** A run folder, a profile, `newest` or `cleared`. */
export async function rememberRun(memory: vscode.Memento, run: string): Promise<void> {
  await memory.update(lastRunKey, run);
}

/**
 * What the last window showed: a run folder, a profile, or `newest`; undefined where there is nothing to bring back. A window that remembers
 * nothing, such as one in another browser, shows the newest that the workspace keeps.
 */
export async function lastRun(memory: vscode.Memento, runsOfWorkspace: vscode.Uri | undefined): Promise<string | undefined> {
  const remembered = memory.get<string>(lastRunKey);
  if (remembered !== undefined) return remembered === cleared ? undefined : remembered;
  if (runsOfWorkspace === undefined || (await typeOf(runsOfWorkspace.fsPath)) !== vscode.FileType.Directory) return undefined;
  return (await vscode.workspace.fs.readDirectory(runsOfWorkspace)).length > 0 ? newest : undefined;
}

/** Calls `bringBack` with the first file on screen, once, where the last window's run is to be shown in it. */
export function withFirstFile(
  memory: vscode.Memento,
  runsOfWorkspace: vscode.Uri | undefined,
  bringBack: () => unknown,
): vscode.Disposable {
  const look = async (): Promise<void> => {
    if (!vscode.window.visibleTextEditors.some((editor) => editor.document.uri.scheme === "file")) return;
    listener.dispose();
    if ((await lastRun(memory, runsOfWorkspace)) !== undefined) await bringBack();
  };
  const listener = vscode.window.onDidChangeVisibleTextEditors(() => void look());
  void look();
  return listener;
}

/** Undefined where nothing is there. A link counts as what it leads to. */
export async function typeOf(path: string): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.file(path))).type & ~vscode.FileType.SymbolicLink;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
