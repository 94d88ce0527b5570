import { existsSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as delay } from "node:timers/promises";
import { unusableOwnFile } from "../../platform/installation/unusable-own-file.ts";
import { findStartedProcesses, endSession, endTree, signalTree } from "../../platform/process-tree.ts";
import { ownFolder } from "../../platform/private/owned-folder.ts";
import { closeSession, endSessionFolder, isEnded } from "./ended-session.ts";
import type * as recovered from "./recovered-run.ts";
import { startVariable, type Watched, type WatchdogMessage } from "./watchdog-protocol.ts";

const mostSweeps = 5;
const startingMs = 50;
const debugAdapter: string = "./debug-adapter.js";
/** `esbuild.read-logs.mjs` */
const logReaders = ["tick-log-worker.js", "read-imports.js"];

/**
 * A small process that outlives the debug adapter briefly: its stdin is a pipe from the adapter, and when that closes, even by SIGKILL of
 * the adapter, it kills what was watched, ends the session folder and exits. It has a session of its own and ignores signals to the
 * adapter's group.
 */
async function main(): Promise<void> {
  const watched: Readonly<Record<Watched, Set<string>>> = { pid: new Set(), folder: new Set(), mark: new Set() };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);
  try {
    for await (const line of createInterface({ input: process.stdin })) {
      const { what, value, isOver } = JSON.parse(line) as WatchdogMessage;
      if (isOver) watched[what].delete(value);
      else watched[what].add(value);
    }
  } finally {
    // Whatever ended the pipe. The next session, which may begin at once, is to leave to us what we are still at.
    const left = await Promise.all([...watched.folder].map(async (folder) => ((await isEnded(folder)) ? [] : [folder])));
    const open = left.flat();
    await Promise.all(open.map(ownFolder));
    await Promise.all(open.map(closeSession));
    await Promise.all([...watched.pid].map((pid) => endTree(Number(pid))));
    await Promise.all(open.map((folder) => endSession(folder)));
    for (const mark of watched.mark) await killStarting(mark);
    for (const folder of open) if (await recoverFrom(folder)) await endSessionFolder(folder);
    process.stdin.destroy();
  }
}

/**
 * Where it recorded when we died. What recovers is much, and seldom needed: the debug adapter's bundle has it, with what reads logs in the
 * bundles beside it. False where one is missing, as while Heatline is updated: the folder is left to the next session.
 */
async function recoverFrom(sessionFolder: string): Promise<boolean> {
  if (!existsSync(sessionFolder)) return true;
  if (!logReaders.every((file) => existsSync(path.join(__dirname, file)))) return false;
  const recovery: Pick<typeof recovered, "recoverRun"> | undefined = await import(debugAdapter).catch((error: unknown) => {
    if (unusableOwnFile(error, __dirname) === undefined) throw error;
  });
  await recovery?.recoverRun(sessionFolder);
  return recovery !== undefined;
}

/** Kills a process that we were starting when we died: it may not have had its own environment until a moment ago. */
async function killStarting(mark: string): Promise<void> {
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    const found = findStartedProcesses(startVariable, mark);
    for (const pid of found) signalTree(pid, "SIGKILL");
    if (found.length > 0) return;
    await delay(startingMs);
  }
}

void main();
