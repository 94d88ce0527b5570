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
