import type { Position, Profile } from "./profile.ts";

/** A profile in which calls have positions where the text tells them. */
export interface LocatedProfile {
  readonly profile: Profile;
  /** Per stack row: row of `sites`, or -1. Only where the line is unknown. */
  readonly candidates: Int32Array;
  /** Positions in the script of the row's function, several lines each. */
  readonly sites: readonly (readonly Position[])[];
}
