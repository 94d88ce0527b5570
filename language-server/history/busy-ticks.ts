import { functionKinds, type Profile } from "../analysis/profile/profile.ts";
import type { Ticks } from "../analysis/units.ts";

/** Samples that are not idle. */
export function countBusyTicks({ samples, stacks, functions }: Profile): Ticks {
  const idle = functionKinds.indexOf("idle");
  let busy = 0;
  for (const stack of samples.stack) if (functions.kind[stacks.func[stack] ?? -1] !== idle) busy += 1;
  return busy;
}
