import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import path from "node:path";
import { endWindowsTree } from "./windows-tree.ts";
import { startVariable } from "../processes/watchdog-protocol.ts";

/**
 * Sends a signal to a process and, where it leads a process group, to all in the group. False when neither exists any more. On
 * Windows there are neither groups nor signals: the tree is ended at once.
 */
export function signalTree(pid: number, signal: NodeJS.Signals): boolean {
  if (process.platform === "win32") {
    void endWindowsTree(pid);
    return true;
  }
  const group = sendSignal(-pid, signal);
  const single = sendSignal(pid, signal);
  return group || single;
}

/** Ends a process and all in its group or, on Windows, all that it started; resolves when each has been told to. */
export async function endTree(pid: number): Promise<void> {
  if (process.platform === "win32") await endWindowsTree(pid);
  else signalTree(pid, "SIGKILL");
}

/**
 * Node processes of a session that may not have reported themselves yet, by the session's folder in their environment. Only Linux shows
 * that; elsewhere none. Only Node: a browser or editor that the app opened inherits it too, and is the user's.
 */
export function findSessionProcesses(sessionFolder: string): readonly number[] {
  return processesWith(sessionFolder + path.sep).filter((pid) => executableName(String(pid)).startsWith("node"));
}

/** Processes started with this mark (`startVariable`), and what they started meanwhile. Only Linux shows that; elsewhere none. */
export function findStartedProcesses(mark: string): readonly number[] {
  return processesWith(`${startVariable}=${mark}\0`);
}

/** By a part of the environment that they were started with. */
function processesWith(text: string): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => readProc(pid, "environ").includes(text) && !/^[ZX]$/.test(statFields(pid)[0] ?? "X"))
    .map(Number);
}

/** Whether what we start is to lead a process group. On Windows there is none, and a process of its own there would outlive us. */
export function leadsGroup(platform: NodeJS.Platform = process.platform): boolean {
  return platform !== "win32";
}

/** Whether the process or any of its group still runs. */
export function treeExists(pid: number): boolean {
  if (process.platform === "win32") return sendSignal(pid, 0);
  if (!sendSignal(pid, 0) && !sendSignal(-pid, 0)) return false;
  return process.platform !== "linux" || anyRunning(pid);
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
