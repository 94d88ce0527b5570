import path from "node:path";
import * as vscode from "vscode";

export interface LaunchWords {
  /** Absolute path. */
  readonly folder: string;
  /** The program and its arguments. */
  readonly words: string[];
}

/** What starts an app: its folder and words, also of a configuration in which VS Code has not filled in the folders yet. */
export function launchOf(app: vscode.DebugConfiguration): LaunchWords {
  const { cwd, program, runtimeExecutable, runtimeArgs, args } = app as Readonly<Record<string, unknown>>;
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? "";
  const runtime = filledIn(runtimeExecutable);
  const folder = path.resolve(root, filledIn(cwd));
  const file = filledIn(program) === "" ? [] : [path.resolve(folder, filledIn(program))];
  return { folder, words: [runtime === "" ? "node" : runtime, ...wordsOf(runtimeArgs), ...file, ...wordsOf(args)] };
}

function wordsOf(value: unknown): readonly string[] {
  const words = Array.isArray(value) ? value.map(filledIn) : filledIn(value).split(" ");
  return words.filter((word) => word !== "");
}

/** "" for what is no text. */
function filledIn(value: unknown): string {
  if (typeof value !== "string") return "";
  const folders = vscode.workspace.workspaceFolders ?? [];
  return value.replaceAll(/\$\{workspaceFolder(?::([^}]*))?\}/g, (whole, name?: string) => {
    const folder = name === undefined ? folders[0] : folders.find((each) => each.name === name);
    return folder?.uri.fsPath ?? whole;
  });
}
