import path from "node:path";
import * as vscode from "vscode";
import { reasonOfCode } from "../../language-server/analysis/failure-reason.ts";
import { UserError } from "../user-error.ts";
import { wordsOf } from "../words.ts";

/**
 * Copies local files to the user's target, which may be on another machine (“Show Local” in a remote window): the first as `target`, the
 * others beside it. VS Code copies them, so their contents do not pass through the extension host. The first gets its name only when all
 * are complete.
 */
export async function placeFiles(files: readonly string[], target: vscode.Uri): Promise<readonly vscode.Uri[]> {
  const { fs } = vscode.workspace;
  const targets = files.map((file, index) => (index === 0 ? target : beside(target, path.basename(file))));
  const parts = targets.map((each) => each.with({ path: `${each.path}.part` }));
  try {
    for (const [index, file] of files.entries()) await fs.copy(vscode.Uri.file(file), parts[index] as vscode.Uri, { overwrite: true });
    for (const [index, part] of parts.entries()) await fs.rename(part, targets[index] as vscode.Uri, { overwrite: true });
    return targets;
  } catch (error) {
    // Some parts may never have been created; report only the first failure.
    await Promise.allSettled(parts.map((part) => fs.delete(part)));
    if (!(error instanceof Error) || error instanceof TypeError) throw error;
    throw new UserError(
      vscode.l10n.t("The export could not be written to {0}: {1}.", nameOf(target), reasonText(error)),
      vscode.l10n.t("Choose another place."),
      { cause: error },
    );
  }
}

/** Codes of VS Code's file systems, by those of the system. */
const systemCodes: Readonly<Record<string, string>> = {
  FileExists: "EEXIST",
  FileNotFound: "ENOENT",
  FileNotADirectory: "ENOTDIR",
  FileIsADirectory: "EISDIR",
  NoPermissions: "EACCES",
};

function reasonText(error: Error): string {
  const code = "code" in error ? String(error.code) : "";
  const reason = reasonOfCode(systemCodes[code] ?? code);
  return typeof reason === "string" ? error.message.replace(/\.$/, "") : wordsOf(reason);
}

/** For display: the path if the file is on this machine. */
export function nameOf(uri: vscode.Uri): string {
  return uri.scheme === "file" ? uri.fsPath : uri.path;
}

function beside(uri: vscode.Uri, name: string): vscode.Uri {
  return uri.with({ path: path.posix.join(path.posix.dirname(uri.path), name) });
}
