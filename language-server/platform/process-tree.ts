import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";
import { endWindowsTree } from "./windows-tree.ts";
import { clockTickMs, processIds, programOf, readProc, statFields } from "./proc/proc-files.ts";
import { isRefusal } from "./refusals.ts";
import { spawnSync } from "node:child_process";
import { toolOutput, toolSetting } from "./tool-output.ts";

/** How ps(1) lists a process. */
interface ListedProcess {
  readonly pid: number;
  readonly group: number;
  /** Its first letter is `T` for a paused process; further ones do not matter here. */
  readonly state: string;
}

/** One option per column: to the ps of macOS, all that follows `=` is a heading. */
const columns = ["-o", "pid=", "-o", "pgid=", "-o", "state="];
let listing: Promise<readonly ListedProcess[]> | undefined;

/** All processes, where there is no /proc. Calls while one lists share its result. Empty if ps(1) cannot be run. */
function listProcesses(): Promise<readonly ListedProcess[]> {
  listing ??= list().finally(() => (listing = undefined));
  return listing;
}

async function list(): Promise<readonly ListedProcess[]> {
  const lines = String((await toolOutput("/bin/ps", ["-A", ...columns])) ?? "").split("\n");
  return lines.flatMap((line) => {
    const [pid, group, state] = line.trim().split(/\s+/);
    return state === undefined ? [] : [{ pid: Number(pid), group: Number(group), state }];
  });
}

/** Other Node processes whose command line contains `text`, where there is no /proc. None if ps(1) cannot be run. */
function nodesWithArgument(text: string): readonly number[] {
  const { stdout } = spawnSync("/bin/ps", ["-A", "-ww", "-o", "pid=", "-o", "args="], { ...toolSetting(), encoding: "utf8" });
  return Array.from((stdout as string | null)?.matchAll(/^ *(\d+) +(\S+) (.+)$/gm) ?? []).flatMap(([, pid, program = "", args = ""]) =>
    path.basename(program).startsWith("node") && args.includes(text) && Number(pid) !== process.pid ? [Number(pid)] : [],
  );
}

const mostSweeps = 25;
const sweepMs: Milliseconds = 10;

/**
 * Sends a signal to a process, and to its whole group if it leads one. False if neither exists any more. Windows has neither groups nor
 * signals: there it kills the process tree.
 */
export function signalTree(pid: number, signal: NodeJS.Signals, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform === "win32") {
    void endWindowsTree(pid);
    return true;
  }
  const group = sendSignal(-pid, signal);
  const single = sendSignal(pid, signal);
  return group || single;
}

/**
 * Resumes processes, and the groups they lead, after SIGSTOP. Only paused ones get the signal, since an app may handle it. Does nothing on
 * Windows, which has no such signal.
 */
export async function resumeTrees(pids: readonly number[], platform: NodeJS.Platform = currentPlatform): Promise<void> {
  if (platform === "win32" || pids.length === 0) return;
  const trees = new Set(pids);
  const listed = platform === "linux" ? procStates() : await listProcesses();
  // A system that lists none: better a signal too many than an app that stays paused.
  if (listed.length === 0) for (const pid of pids) signalTree(pid, "SIGCONT", platform);
  for (const { pid, group, state } of listed) if (state.startsWith("T") && (trees.has(pid) || trees.has(group))) sendSignal(pid, "SIGCONT");
}

/** Whether a process is paused, by SIGSTOP or a debugger, and can answer nothing. Never on Windows. */
export async function isPaused(pid: number, platform: NodeJS.Platform = currentPlatform): Promise<boolean> {
  if (platform === "win32") return false;
  if (platform === "linux") return /^[Tt]$/.test(statFields(pid)[0] ?? "");
  return (await listProcesses()).some((each) => each.pid === pid && each.state.startsWith("T"));
}

/** Whether a process's main thread sleeps, and what it has used of the CPU so far. Undefined where that cannot be read: on Linux alone. */
export function mainThreadState(
  pid: number,
  platform: NodeJS.Platform = currentPlatform,
): { readonly isAsleep: boolean; readonly cpuMs: Milliseconds } | undefined {
  const fields = platform === "linux" ? statFields(`${pid}/task/${pid}`) : [];
  const [user, system] = [Number(fields[11]), Number(fields[12])];
  return fields.length === 0 ? undefined : { isAsleep: fields[0] === "S", cpuMs: (user + system) * clockTickMs };
}

