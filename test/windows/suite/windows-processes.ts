import { execFile } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import type { MarkedProcess } from "../../drivers/adapter/session-processes.ts";
import { startedAgain } from "../../drivers/started-again.ts";

const silentMs = 20_000;

export const markVariable = "HEATLINE_TEST_MARK";

/**
 * Every process of Node or a command script except the driver, from wine's own process list. All of them belong to Heatline, as the suite has
 * this Windows to itself. wine's tasklist prints nothing.
 */
export async function windowsProcesses(): Promise<readonly MarkedProcess[]> {
  const stdout = await listed();
  const rows = Array.from(stdout.matchAll(/^(.*?) *(\S+) +(\d+) +(\d+)\s*$/gm), ([, line, name = "", parent, pid]) => ({
    line,
    name,
    parent,
    pid: Number(pid),
  }));
  if (!rows.some(({ pid }) => pid === process.pid)) throw new Error(`The list of processes lacks our own: ${stdout}`);
  return rows
    .filter(({ name, pid }) => /^(node|cmd|taskkill)\.exe$/i.test(name) && pid !== process.pid)
    .map(({ line, name, parent, pid }) => ({ pid, command: `${name}, child of ${parent}: ${line}` }));
}

/** wmic ends at once, but wine may not report that: then it is started again. */
async function listed(attempt = 1): Promise<string> {
  const args = ["process", "get", "CommandLine,Name,ParentProcessId,ProcessId"];
  const silence = new AbortController();
  const silent = delay(silentMs, undefined, { signal: silence.signal }).catch(() => undefined);
  const listing = startedAgain(() => promisify(execFile)("wmic", args, { encoding: "utf16le" }));
  const said = await Promise.race([listing, silent]);
  silence.abort();
  if (said !== undefined) return said.stdout;
  if (attempt === 3) throw new Error("wmic does not end.");
  listing.child.kill();
  return listed(attempt + 1);
}

export function markedProcesses(): Promise<readonly MarkedProcess[]> {
  return windowsProcesses();
}

/** Resolves when no process of the session is left, or after the limit with those that remain. */
export async function waitUntilGone(_mark: string, limitMs = 30_000): Promise<readonly MarkedProcess[]> {
  const deadline = Date.now() + limitMs;
  let left = await windowsProcesses();
  while (left.length > 0 && Date.now() < deadline) {
    await delay(100);
    left = await windowsProcesses();
  }
  return left;
}
