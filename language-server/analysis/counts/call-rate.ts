import type { Milliseconds, Share } from "../units.ts";

export interface Calls {
  /** For a request. */
  readonly calls: number;
  /** CPU time of all of them together, with all that they call. */
  readonly perRequest: Milliseconds;
  /** Of the run's busy time: without other own code that they call. */
  readonly ownShare: Share;
}

/** What costs less is neither. */
const leastShare: Share = 0.1;
const manyCalls = 500;
const shortCall: Milliseconds = 0.02;
const fewCalls = 20;
const longCall: Milliseconds = 0.5;

/**
 * `often`: many calls of little time each, so that calling it less helps. `slow`: few calls that take long, so that the call itself has to become
 * faster. Undefined for what is neither, or costs little.
 */
export function callRate({ calls, perRequest, ownShare }: Calls): "often" | "slow" | undefined {
  if (ownShare < leastShare || calls <= 0) return undefined;
  const each = perRequest / calls;
  if (calls >= manyCalls && each <= shortCall) return "often";
  return calls <= fewCalls && each >= longCall ? "slow" : undefined;
}
