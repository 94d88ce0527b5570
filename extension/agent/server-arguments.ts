import type * as vscode from "vscode";

/** The bundle of the MCP server (language-server/mcp). */
export function serverFile(context: Pick<vscode.ExtensionContext, "asAbsolutePath">): string {
  return context.asAbsolutePath("out/mcp.js");
}

/** The folders that an agent may work in, and where its runs go: among the window's. */
export function serverArguments(folders: readonly Pick<vscode.WorkspaceFolder, "uri">[], runsFolder: string): readonly string[] {
  return [...folders.flatMap(({ uri }) => (uri.scheme === "file" ? ["--root", uri.fsPath] : [])), "--runs", runsFolder];
}
