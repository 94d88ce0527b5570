import type { Position, Profile } from "./profile.ts";

/** A profile whose calls have positions as far as the text allows. */
export interface LocatedProfile {
  readonly profile: Profile;
  /** For each stack row an index in `sites`, or -1. Only if the line is unknown. */
  readonly candidates: Int32Array;
  /** Possible positions in the script of the row's function, on several lines. */
  readonly sites: readonly (readonly Position[])[];
}
