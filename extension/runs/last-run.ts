import * as vscode from "vscode";

export const lastRunKey = "heatline.lastRunFolder";
/** `[file, choices]` of a profile. */
const choicesKey = "heatline.lastRunChoices";

/** How a profile is shown. */
export interface ProfileChoices {
  /** Left out if it is called like its file. */
  readonly name?: string;
  /** Has the recorded sources; left out for those of the open folders. */
  readonly sourceFolder?: string;
}

/** Stands for the newest saved run. */
export const newest = "";
/** The user cleared the annotations, so nothing is restored. */
export const cleared = "(cleared)";

/** `run` is a run folder, a profile, `newest` or `cleared`; `choices` are of a profile. */
export async function rememberRun(memory: vscode.Memento, run: string, choices: ProfileChoices = {}): Promise<void> {
  const { name, sourceFolder } = choices;
  await memory.update(lastRunKey, run);
  await memory.update(choicesKey, [run, { name, sourceFolder }]);
}

/** How a profile was shown. */
export function choicesFor(memory: vscode.Memento, file: string): ProfileChoices {
  const kept = memory.get<readonly [file: string, choices: ProfileChoices]>(choicesKey);
  return kept?.[0] === file ? kept[1] : {};
}

/**
 * What the last session showed: a run folder, a profile, or `newest`; undefined if there is nothing to restore. With no memory (such as in
 * another browser) it is the workspace's newest run.
 */
export async function lastRun(memory: vscode.Memento, runsOfWorkspace: vscode.Uri | undefined): Promise<string | undefined> {
  const remembered = memory.get<string>(lastRunKey);
  if (remembered !== undefined) return remembered === cleared ? undefined : remembered;
  if (runsOfWorkspace === undefined || (await typeOf(runsOfWorkspace.fsPath)) !== vscode.FileType.Directory) return undefined;
  return (await vscode.workspace.fs.readDirectory(runsOfWorkspace)).length > 0 ? newest : undefined;
}

/** Calls `bringBack` once, with the first visible file, if there is a run to restore. */
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

/** Undefined if nothing exists there. Follows links. */
export async function typeOf(path: string): Promise<vscode.FileType | undefined> {
  try {
    return (await vscode.workspace.fs.stat(vscode.Uri.file(path))).type & ~vscode.FileType.SymbolicLink;
  } catch (error) {
    if (error instanceof vscode.FileSystemError) return undefined;
    throw error;
  }
}
