import type { Profile, SampleTable } from "../profile/profile.ts";
import { withoutUnused } from "../profile/used-rows.ts";
import type { Microseconds } from "../units.ts";

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