/** Whether a process still runs; false for one that is dead and has yet to be reaped, where Linux reports it. */
export function isRunning(pid: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform !== "linux") return sendSignal(pid, 0);
  const [state = "X"] = statFields(pid);
  return state !== "Z" && state !== "X";
}

function procStates(): readonly ListedProcess[] {
  return processIds().map((pid) => {
    const [state = "", , group] = statFields(pid);
    return { pid: Number(pid), group: Number(group), state };
  });
}

/** Kills a process with its group or, on Windows, its descendants; resolves when each has been asked to end. */
export async function endTree(pid: number, platform: NodeJS.Platform = currentPlatform): Promise<void> {
  if (platform === "win32") await endWindowsTree(pid);
  else signalTree(pid, "SIGKILL", platform);
}

/**
 * Node processes of a session that may not have reported themselves yet, found by its folder: on Linux in their environment, on macOS in
 * their arguments, where the exact recorder's are; elsewhere none. Only Node: a browser or editor that the app opened inherits the variable,
 * but belongs to the user.
 */
export function findSessionProcesses(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): readonly number[] {
  // ps(1) may replace letters of the folders around it.
  if (platform === "darwin") return nodesWithArgument(path.basename(sessionFolder) + path.sep);
  const ours = sessionFolder + path.sep;
  return processesWith(ours, platform).filter((pid) => path.basename(programOf(pid)).startsWith("node") || isShim(pid, ours));
}

/** Whether it runs the session's own `node`, a script that is about to become the real one. */
function isShim(pid: number, ours: string): boolean {
  return readProc(pid, "cmdline").split("\0")[1]?.startsWith(ours) === true;
}

/**
 * Kills the Node processes of a session, reported or not; resolves when none is left, as far as that can be seen. Each sweep also finds those
 * started meanwhile. Not on Windows.
 */
export async function endSession(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): Promise<void> {
  for (let sweep = 0; sweep < mostSweeps; sweep += 1) {
    const found = findSessionProcesses(sessionFolder, platform);
    if (found.length === 0) return;
    for (const pid of found) signalTree(pid, "SIGKILL", platform);
    await delay(sweepMs);
  }
}

/** Processes started with this variable in their environment, including their descendants. Only on Linux; elsewhere none. */
export function findStartedProcesses(variable: string, value: string, platform: NodeJS.Platform = currentPlatform): readonly number[] {
  return processesWith(`${variable}=${value}\0`, platform);
}

/** Processes whose initial environment contains `text`. */
function processesWith(text: string, platform: NodeJS.Platform): readonly number[] {
  if (platform !== "linux") return [];
  const others = processIds()
    .map(Number)
    .filter((pid) => pid !== process.pid);
  return others.filter((pid) => readProc(pid, "environ").includes(text) && isRunning(pid, platform));
}

/** Whether our child processes should lead a process group. Not on Windows, which has none, and where a detached child would outlive us. */
export function leadsGroup(platform: NodeJS.Platform = currentPlatform): boolean {
  return platform !== "win32";
}

/** Whether the process or any in its group is still running. */
export function treeExists(pid: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform === "win32") return sendSignal(pid, 0);
  if (!sendSignal(pid, 0) && !sendSignal(-pid, 0)) return false;
  return platform !== "linux" || anyRunning(pid);
}

/**
 * Linux keeps ids of dead processes until they are reaped, which in a container without an init may be never, so this reads the state from
 * /proc.
 */
function anyRunning(pid: number): boolean {
  return processIds().some((id) => {
    const [state = "X", , group] = statFields(id);
    return state !== "Z" && state !== "X" && (Number(id) === pid || Number(group) === pid);
  });
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // ESRCH: already gone, as wanted. EPERM: no longer ours (the id was reused).
    if (isRefusal(error) && (error.code === "ESRCH" || error.code === "EPERM")) return false;
    throw error;
  }
}
