import { criticalT } from "../compare/chance/students-t.ts";
import type { Milliseconds, Ticks, Microseconds } from "../units.ts";
import type { Profile, SampleTable } from "../profile/profile.ts";
import { withoutUnused } from "../profile/used-rows.ts";

/** With as many busy samples in all, a share is known to ±2 points, and more starts show little. */
const enoughTicks: Ticks = 2400;
/** Without `--starts`: so that the starts show how much they differ, and end some time. */
export const leastStarts = 5;
export const mostStarts = 100;
/** No further start begins after this time. */
export const patienceMs: Milliseconds = 60_000;

export interface StartsSoFar {
  readonly starts: number;
  readonly busyTicks: Ticks;
  readonly elapsedMs: Milliseconds;
}

/** `asked`: by the user. Time ends what would take too long, however few starts there are. */
export function areEnough({ starts, busyTicks, elapsedMs }: StartsSoFar, asked: number | undefined): boolean {
  if (asked !== undefined) return starts >= asked;
  return starts >= mostStarts || elapsedMs >= patienceMs || (starts >= leastStarts && busyTicks >= enoughTicks);
}

/** Two starts that agree by chance say nothing of others. */
const fewestForMargin = 3;

/** The mean of what single starts took, and half of its 95 % interval, if there are enough of them to know that. */
export function meanOfStarts(each: readonly Milliseconds[]): { readonly eachMs: Milliseconds; readonly marginMs?: Milliseconds } {
  const { length } = each;
  const eachMs = sum(each) / Math.max(1, length);
  if (length < fewestForMargin) return { eachMs };
  const variance = sum(each.map((ms) => (ms - eachMs) ** 2)) / (length - 1);
  return { eachMs, marginMs: criticalT(0.05, length - 1) * Math.sqrt(variance / length) };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0);
}

/** The samples of a profile up to a time of it. */
export function profileUntil(profile: Profile, end: Microseconds): Profile {
  const { samples } = profile;
  const after = samples.time.findIndex((time) => time > end);
  return after === -1 ? profile : withoutUnused({ ...profile, samples: firstOf(samples, after) });
}

function firstOf({ stack, time, weight, tier, recorded }: SampleTable, count: number): SampleTable {
  return {
    stack: stack.slice(0, count),
    time: time.slice(0, count),
    weight: weight?.slice(0, count),
    tier: tier?.slice(0, count),
    recorded: recorded?.slice(0, count),
  };
}
