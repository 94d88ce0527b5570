import { isRefusal } from "./refusals.ts";
import { setTimeout as delay } from "node:timers/promises";
import type { Milliseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";
import { listWindowsProcesses, terminate } from "./windows-tree.ts";

const longestExitMs: Milliseconds = 10_000;
const pauseMs: Milliseconds = 100;

/**
 * Call when a sampled process has run its last code. On Windows it may then never end: V8's sampler suspends the exiting thread, and the
 * exit ends the sampler before it resumes the thread. True if the process was stuck, and has been killed.
 */
export async function endIfStuck(
  { pid, ppid }: { readonly pid: number; readonly ppid: number },
  platform: NodeJS.Platform = currentPlatform,
  limitMs = longestExitMs,
): Promise<boolean> {
  if (platform !== "win32") return false;
  for (const end = Date.now() + limitMs; Date.now() < end;) {
    if (!processExists(pid)) return false;
    await delay(pauseMs);
  }
  // Its id may belong to another process by now.
  if (!(await listWindowsProcesses()).some((each) => each.pid === pid && each.ppid === ppid)) return false;
  return terminate(pid);
}

/** Whether a process with this id exists, ours or not. */
export function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isRefusal(error) && error.code === "EPERM";
  }
}
