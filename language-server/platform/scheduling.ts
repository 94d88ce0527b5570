import type { Microseconds, Milliseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";
import { readlinkSync } from "node:fs";
import os from "node:os";
import { unlessRefused } from "./refusals.ts";

/** Time in which this process is stopped, as on a machine that sleeps, counts as one step at most. */
const stepMs: Milliseconds = 500;

/** Calls `reached` after this time, in which others could answer: after a pause, what has arrived is read first. Returns what cancels it. */
export function afterAwake(ms: Milliseconds, reached: () => void): () => void {
  let left = ms;
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    const step = Math.min(left, stepMs);
    left -= step;
    // The last step takes no time, but lets messages in.
    timer = setTimeout(step > 0 ? wait : reached, step);
  };
  wait();
  return () => clearTimeout(timer);
}

/** Bounds of the sampling interval that a user may ask for, in microseconds; a platform may have a higher minimum. */
export const samplingBounds = { least: 50, most: 1_000_000 } as const;

/**
 * The shortest sampling interval that V8 can keep. On Windows its sampler sleeps whole milliseconds (`base::OS::Sleep`): below that it
 * samples without pause, which stops the app most of the time and attributes ticks to wrong lines.
 */
export function shortestSamplingInterval(platform: NodeJS.Platform = currentPlatform): Microseconds {
  return platform === "win32" ? 1000 : 50;
}

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
