import { readlinkSync } from "node:fs";
import os from "node:os";
import { currentPlatform } from "./current-platform.ts";

/**
 * Lowers the calling thread's priority. Does nothing except on Linux, as elsewhere it would affect the whole process. False if not possible
 * or not allowed.
 */
export function lowerThreadPriority(niceness: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform !== "linux") return false;
  try {
    os.setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), niceness);
    return true;
  } catch (error) {
    // A sandbox may forbid it, which does no harm.
    if (!(error instanceof Error && "code" in error)) throw error;
    return false;
  }
}
