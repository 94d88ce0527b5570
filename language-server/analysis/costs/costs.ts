import type { Source } from "../sources/source.ts";
import type { Problem } from "../profile/profile.ts";
import type { Column, Line, Microseconds, Ticks } from "../units.ts";

/** What kind of code a sample's time was spent in, by its innermost frame. `own` is the workspace outside node_modules. */
export const categories = ["own", "dependency", "node", "native", "gc", "program", "compile"] as const;
export type Category = (typeof categories)[number];

/** Ticks by category; every key is present. */
export type Composition = Readonly<Record<Category, Ticks>>;

/** A place with ticks, as a link target. */
export interface LinkedCost {
  readonly name: string;
  /** Row of Costs.sources, or -1 for native code. */
  readonly source: number;
  readonly line: Line;
  readonly column: Column;
  readonly ticks: Ticks;
  readonly inferred: boolean;
}

/** Part of a line: one call expression or other position that ticks were attributed to. Exact recorders know it, the inspector does not. */
export interface ColumnCost {
  readonly column: Column;
  /** Exclusive end of the expression on the same line, or -1 where unknown. */
  readonly endColumn: Column;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  readonly totalTicks: Ticks;
}

/** self ≤ withLibraries ≤ total for a line of own code; self ≤ total ≤ busy for every line. */
export interface LineCost {
  readonly source: number;
  readonly line: Line;
  readonly selfTicks: Ticks;
  /** Samples in which this is the innermost own-code line; 0 for other code. */
  readonly withLibrariesTicks: Ticks;
  /** Samples with this line anywhere on the stack, counted once per sample. */
  readonly totalTicks: Ticks;
  /** How many samples these three are; they differ from the ticks only where samples have weights. */
  readonly selfSamples: number;
  readonly withLibrariesSamples: number;
  readonly totalSamples: number;
  /** The part of totalTicks that repairs put there, certain or inferred. Without it the line has what the recorder itself says. */
  readonly repairedTicks: Ticks;
  /** The part of totalTicks that rests on an inferred position (≈). */
  readonly inferredTicks: Ticks;
  /** Ticks of calls that may stand on this line, but could as well stand on another: never part of the above. */
  readonly candidateTicks: Ticks;
  /** What totalTicks are made of, by the category of the innermost frame. */
  readonly composition: Composition;
  /** Native and builtin code that ran directly under this line, hottest first, at most 5. Part of selfTicks. */
  readonly natives: readonly { readonly name: string; readonly ticks: Ticks }[];
  /** Functions called from this line, hottest first, at most 5. */
  readonly callees: readonly LinkedCost[];
  readonly columns: readonly ColumnCost[];
}

export interface FunctionCost {
  readonly source: number;
  readonly name: string;
  readonly line: Line;
  readonly column: Column;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  readonly totalTicks: Ticks;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly composition: Composition;
  /** Functions with a source that called this one, hottest first, at most 10; line is the call site where known, else the caller's start. */
  readonly callers: readonly LinkedCost[];
  /** Functions that this one called, native ones included, hottest first, at most 10. */
  readonly callees: readonly LinkedCost[];
}

/** Costs of the selected threads of one run. All busy ticks have the same worth, the mean of their threads' intervals: `interval`. */
export interface Costs {
  /** All samples, idle ones included. */
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** How many samples these are: errors go by them. */
  readonly samples: number;
  readonly busySamples: number;
  readonly interval: Microseconds;
  readonly sources: readonly Source[];
  /** Every line with a tick, hottest with libraries first, then by total. */
  readonly lines: readonly LineCost[];
  /** Every function with a source and a tick, hottest total first. */
  readonly functions: readonly FunctionCost[];
  /** What the busy time is made of. */
  readonly composition: Composition;
  readonly problems: readonly Problem[];
}
