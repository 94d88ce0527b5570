import type { DiffOptions, FunctionDifference, LineDifference, RunDifference } from "../../analysis/compare/diff.ts";
import type { Difference } from "../../analysis/compare/significance.ts";
import type { Column, Line, Share } from "../../analysis/units.ts";

/** What the analysis worker is asked about a comparison, and what it answers: see `analysis-messages.ts`. */

export interface CompareParams {
  readonly base: Uint8Array;
  readonly units: DiffOptions["units"];
  readonly by: DiffOptions["by"];
  /** Most rows of each table. */
  readonly limit: number;
}

export interface CompareView {
  readonly busy: Difference;
  readonly composition: RunDifference["composition"];
  /** Factor that all code has in common. */
  readonly drift: number;
  readonly functions: readonly FunctionDifference[];
  readonly lines: readonly (LineDifference & { readonly functionName: string })[];
  readonly functionCounts: Readonly<Record<Difference["verdict"], number>>;
  readonly lineCounts: Readonly<Record<Difference["verdict"], number>>;
  /** How much of the base's busy own code was found again, 0 to 1. */
  readonly matched: Share;
}

/** A function by its place in the run, as it ran. */
export interface FunctionChange extends Difference {
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
}

/** A line of the text as it is now. */
export interface FileDifference extends Difference {
  readonly line: Line;
}
