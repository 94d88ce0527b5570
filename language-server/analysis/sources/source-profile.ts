import type { Source } from "./source.ts";
import type { Position, SampleTable, StackTable } from "../profile/profile.ts";
import type { Microseconds } from "../units.ts";

/** Functions after source maps, one row each, the same row in every thread. */
export interface SourceFunctionTable {
  /** As the app ran it, never empty: `(anonymous)`, `(top level)`. */
  readonly name: readonly string[];
  /** The name to show of a row: where V8 has none, by what its text says, `some() callback`. The text is parsed when the first is asked for. */
  readonly shownName: (row: number) => string;
  /** Row of SourceProfile.sources, or -1 for native code and V8's pseudo functions. */
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into functionKinds. */
  readonly kind: Uint8Array;
}

export interface SourceStackTable extends StackTable {
  /** Row of SourceProfile.sources that `line` stands in, or -1. In a bundle it may differ from the function's. */
  readonly source: Int32Array;
  /** Row of SourceProfile.candidates where the line is unknown but narrowed down to a few, else -1. */
  readonly candidates: Int32Array;
}

/** As a `Deopt`, where its script's map knows the place. */
interface SourceDeopt extends SourcePosition {
  readonly reason: string;
  readonly count: number;
}

export interface SourceThread {
  readonly name: string;
  readonly stacks: SourceStackTable;
  readonly samples: SampleTable;
  readonly interval: Microseconds;
  readonly deopts: readonly SourceDeopt[];
}

/** A run's samples laid over what a user would open: all threads share sources, functions and candidates. */
export interface SourceProfile {
  readonly sources: readonly Source[];
  readonly functions: SourceFunctionTable;
  readonly candidates: readonly (readonly SourcePosition[])[];
  readonly threads: readonly SourceThread[];
}

export interface SourcePosition extends Position {
  /** Row of SourceProfile.sources. */
  readonly source: number;
}
