import type { Share, Ticks } from "../units.ts";

/** The time by which code is coloured, ranked and compared; only own code has attributed time (`withLibraries`). */
export type HeatBy = "withLibraries" | "self" | "total";

/** Heat in the code can also follow what lines waited for, or what functions allocate, which is no time of the CPU. */
export type HeatChoice = HeatBy | "waiting" | "allocated";

/** Where only time can be shown. */
export function timeHeat(choice: HeatChoice): HeatBy {
  return choice === "waiting" || choice === "allocated" ? "withLibraries" : choice;
}

export interface CostTicks {
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  readonly totalTicks: Ticks;
}

/** Code other than the user's own has no attributed time; its heat follows self. */
export function heatTicks(cost: CostTicks, heatBy: HeatBy, own: boolean): Ticks {
  if (heatBy === "total") return cost.totalTicks;
  return heatBy === "withLibraries" && own ? cost.withLibrariesTicks : cost.selfTicks;
}

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
