import { readlinkSync } from "node:fs";
import os from "node:os";
import { currentPlatform } from "./current-platform.ts";
import { unlessRefused } from "./refusals.ts";

/**
 * Lowers the calling thread's priority. Does nothing except on Linux, as elsewhere it would affect the whole process. False if not possible
 * or not allowed.
 */
export function lowerThreadPriority(niceness: number, platform: NodeJS.Platform = currentPlatform): boolean {
  if (platform !== "linux") return false;
  // A sandbox may forbid it, which does no harm.
  const lowered = unlessRefused(() => {
    os.setPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)), niceness);
    return true;
  });
  return lowered === true;
}
