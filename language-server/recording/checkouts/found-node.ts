import { execFile } from "node:child_process";
import { mkdir, readdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { removeWhenFree } from "../../platform/busy-files.ts";
import { executableNames, pathFolders } from "../../platform/executables.ts";
import { nodeStores } from "../../platform/nodes/version-managers.ts";
import { privateFolder } from "../../platform/private/private-folder.ts";
import { ifRefused } from "../../platform/refusals.ts";
import { applyEnv, type NodeProgram } from "../app/app-command.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";
import { CheckoutError } from "./checkout-error.ts";
import { runStep } from "./step.ts";

/** Of this user's, beside the sessions: what npm installed stays for the next bench. */
const cacheName = "nodes";

export interface NodeSearch {
  readonly watchdog: Pick<Watchdog, "watchStart" | "forget">;
  /** npm's package of it is being installed. */
  readonly onInstall: (version: string) => void;
  readonly signal: AbortSignal;
}

/**
 * A Node by its version, such as 22, 22.11 or v22.11.0, or by its path: from PATH, from a version manager, or else npm's package `node`, installed
 * for this user. Rejects with a CheckoutError if there is none.
 */
export async function findNode(asked: string, search: NodeSearch): Promise<NodeProgram> {
  const version = asked.replace(/^v/, "");
  if (!/^\d+(?:\.\d+){0,2}$/.test(version)) {
    const named = await versionOf(path.resolve(asked));
    if (named === undefined) throw new CheckoutError({ code: "command.bench.badNode", values: { value: asked } });
    return { nodePath: path.resolve(asked), nodeVersion: named };
  }
  return (await inPath(version)) ?? (await inStores(version)) ?? (await cached(version)) ?? installed(version, search);
}

async function inPath(version: string): Promise<NodeProgram | undefined> {
  for (const folder of pathFolders(process.env)) {
    if (folder === "") continue;
    for (const name of executableNames("node", process.env)) {
      const nodePath = path.resolve(folder, name);
      const nodeVersion = await versionOf(nodePath);
      if (nodeVersion !== undefined && isOf(nodeVersion, version)) return { nodePath, nodeVersion };
    }
  }
  return undefined;
}

/** The newest one that fits and runs. */
async function inStores(version: string): Promise<NodeProgram | undefined> {
  const found: NodeProgram[] = [];
  for (const { folder, inside } of nodeStores(os.homedir(), process.env))
    for (const name of (await readdir(folder).catch(ifRefused)) ?? []) {
      if (!isOf(name.replace(/^v/, ""), version)) continue;
      const nodePath = path.join(folder, name, inside);
      const nodeVersion = await versionOf(nodePath);
      if (nodeVersion !== undefined && isOf(nodeVersion, version)) found.push({ nodePath, nodeVersion });
    }
  const newest = found.sort((one, other) => other.nodeVersion.localeCompare(one.nodeVersion, "en", { numeric: true }));
  return newest[0];
}

async function cached(version: string): Promise<NodeProgram | undefined> {
  const folder = await cacheFolder(version);
  const nodePath = folder && programIn(folder);
  const nodeVersion = nodePath && (await versionOf(nodePath));
  return nodePath === undefined || nodeVersion === undefined ? undefined : { nodePath, nodeVersion };
}

async function installed(version: string, { watchdog, onInstall, signal }: NodeSearch): Promise<NodeProgram> {
  const folder = await cacheFolder(version);
  if (folder === undefined) throw new CheckoutError({ code: "command.bench.noNode", values: { version } });
  onInstall(version);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const args = ["install", "--prefix", folder, "--no-save", "--no-package-lock", "--no-audit", "--no-fund", `node@${version}`];
  const setting = { side: `Node.js ${version}`, folder, env: {}, watchdog, signal };
  let problem: unknown;
  await runStep("install", { program: "npm", args }, setting).catch((error: unknown) => void (problem = error));
  const found = problem === undefined ? await cached(version) : undefined;
  if (found !== undefined) return found;
  await removeWhenFree(folder);
  if (problem !== undefined && !(problem instanceof CheckoutError)) throw problem;
  throw new CheckoutError({ code: "command.bench.noNode", values: { version } }, problem?.output, { cause: problem });
}

async function cacheFolder(version: string): Promise<string | undefined> {
  const folder = await privateFolder();
  return folder && path.join(folder, cacheName, version);
}

function programIn(folder: string): string {
  const [name = "node"] = executableNames("node", { PATHEXT: ".EXE" });
  return path.join(folder, "node_modules", "node", "bin", name);
}

/** Whether a whole version is one of those that are asked for. */
function isOf(version: string, asked: string): boolean {
  return version === asked || version.startsWith(`${asked}.`);
}

/** Without the "v"; undefined if there is no Node that runs. */
async function versionOf(file: string): Promise<string | undefined> {
  if ((await stat(file).catch(ifRefused))?.isFile() !== true) return undefined;
  const options = { env: applyEnv(process.env, { NODE_OPTIONS: null }), timeout: 20_000, windowsHide: true };
  const found = await promisify(execFile)(file, ["--version"], options).catch(ifRefused);
  return /^v(\d+\.\d+\.\d+)\s*$/.exec(found?.stdout ?? "")?.[1];
}
