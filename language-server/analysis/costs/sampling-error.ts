import type { Share, Ticks } from "../units.ts";

export interface Interval {
  readonly low: Share;
  readonly high: Share;
}

/** Two-sided 95 % point of the normal distribution. */
const z = 1.959963984540054;

/** Below this number of ticks a figure is noise. */
export const noiseTicks: Ticks = 10;

/** 95 % Wilson score interval of the share `ticks` of `total`; 0 to 1 if there are no samples. 0 ≤ low ≤ ticks/total ≤ high ≤ 1. */
export function samplingInterval(ticks: Ticks, total: Ticks): Interval {
  if (!(total > 0)) return { low: 0, high: 1 };
  const share = Math.min(1, Math.max(0, ticks / total));
  const zz = (z * z) / total;
  const centre = (share + zz / 2) / (1 + zz);
  const half = (z / (1 + zz)) * Math.sqrt((share * (1 - share)) / total + zz / (4 * total));
  return { low: Math.min(share, Math.max(0, centre - half)), high: Math.max(share, Math.min(1, centre + half)) };
}

/** Half the width of the interval: the ± to show beside a share. */
export function samplingError(ticks: Ticks, total: Ticks): Share {
  const { low, high } = samplingInterval(ticks, total);
  return (high - low) / 2;
}
