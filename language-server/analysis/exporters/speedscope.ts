import { type FlameProfile, reduceFlame } from "../flame/flame-reduction.ts";
import type { SourceProfile } from "../sources/source-profile.ts";

/** speedscope's own format with nothing folded: every sample in its order, idle ones too, one profile per thread. */
export function exportSpeedscope(profile: SourceProfile, name: string): FlameProfile {
  return reduceFlame(profile, { name, idle: "show", mostRuns: Number.POSITIVE_INFINITY, smallest: 0 }).flame;
}
