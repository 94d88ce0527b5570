import type { Microseconds } from "../analysis/units.ts";
import { currentPlatform } from "./current-platform.ts";
/** Bounds of the sampling interval that a user may ask for, in microseconds; a platform may have a higher minimum. */
export const samplingBounds = { least: 50, most: 1_000_000 } as const;

/**
 * The shortest sampling interval that V8 can keep. On Windows its sampler sleeps whole milliseconds (`base::OS::Sleep`): below that it
 * samples without pause, which stops the app most of the time and attributes ticks to wrong lines.
 */
export function shortestSamplingInterval(platform: NodeJS.Platform = currentPlatform): Microseconds {
  return platform === "win32" ? 1000 : 50;
}
