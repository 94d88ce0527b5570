import * as vscode from "vscode";
import { plainText } from "../../language-server/analysis/escaping/markdown-text.ts";
import type { CommandId } from "../commands.ts";

/** A lens above a line, which counts from 1, with a flame before its title. */
export function flameLens(line: number, title: string, command: CommandId, argument: unknown): vscode.CodeLens {
  const place = new vscode.Range(line - 1, 0, line - 1, 0);
  return new vscode.CodeLens(place, { title: `$(flame) ${plainText(title)}`, command, arguments: [argument] });
}
