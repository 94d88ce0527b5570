import { checkStop } from "../budget.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Seconds, Ticks } from "../units.ts";

/** Busy ticks of all threads in each of `count` equal slices of that length, from the start of the window; later ones are left out. */
export function busyBySeconds({ threads, functions }: SourceProfile, seconds: Seconds, count: number): readonly Ticks[] {
  const idle = functionKinds.indexOf("idle");
  const busy = Array.from({ length: count }, () => 0);
  for (const { stacks, samples } of threads) {
    const { stack, time, weight } = samples;
    for (let index = 0; index < stack.length; index += 1) {
      checkStop(index);
      const row = stack[index];
      if (row !== -1 && functions.kind[stacks.func[row]] === idle) continue;
      const slice = Math.floor(time[index] / (seconds * 1_000_000));
      if (slice >= 0 && slice < count) busy[slice] += weight === undefined ? 1 : weight[index];
    }
  }
  return busy;
}
