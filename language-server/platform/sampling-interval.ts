import type { Microseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";

/**
 * The shortest interval between ticks that V8 keeps. On Windows its sampler sleeps whole milliseconds (`base::OS::Sleep`): asked for less, it takes
 * one tick after the other without a pause, which stops the app most of the time and puts the ticks on wrong lines.
 */
export function shortestSamplingInterval(platform: NodeJS.Platform = currentPlatform): Microseconds {
  return platform === "win32" ? 1000 : 50;
}
