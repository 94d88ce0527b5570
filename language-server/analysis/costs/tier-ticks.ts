import { functionKinds, tiers, type Tier } from "../profile/profile.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";

/** Ticks by the compiler of the code that ran: `turbofan` is optimised, `interpreted` is not (yet, or no longer). */
export type TierTicks = Readonly<Record<Tier, Ticks>>;

const idle = functionKinds.indexOf("idle");

/** Self ticks by function and tier. An inlined function ran in the code of its caller. Empty if no thread's recorder knows tiers. */
export function tierTicks({ functions, threads }: SourceProfile): ReadonlyMap<number, TierTicks> {
  const counts = new Map<number, Record<Tier, Ticks>>();
  for (const { stacks, samples } of threads) {
    if (samples.tier === undefined) continue;
    const script = new Int32Array(stacks.prefix.length);
    for (let row = 0; row < script.length; row++) {
      const prefix = stacks.prefix[row];
      const func = stacks.func[row];
      script[row] = functions.source[func] !== -1 ? func : prefix === -1 ? -1 : script[prefix];
    }
    for (let sample = 0; sample < samples.stack.length; sample++) {
      const row = samples.stack[sample];
      const func = row === -1 ? -1 : script[row];
      if (func === -1 || functions.kind[stacks.func[row]] === idle) continue;
      const tier = tiers[samples.tier[sample]] ?? "none";
      const known = counts.get(func) ?? { none: 0, interpreted: 0, baseline: 0, maglev: 0, turbofan: 0 };
      known[tier] += 1;
      counts.set(func, known);
    }
  }
  return counts;
}
