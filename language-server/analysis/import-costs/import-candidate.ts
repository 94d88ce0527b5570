import type { Line } from "../units.ts";

/** An import whose module might be loaded when it is first used. */
export interface ImportCandidate {
  /** Where it is, as the run has it: of compiled code, in its source. */
  readonly path: string;
  readonly line: Line;
  readonly specifier: string;
  /** Of the module. */
  readonly name: string;
  /** Positions of candidates that load this one. */
  readonly within: readonly number[];
  /** SHA-256 (hex) of the importing source as it ran; "" if that is not known. */
  readonly hash: string;
}
