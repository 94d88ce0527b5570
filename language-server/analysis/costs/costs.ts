import type { Source } from "../sources/source.ts";
import type { Problem } from "../profile/profile.ts";
import type { Column, Line, Microseconds, Ticks } from "../units.ts";

/** The kind of code that a sample's time was spent in, by its innermost frame. `own` is the workspace outside node_modules. */
export const categories = ["own", "dependency", "node", "native", "gc", "program", "compile"] as const;
export type Category = (typeof categories)[number];

/** Ticks by category; every key is present. */
export type Composition = Readonly<Record<Category, Ticks>>;

/** A place with ticks, as a link target. */
export interface LinkedCost {
  readonly name: string;
  /** Index in Costs.sources, or -1 for native code. */
  readonly source: number;
  readonly line: Line;
  readonly column: Column;
  readonly ticks: Ticks;
  readonly inferred: boolean;
}

/** Part of a line: a call expression or other position with ticks. Only exact recorders have them. */
export interface ColumnCost {
  readonly column: Column;
  /** Exclusive end of the expression on the same line, or -1 if unknown. */
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
  /** The number of samples of these three; differs from the ticks only if samples have weights. */
  readonly selfSamples: number;
  readonly withLibrariesSamples: number;
  readonly totalSamples: number;
  /** The part of totalTicks that repairs added, certain or inferred. The rest is what was recorded. */
  readonly repairedTicks: Ticks;
  /** The part of totalTicks with an inferred position (≈). */
  readonly inferredTicks: Ticks;
  /** Ticks of calls that may be on this line or on another one: not part of the above. */
  readonly candidateTicks: Ticks;
  /** totalTicks by category of the innermost frame. */
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
  /** 0 if it is not in the text. */
  readonly line: Line;
  readonly column: Column;
  /** Whether its place was found by its name (≈). */
  readonly inferred: boolean;
  readonly selfTicks: Ticks;
  readonly withLibrariesTicks: Ticks;
  readonly totalTicks: Ticks;
  readonly selfSamples: number;
  readonly totalSamples: number;
  readonly composition: Composition;
  /**
   * Functions with a source that called this one, hottest first, at most 10; the line is the call site if known, else the caller's start.
   */
  readonly callers: readonly LinkedCost[];
  /** Functions called by this one, including native ones, hottest first, at most 10. */
  readonly callees: readonly LinkedCost[];
}

/** Costs of a run or of what is selected of it. All busy ticks have the same worth: `interval`, the mean over the threads. */
export interface Costs {
  /** All samples, including idle ones. */
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  /** The number of samples, on which errors are based. */
  readonly samples: number;
  readonly busySamples: number;
  readonly interval: Microseconds;
  readonly sources: readonly Source[];
  /** Every line with a tick, hottest by attributed time first, then by total. */
  readonly lines: readonly LineCost[];
  /** Every function with a source and a tick, hottest total first. */
  readonly functions: readonly FunctionCost[];
  /** The same of one source. */
  readonly linesOf: (source: number) => readonly LineCost[];
  readonly functionsOf: (source: number) => readonly FunctionCost[];
  /** Busy time by category. */
  readonly composition: Composition;
  readonly problems: readonly Problem[];
}
