import { readlinkSync } from "node:fs";
import os from "node:os";
import { currentPlatform } from "./current-platform.ts";

/**
 * Gives way to others by so many steps. Only Linux knows a priority per thread; elsewhere it would be that of the whole process, which has more to do, and
 * nothing is done. False also where it is forbidden.
 */
export function lowerThreadPriority(niceness: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform !== "linux") return false;
  try {
    os.setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), niceness);
    return true;
  } catch (error) {
    // A sandbox may forbid it; it is only manners.
    if (!(error instanceof Error && "code" in error)) throw error;
    return false;
  }
}
