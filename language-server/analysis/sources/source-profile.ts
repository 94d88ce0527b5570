import type { Source } from "./source.ts";
import type { Position, SampleTable, StackTable } from "../profile/profile.ts";
import type { Microseconds } from "../units.ts";
import { checkStop } from "../budget.ts";

/** Functions after source maps, one row each, shared by all threads. */
interface SourceFunctionTable {
  /** As the app ran it, never empty: `(anonymous)`, `(top level)`. */
  readonly name: readonly string[];
  /** The name to show: for a function that V8 has no name for, from its text, such as `some() callback`. Parses texts on demand. */
  readonly shownName: (row: number) => string;
  /** Index in SourceProfile.sources, or -1 for native code and V8's pseudo functions. */
  readonly source: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** 1 if its place was found by its name, as the text contradicts the recorded one. */
  readonly inferred: Uint8Array;
  /** Index into functionKinds. */
  readonly kind: Uint8Array;
}

export interface SourceStackTable extends StackTable {
  /** Index in SourceProfile.sources of the source that `line` is in, or -1. In a bundle it may differ from the function's. */
  readonly source: Int32Array;
  /** Index in SourceProfile.candidates if the line is unknown but one of a few, else -1. */
  readonly candidates: Int32Array;
  /** Number of the row's function, source, line and column among the table's distinct ones; -1 if the line is unknown. */
  readonly frame: Int32Array;
}

/** A `Deopt` with its place in a source, if its script's map has it. */
interface SourceDeopt extends SourcePosition {
  readonly reason: string;
  readonly count: number;
}

export interface SourceThread {
  /** In its run. */
  readonly id: number;
  readonly name: string;
  readonly stacks: SourceStackTable;
  readonly samples: SampleTable;
  readonly interval: Microseconds;
  readonly deopts: readonly SourceDeopt[];
}

/** A run's samples mapped to the sources a user would open: all threads share sources, functions and candidates. */
export interface SourceProfile {
  readonly sources: readonly Source[];
  readonly functions: SourceFunctionTable;
  readonly candidates: readonly (readonly SourcePosition[])[];
  readonly threads: readonly SourceThread[];
}

export interface SourcePosition extends Position {
  /** Index in SourceProfile.sources. */
  readonly source: number;
}

/** For each stack row itself or the nearest caller that is own code on a known line, or -1. */
export function ownRows({ functions, sources }: SourceProfile, { stacks }: Pick<SourceThread, "stacks">): Int32Array {
  const { prefix, func } = stacks;
  const own = new Int32Array(prefix.length);
  for (let row = 0; row < own.length; row++) {
    checkStop(row);
    const source = sourceOf(functions, stacks, row);
    const isOwn = functions.source[func[row]] !== -1 && sources[source]?.category === "own" && stacks.line[row] > 0;
    const caller = prefix[row];
    own[row] = isOwn ? row : caller === -1 ? -1 : own[caller];
  }
  return own;
}

/** The source that a stack row is in, or -1. */
export function sourceOf(functions: SourceProfile["functions"], { func, source }: SourceThread["stacks"], row: number): number {
  const place = source[row];
  return place === -1 ? functions.source[func[row]] : place;
}
