import * as vscode from "vscode";

/** Of the folder that “Open a Sample” makes; a number follows where there is one already. */
export const sampleName = "heatline-sample";

/** In a window that has just opened the sample: what to do with it. */
export async function showSampleReadme(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder?.name.startsWith(sampleName) !== true || vscode.window.tabGroups.all.some(({ tabs }) => tabs.length > 0)) return;
  await vscode.commands.executeCommand("markdown.showPreview", vscode.Uri.joinPath(folder.uri, "README.md"));
}
