import type { CodedText } from "../../texts/coded-text.ts";
import type { Column, Line, Microseconds } from "../units.ts";

/**
 * What a function is, and so what its time counts as.
 * `script`: JavaScript with a source. `native`: a builtin or C++ callback without one. `compile`: parsing and compiling.
 * The rest are V8's pseudo functions; `idle` alone is not busy time.
 */
export const functionKinds = ["script", "native", "gc", "program", "idle", "compile", "library"] as const;
export type FunctionKind = (typeof functionKinds)[number];

/** How a position came to be known. `inferred` positions are shown with ≈; `unknown` ones have line 0. */
export const certainties = ["exact", "repaired", "inferred", "unknown"] as const;
export type Certainty = (typeof certainties)[number];

/** Which of V8's compilers made the code of a sample's innermost JavaScript frame; `none` where there is no such frame. */
export const tiers = ["none", "interpreted", "baseline", "maglev", "turbofan"] as const;
export type Tier = (typeof tiers)[number];

/** Name of the file that a recording puts into the app, where it is one, and of all other code that it does: a tick log is read as if it were not there. */
export const hooksFile = "heatline-hooks.cjs";

/** Distinct functions, one row each. A function without a source has script -1. Rows are interned: same row, same function. */
export interface FunctionTable {
  readonly name: readonly string[];
  /** Row of ScriptTable, or -1. */
  readonly script: Int32Array;
  /** Where the function starts. Line 1-based (0 unknown), column 0-based (-1 unknown). */
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into functionKinds. */
  readonly kind: Uint8Array;
}

/** Scripts as V8 knew them. `url` is what V8 reported: a file:// URL, a path, `node:…`, `evalmachine.<anonymous>` or empty. */
export interface ScriptTable {
  readonly url: readonly string[];
  /** SHA-256 (hex) of the source kept in the run folder, or "" where it was not kept. */
  readonly hash: readonly string[];
}

/**
 * A tree of stacks: each row is one frame on top of the stack `prefix` (-1: none). A prefix always precedes its rows.
 * `line` and `column` say where inside the function the execution stood: the call site of the next frame, or the leaf position.
 */
export interface StackTable {
  readonly prefix: Int32Array;
  /** Row of FunctionTable. */
  readonly func: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into certainties. */
  readonly certainty: Uint8Array;
}

/** Samples in time order. */
export interface SampleTable {
  /** Row of StackTable: the whole stack, innermost frame last. */
  readonly stack: Int32Array;
  /** Since the start of the window. */
  readonly time: Float64Array;
  /**
   * What each sample is worth, in intervals of the profile: shares and times are sums of it, and their error goes by the number of samples.
   * Left out where all are worth one, as in every recording of our own.
   */
  readonly weight?: Float64Array | undefined;
  /** Index into tiers, where the recorder knows it. */
  readonly tier?: Uint8Array | undefined;
  /**
   * The stack as it was recorded, before any repair: a row of StackTable without the frames that were put back, at the positions that
   * were logged. Left out where no repair was tried.
   */
  readonly recorded?: Int32Array | undefined;
}

/** Places of scripts whose optimised code was thrown away, since the thread began. */
export interface Deopt {
  /** Row of ScriptTable. */
  readonly script: number;
  readonly line: Line;
  readonly column: Column;
  /** V8's own words: `wrong map`, `overflow`… */
  readonly reason: string;
  readonly count: number;
}

/** One thread's samples: columnar, immutable, no objects per sample. */
export interface Profile {
  readonly scripts: ScriptTable;
  readonly functions: FunctionTable;
  readonly stacks: StackTable;
  readonly samples: SampleTable;
  /** Mean time between two samples in the window: a tick is worth this much. Profiles whose samples have weights share it with all threads of their file. */
  readonly interval: Microseconds;
  /** Left out where the recorder does not know. */
  readonly deopts?: readonly Deopt[] | undefined;
}

/** Odd input that an importer or the analysis noticed and worked round; shown once, never thrown. */
export interface Problem extends CodedText {
  /** How often it occurred; 1 where it is not counted. */
  readonly count: number;
}

export interface Imported {
  readonly profile: Profile;
  readonly problems: readonly Problem[];
}

/** A place in a script or source file. */
export interface Position {
  readonly line: Line;
  readonly column: Column;
}
