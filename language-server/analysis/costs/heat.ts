import type { Share } from "../units.ts";

/** Lower bounds of steps 1 to 7, as shares of the run's busy time: absolute and roughly logarithmic, so a cold file looks cold. */
const thresholds: readonly Share[] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5];

/** Steps go from 0 (cold) to 7 (hot). */
export const heatSteps = thresholds.length + 1;

/** Heat step of a share of busy time. NaN and negative shares are cold. */
export function heatStep(share: Share): number {
  let step = 0;
  for (const threshold of thresholds) if (share >= threshold) step++;
  return step;
}
