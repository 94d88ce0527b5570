import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { currentPlatform } from "./current-platform.ts";
import { endWindowsTree } from "./windows-tree.ts";

/**
 * Sends a signal to a process and, where it leads a process group, to all in the group. False when neither exists any more. On
 * Windows there are neither groups nor signals: the tree is ended at once.
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

/** Ends a process and all in its group or, on Windows, all that it started; resolves when each has been told to. */
export async function endTree(pid: number, platform: NodeJS.Platform = currentPlatform): Promise<void> {
  if (platform === "win32") await endWindowsTree(pid);
  else signalTree(pid, "SIGKILL", platform);
}

/**
 * Node processes of a session that may not have reported themselves yet, by the session's folder in their environment. Only Linux shows
 * that; elsewhere none. Only Node: a browser or editor that the app opened inherits it too, and is the user's.
 */
export function findSessionProcesses(sessionFolder: string, platform: NodeJS.Platform = currentPlatform): readonly number[] {
  return processesWith(sessionFolder + path.sep, platform).filter((pid) => executableName(String(pid)).startsWith("node"));
}

/** Processes started with this variable in their environment, and what they started meanwhile. Only Linux shows that; elsewhere none. */
export function findStartedProcesses(variable: string, value: string, platform: NodeJS.Platform = currentPlatform): readonly number[] {
  return processesWith(`${variable}=${value}\0`, platform);
}

/** By a part of the environment that they were started with. */
function processesWith(text: string, platform: NodeJS.Platform): readonly number[] {
  if (platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProc(pid, "environ").includes(text) && !/^[ZX]$/.test(statFields(pid)[0] ?? "X"))
    .map(Number);
}

/** Whether what we start is to lead a process group. On Windows there is none, and a process of its own there would outlive us. */
export function leadsGroup(platform: NodeJS.Platform = currentPlatform): boolean {
  return platform !== "win32";
}

/** Whether the process or any of its group still runs. */
export function treeExists(pid: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform === "win32") return sendSignal(pid, 0);
  if (!sendSignal(pid, 0) && !sendSignal(-pid, 0)) return false;
  return platform !== "linux" || anyRunning(pid);
}

/**
 * Linux keeps the numbers of the dead until they are reaped, which in a container without an init may be never: only the state in
 * /proc tells. Fields of `stat` after the name in parentheses (proc(5)): state, parent, group.
 */
function anyRunning(pid: number): boolean {
  return readdirSync("/proc").some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const [state, , group] = statFields(name);
    return state !== undefined && state !== "Z" && state !== "X" && (name === String(pid) || group === String(pid));
  });
}

function statFields(pid: string): readonly string[] {
  const text = readProc(pid, "stat");
  return text === "" ? [] : text.slice(text.lastIndexOf(")") + 2).split(" ");
}

/** Of the file, not of the command line, which `process.title` changes. */
function executableName(pid: string): string {
  try {
    return path.basename(readlinkSync(`/proc/${pid}/exe`));
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}

/** "" for a process that has ended between the listing and the reading, or is not ours. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error) return "";
    throw error;
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    // ESRCH: it is gone, which is what we want. EPERM: it is no longer ours (a reused number).
    if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")) return false;
    throw error;
  }
}
