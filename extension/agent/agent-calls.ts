import * as vscode from "vscode";
import { checkOwnFile } from "../own-files.ts";
import { confirm } from "../screen/notifications.ts";
import { AgentStatus } from "./agent-status.ts";
import { McpLink } from "./mcp-link.ts";
import { serverArguments, serverFile } from "./server-arguments.ts";
import { preparedCall } from "./prepared-call.ts";
import { execFile } from "node:child_process";
import os from "node:os";
import { promisify } from "node:util";
import { findExecutable } from "../../language-server/platform/executables.ts";

/** What the MCP server runs on. */
const oldest = 20;
const patienceMs = 5000;

/** The user's own Node.js, as a terminal finds it; undefined if there is none, or an old one. */
export async function usersNode(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<{ readonly command: string; readonly env: Readonly<Record<string, string>> } | undefined> {
  const command = await findExecutable("node", os.homedir(), env);
  if (command === undefined) return undefined;
  const asked = await promisify(execFile)(command, ["--version"], { timeout: patienceMs, windowsHide: true }).catch(() => undefined);
  const [, major] = /^v(\d+)\./.exec(asked?.stdout ?? "") ?? [];
  return Number(major) >= oldest ? { command, env: {} } : undefined;
}

/** Serves what agents call in this window by one process of the MCP server, started with the first call. */
export class AgentCalls implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #runs: vscode.Uri;
  #link: McpLink | undefined;
  readonly status: AgentStatus;

  constructor(context: vscode.ExtensionContext, runs: vscode.Uri) {
    this.#context = context;
    this.#runs = runs;
    this.status = new AgentStatus(runs);
  }

  prepare(name: string, input: unknown): vscode.PreparedToolInvocation {
    return preparedCall(name, input, mayRun());
  }

  /** Throws an error that says in words, for the model, what was not done and why. */
  async invoke(name: string, input: unknown, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    if (!vscode.workspace.isTrusted)
      throw new Error("This workspace is in Restricted Mode: Heatline does nothing for agents until the user trusts it.");
    if ((vscode.workspace.workspaceFolders ?? []).length === 0)
      throw new Error("No folder is open in this window. Ask the user to open the folder of the project.");
    const link = this.#server();
    const text = await link.call(name, input, { token, progress: (message) => void this.status.reported(message) });
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }

  async resolved(server: vscode.McpStdioServerDefinition): Promise<vscode.McpStdioServerDefinition> {
    const { command, env } = (await usersNode()) ?? { command: process.execPath, env: { ELECTRON_RUN_AS_NODE: "1" } };
    [server.command, server.env] = [command, { ...server.env, ...env }];
    return server;
  }

  /** The next call starts another one. */
  endServer(): void {
    this.#link?.dispose();
    this.#link = undefined;
  }

  #server(): McpLink {
    if (this.#link?.isOpen === true) return this.#link;
    const file = serverFile(this.#context);
    checkOwnFile(file);
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { version } = this.#context.extension.packageJSON as { readonly version: string };
    return (this.#link = new McpLink({
      args: [file, ...serverArguments(folders, this.#runs.fsPath)],
      cwd: folders[0]?.uri.fsPath,
      client: { name: vscode.env.appName, version },
      ask: (question) => confirm(vscode.l10n.t("May an agent run a command on this machine?"), question, vscode.l10n.t("Run")),
    }));
  }

  dispose(): void {
    this.endServer();
    this.status.dispose();
  }
}

function mayRun(): boolean {
  return vscode.workspace.isTrusted && (vscode.workspace.workspaceFolders ?? []).length > 0;
}
