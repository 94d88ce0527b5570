import { stat, realpath } from "node:fs/promises";
import path from "node:path";
import { FILE_HEADERS_ONLY, formatPatch, structuredPatch } from "diff";
import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import { ifRefused } from "../../platform/refusals.ts";
import type { CommandText } from "../../texts/command-text.ts";
import type { Terminal } from "../command.ts";
import { yesOrNo } from "../terminal.ts";
import { type Client, clients } from "./clients.ts";
import { isOurs, type ServerEntry } from "./config-edit.ts";
import { readConfig, writeConfig, SetupProblem } from "./config-file.ts";
import { currentPlatform } from "../../platform/current-platform.ts";
import { findExecutable } from "../../platform/executables.ts";

export { usualClient } from "./clients.ts";

interface SetupRequest {
  /** One of `clients`. */
  readonly client: string;
  readonly isRemoval: boolean;
  /** Nobody is asked. */
  readonly isAgreed: boolean;
  /** As it was given. */
  readonly root: string | undefined;
}

const failure = 1;
const wrongUsage = 2;

/** Shows what would change in a client's configuration, asks, and writes it. Resolves to the exit code. */
export async function setUpClient(request: SetupRequest, terminal: Terminal): Promise<number> {
  const { err, words } = terminal;
  const report = (text: CommandText): void => void err.write(`heatline: ${harmless(words.say(text))}\n`);
  const client = Object.hasOwn(clients, request.client) ? clients[request.client] : undefined;
  if (client === undefined) {
    report({ code: "command.agentSetup.badClient", values: { value: request.client, clients: Object.keys(clients).join(", ") } });
    return wrongUsage;
  }
  try {
    return await change(client, request, terminal, report);
  } catch (error) {
    if (!(error instanceof SetupProblem)) throw error;
    report(error.coded);
    return failure;
  }
}

async function change(
  client: Client,
  { isRemoval, isAgreed, root: given }: SetupRequest,
  { out, env, words }: Terminal,
  report: (text: CommandText) => void,
): Promise<number> {
  const root = path.resolve(given ?? "");
  if ((await stat(root).catch(ifRefused))?.isDirectory() !== true)
    throw new SetupProblem({ code: "command.agentSetup.noFolder", values: { folder: root } });
  const file = client.file(root, env);
  const read = await readConfig(file);
  if (isRemoval && read.text === undefined) return done({ code: "command.agentSetup.notThere", values: { file } });
  const entryRoot = client.isForAllProjects === true && given === undefined ? undefined : root;
  const edit = isRemoval
    ? client.format.remove(read.text ?? "", file)
    : client.format.add(read.text, await serverEntry(client, entryRoot, env), file);
  if (edit.change === "none")
    return done({ code: isRemoval ? "command.agentSetup.notThere" : "command.agentSetup.sameThere", values: { file } });
  if (edit.change === "removed" && !isOurs(edit.removed)) throw new SetupProblem({ code: "command.agentSetup.notOurs", values: { file } });
  out.write(preview(file, read.text, edit.text));
  if (edit.change === "replaced") report({ code: "command.agentSetup.otherThere", values: { file } });
  if (!isAgreed) {
    const isYes = await yesOrNo(`${harmless(words.say({ code: "command.agentSetup.question", values: { file } }))} `);
    if (isYes === undefined) {
      report({ code: "command.agentSetup.needsYes" });
      return wrongUsage;
    }
    if (!isYes) {
      report({ code: "command.agentSetup.declined" });
      return failure;
    }
  }
  await writeConfig(read, edit.text);
  return done({ code: isRemoval ? "command.agentSetup.removed" : "command.agentSetup.added", values: { file, client: client.name } });

  function done(text: CommandText): number {
    out.write(`${harmless(words.say(text))}\n`);
    return 0;
  }
}

/** A unified diff. A file that is not there is called as `diff` and `patch` do. */
function preview(file: string, before: string | undefined, after: string | undefined): string {
  const nothing = "/dev/null";
  const names = [before === undefined ? nothing : file, after === undefined ? nothing : file] as const;
  const patch = structuredPatch(...names, before ?? "", after ?? "", "", "", { context: 3 });
  const lines = formatPatch(patch, FILE_HEADERS_ONLY).trimEnd().split("\n");
  return `${lines.map((line) => harmless(line.replace(/[\t\r]+$/, ""))).join("\n")}\n`;
}

/**
 * What starts the server. By name if this very command is in PATH, so that the entry outlives an update; not on Windows, where clients
 * do not start command scripts. `root`: undefined for the folder that the client works in.
 */
async function serverEntry(
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
