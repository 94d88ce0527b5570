import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import { UserError } from "../user-error.ts";

/** Of the folder that “Open a Sample” makes; a number follows where there is one already. */
const sampleName = "heatline-sample";

/** In a window that has just opened the sample: what to do with it. */
export async function showSampleReadme(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder?.name.startsWith(sampleName) !== true || vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(folder.uri, "README.md"));
}

/** “Open a Sample”: writes an app with a slow line into a new folder where the user wants it, and opens that. */
export function registerOpenSample(register: RegisterCommand, extension: vscode.Uri): vscode.Disposable {
  return register("heatline.openSample", async () => {
    const picked = await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Where should the folder “{0}” be created?", sampleName),
      openLabel: vscode.l10n.t("Write the Sample Here"),
      canSelectFiles: false,
      canSelectFolders: true,
    });
    const [parent] = picked ?? [];
    if (parent === undefined) return;
    const folder = await writeSample(extension, parent);
    const isEmptyWindow = vscode.workspace.workspaceFolders === undefined;
    await vscode.commands.executeCommand("vscode.openFolder", folder, { forceNewWindow: !isEmptyWindow });
  });
}

/** Never into a folder that is there already. */
async function writeSample(extension: vscode.Uri, parent: vscode.Uri): Promise<vscode.Uri> {
  const { fs } = vscode.workspace;
  const folder = await freeFolder(parent);
  try {
    await fs.copy(vscode.Uri.joinPath(extension, "samples/logging-framework/before"), folder);
    await fs.copy(vscode.Uri.joinPath(extension, "extension/media/sample-readme.md"), vscode.Uri.joinPath(folder, "README.md"));
  } catch (error) {
    await fs.delete(folder, { recursive: true }).then(undefined, () => undefined);
    throw new UserError(
      vscode.l10n.t("The sample could not be written to {0}.", folder.fsPath),
      vscode.l10n.t("Choose a folder in which you may write."),
      { cause: error },
    );
  }
  return folder;
}

async function freeFolder(parent: vscode.Uri): Promise<vscode.Uri> {
  for (let number = 1; ; number += 1) {
    const folder = vscode.Uri.joinPath(parent, number === 1 ? sampleName : `${sampleName}-${number}`);
    const isTaken = await vscode.workspace.fs.stat(folder).then(
      () => true,
      () => false,
    );
    if (!isTaken) return folder;
  }
}
