import { functionKinds, type Profile } from "../analysis/profile/profile.ts";
import type { Ticks } from "../analysis/units.ts";

/** The sum of all samples' weights without idle ones; a whole number. */
export function countBusyTicks({ samples, stacks, functions }: Profile): Ticks {
  const idle = functionKinds.indexOf("idle");
  let busy = 0;
  samples.stack.forEach((stack, sample) => {
    if (functions.kind[stacks.func[stack] ?? -1] !== idle) busy += samples.weight?.[sample] ?? 1;
  });
  return Math.round(busy);
}
