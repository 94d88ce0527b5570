import { functionKinds, type Profile } from "../analysis/profile/profile.ts";
import type { Ticks } from "../analysis/units.ts";

/** The sum of all samples' weights without idle ones; a whole number. */
export function countBusyTicks({ samples, stacks, functions }: Profile): Ticks {
  const idle = functionKinds.indexOf("idle");
  let busy = 0;
  for (let sample = 0; sample < samples.stack.length; sample++) {
    const stack = samples.stack[sample] as number;
    if (stack === -1 || functions.kind[stacks.func[stack] as number] !== idle) busy += samples.weight?.[sample] ?? 1;
  }
  return Math.round(busy);
}
