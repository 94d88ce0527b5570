import type { DiffOptions, FunctionDifference, LineDifference, RunDifference } from "../analysis/compare/diff.ts";
import type { CostDigest } from "../analysis/compare/cost-digest.ts";
import type { Machine } from "../analysis/compare/machine.ts";
import type { Difference } from "../analysis/compare/significance.ts";
import type { Column, Line, Share, Ticks } from "../analysis/units.ts";

/** Requests and results about a comparison: see `analysis-messages.ts`. */

export interface CompareParams {
  readonly base: Uint8Array;
  readonly units: DiffOptions["units"];
  readonly by: DiffOptions["by"];
  readonly machine: Machine;
  /** Maximum number of rows of each table. */
  readonly limit: number;
}

/** The selected spans with the rest of the run. */
export interface RestView extends CompareView {
  /** Seconds. */
  readonly units: CompareParams["units"];
}

export interface CompareView {
  /** What is compared: figures of each side, all of them of that part alone. */
  readonly sides: { readonly [Side in "base" | "next"]: Pick<CostDigest, "ticks" | "busyTicks" | "busySamples" | "interval"> };
  readonly busy: Difference;
  readonly composition: RunDifference["composition"];
  /** Factor by which all code got slower or faster. */
  readonly drift: number;
  readonly functions: readonly FunctionDifference[];
  readonly lines: readonly (LineDifference & { readonly functionName: string })[];
  readonly functionCounts: Readonly<Record<Difference["verdict"], number>>;
  readonly lineCounts: Readonly<Record<Difference["verdict"], number>>;
  /** Share of the base's busy own code that was matched, 0 to 1. */
  readonly matched: Share;
  /** Names of functions of which too little other code ran to tell. */
  readonly unclear: readonly string[];
  /** Busy samples by slice of each run's load. */
  readonly loadSlices: { readonly base: readonly Ticks[] | undefined; readonly next: readonly Ticks[] | undefined };
}

/** A function with its place in the run, as it ran. */
export interface FunctionChange extends Difference {
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
}

/** A line of the current text. */
export interface FileDifference extends Difference {
  readonly line: Line;
}
