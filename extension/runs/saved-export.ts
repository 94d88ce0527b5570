import { rm } from "node:fs/promises";
import path from "node:path";
import * as vscode from "vscode";
import { inform } from "../screen/notifications.ts";
import type { PickItem } from "../screen/picks.ts";
import { withNotifiedProgress } from "../screen/progress.ts";
import { nameOf, placeFiles } from "./exported-files.ts";

/** A format to pick. */
export interface FormatItem<Format extends string> extends PickItem {
  readonly format: Format;
  readonly extension: string;
  readonly shownBy: "editor" | "browser" | "nothing";
}

interface WantedExport {
  /** Of the run. */
  readonly name: string;
  /** Proposed for the file, without an extension. */
  readonly file: string;
  readonly format: FormatItem<string>;
  /** Has the server write to this local file; returns the files written. */
  readonly write: (file: string, token: vscode.CancellationToken) => Promise<readonly string[]>;
}

/** Asks for a place, exports there, and says so. */
export async function saveExport({ name, file, format, write }: WantedExport): Promise<void> {
  const target = await askForPlace(`${file}.${format.extension}`, format);
  if (target === undefined) return;
  const files = await withNotifiedProgress(vscode.l10n.t("Exporting “{0}”…", name), (token) => exported(write, target, token));
  await reportExport(files, format.shownBy);
}

/** The server writes to a local folder, and VS Code copies from there, since only VS Code may reach the target. */
async function exported(write: WantedExport["write"], target: vscode.Uri, token: vscode.CancellationToken): Promise<readonly vscode.Uri[]> {
  const { stagingFolder } = await import("./staging-folder.js");
  const staging = await stagingFolder();
  try {
    const files = await write(path.join(staging, path.posix.basename(target.path)), token);
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return await placeFiles(files, target);
  } finally {
    // A worker that was cancelled may still be writing there.
    await rm(staging, { recursive: true, force: true, maxRetries: 3 });
  }
}

function askForPlace(file: string, { extension, label }: WantedExport["format"]): Thenable<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    title: vscode.l10n.t("Export Run"),
    saveLabel: vscode.l10n.t("Export"),
    filters: { [label]: [extension.split(".").at(-1) ?? extension] },
    ...(folder === undefined ? {} : { defaultUri: vscode.Uri.joinPath(folder, file) }),
  });
}

async function reportExport(files: readonly vscode.Uri[], shownBy: WantedExport["format"]["shownBy"]): Promise<void> {
  const [target] = files;
  if (target === undefined) return;
  const first = nameOf(target);
  const open = vscode.l10n.t("Open");
  const text =
    files.length > 1 ? vscode.l10n.t("Exported to {0} and {1} more.", first, files.length - 1) : vscode.l10n.t("Exported to {0}.", first);
  const picked = await inform(text, ...(shownBy === "nothing" ? [] : [open]));
  if (picked !== open) return;
  // A browser is on the user's machine, and in a remote window the file is not.
  if (shownBy === "browser" && vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop)
    await vscode.env.openExternal(target);
  else await vscode.commands.executeCommand("vscode.open", target);
}
