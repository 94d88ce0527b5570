import path from "node:path";
import * as vscode from "vscode";
import { firstBuildError } from "../../language-server/analysis/builds/build-error.ts";
import { shortened } from "../../language-server/analysis/shortened.ts";
import { showError } from "../screen/notifications.ts";
import type { BuildFailure } from "./build-run.ts";

const longestMessage = 300;
let channel: vscode.OutputChannel | undefined;

interface Place {
  readonly uri: vscode.Uri;
  readonly line: number;
  readonly column: number;
}

/** The build's first error, with a button that opens its place; the whole output is one press away. */
export async function showFailure({ folder, command, output }: BuildFailure): Promise<void> {
  const error = output === "" ? markedError() : printedError(output, folder);
  const text =
    error.message === ""
      ? vscode.l10n.t("The build failed: {0}", command)
      : vscode.l10n.t("The build failed: {0}", shortened(error.message, longestMessage));
  const goTo = error.place && `${path.basename(error.place.uri.fsPath)}:${error.place.line}`;
  const show = vscode.l10n.t("Show Output");
  const buttons = [...(goTo === undefined ? [] : [goTo]), ...(output === "" ? [] : [show])];
  const picked = await showError(text, ...buttons);
  if (picked === show) showOutput(command, output);
  if (picked !== undefined && picked === goTo && error.place !== undefined) await open(error.place);
}

function printedError(output: string, folder: string): { readonly message: string; readonly place: Place | undefined } {
  const error = firstBuildError(output);
  if (error === undefined) return { message: "", place: undefined };
  const { file, line, column, message } = error;
  return {
    message,
    place:
      file === "" ? undefined : { uri: vscode.Uri.file(path.resolve(folder, file)), line: Math.max(1, line), column: Math.max(1, column) },
  };
}

/** What a task's problem matcher has found. */
function markedError(): { readonly message: string; readonly place: Place | undefined } {
  for (const [uri, diagnostics] of vscode.languages.getDiagnostics()) {
    const found = diagnostics.find(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
    if (found !== undefined)
      return { message: found.message, place: { uri, line: found.range.start.line + 1, column: found.range.start.character + 1 } };
  }
  return { message: "", place: undefined };
}

async function open({ uri, line, column }: Place): Promise<void> {
  const at = new vscode.Position(line - 1, column - 1);
  await vscode.window.showTextDocument(uri, { selection: new vscode.Range(at, at) });
}

function showOutput(command: string, output: string): void {
  channel ??= vscode.window.createOutputChannel("Heatline Build");
  channel.clear();
  channel.append(`> ${command}\n${output}`);
  channel.show(true);
}
