import { type FlameProfile, reduceFlame } from "../flame/flame-reduction.ts";
import type { SourceProfile } from "../sources/source-profile.ts";

/** speedscope's own format without folding: every sample in order, including idle ones, one profile per thread. */
export function exportSpeedscope(profile: SourceProfile, name: string): FlameProfile {
  return reduceFlame(profile, { name, idle: "show", mostRuns: Number.POSITIVE_INFINITY, smallest: 0, everySample: true }).flame;
}
