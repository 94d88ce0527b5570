import { realpath } from "node:fs/promises";
import path from "node:path";
import { currentPlatform } from "../../platform/current-platform.ts";
import { findExecutable } from "../../platform/executables.ts";
import type { Client } from "./clients.ts";
import type { ServerEntry } from "./config-edit.ts";
import { SetupProblem } from "./setup-problem.ts";

/**
 * What starts the server. By name if this very command is in PATH, so that the entry outlives an update; not on Windows, where clients
 * do not start command scripts. `root`: undefined for the folder that the client works in.
 */
export async function serverEntry(
  client: Client,
  root: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServerEntry> {
  const own = path.join(__dirname, "heatline.js");
  const inPath = currentPlatform === "win32" ? undefined : await findExecutable("heatline", __dirname, env);
  const isOwn = inPath !== undefined && (await realpath(inPath)) === (await realpath(own));
  const args = ["mcp", ...(root === undefined ? [] : ["--root", root])];
  const entry = isOwn ? { command: "heatline", args } : { command: process.execPath, args: [own, ...args] };
  const replaced = [entry.command, ...entry.args].find((text) => client.variables?.test(text));
  if (replaced !== undefined)
    throw new SetupProblem({ code: "command.agentSetup.variable", values: { text: replaced, client: client.name } });
  return client.type === undefined ? entry : { type: client.type, ...entry };
}
