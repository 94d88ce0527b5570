import type { CodedText, TextCode, TextValues } from "../../texts/coded-text.ts";
import type { Column, Line, Microseconds } from "../units.ts";

/** Counts odd input, so that a thousand broken lines are one problem. */
export class ProblemCounts {
  readonly #problems = new Map<string, Problem>();

  count(code: TextCode, values?: TextValues, times = 1): void {
    const key = JSON.stringify([code, values]);
    const count = (this.#problems.get(key)?.count ?? 0) + times;
    this.#problems.set(key, { code, ...(values === undefined ? {} : { values }), count });
  }

  list(): readonly Problem[] {
    return [...this.#problems.values()];
  }
}

/** A profile whose calls have positions as far as the text allows. */
export interface LocatedProfile {
  readonly profile: Profile;
  /** For each stack row an index in `sites`, or -1. Only if the line is unknown. */
  readonly candidates: Int32Array;
  /** Possible positions in the script of the row's function, on several lines. */
  readonly sites: readonly (readonly Position[])[];
}

/**
 * The kind of a function, which decides the category of its time. `script`: JavaScript with a source. `native`: a builtin or C++ callback
 * without one. `compile`: parsing and compiling. The rest are V8's pseudo functions; all but `idle` are busy time.
 */
export const functionKinds = ["script", "native", "gc", "program", "idle", "compile", "library"] as const;
export type FunctionKind = (typeof functionKinds)[number];

/** How a position is known. `inferred` positions are shown with ≈; `unknown` ones have line 0. */
export const certainties = ["exact", "repaired", "inferred", "unknown"] as const;
export type Certainty = (typeof certainties)[number];

/** The V8 compiler that produced the code of a sample's innermost JavaScript frame; `none` without such a frame. */
export const tiers = ["none", "interpreted", "baseline", "maglev", "turbofan"] as const;
export type Tier = (typeof tiers)[number];

/** Name of the file that a recording loads into the app, and of everything it evaluates there: readers of tick logs remove its frames. */
export const hooksFile = "heatline-hooks.cjs";

/** Distinct functions, one row each. A function without a source has script -1. Rows are interned: same row, same function. */
export interface FunctionTable {
  readonly name: readonly string[];
  /** Index in ScriptTable, or -1. */
  readonly script: Int32Array;
  /** Where the function starts. Line 1-based (0 unknown), column 0-based (-1 unknown). */
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into functionKinds. */
  readonly kind: Uint8Array;
}

/** Scripts as V8 knew them. `url` is as reported by V8: a file:// URL, a path, `node:…`, `evalmachine.<anonymous>` or empty. */
export interface ScriptTable {
  readonly url: readonly string[];
  /** SHA-256 (hex) of the source in the run folder, or "" if it was not kept. */
  readonly hash: readonly string[];
}

/**
 * A tree of stacks: each row is a frame on top of the stack `prefix` (-1: none). A prefix always precedes its rows. `line` and `column` are
 * the position inside the function: the call site of the next frame, or that of the leaf.
 */
export interface StackTable {
  readonly prefix: Int32Array;
  /** Index in FunctionTable. */
  readonly func: Int32Array;
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** Index into certainties. */
  readonly certainty: Uint8Array;
}

/** Samples in time order. */
export interface SampleTable {
  /** Index in StackTable: the whole stack, innermost frame last. */
  readonly stack: Int32Array;
  /** Time since the start of the window. */
  readonly time: Float64Array;
  /**
   * Worth of each sample in intervals of the profile: shares and times are sums of it, errors depend on the number of samples. Undefined if
   * all are 1, as in every recording of our own.
   */
  readonly weight?: Float64Array | undefined;
  /** Index in tiers, if the recorder knows it. */
  readonly tier?: Uint8Array | undefined;
  /**
   * The stack as recorded, before repairs: an index in StackTable, without restored frames and with logged positions. Undefined if no
   * repair was tried.
   */
  readonly recorded?: Int32Array | undefined;
}

/** Places of scripts whose code was deoptimised since the thread began. */
export interface Deopt {
  /** Index in ScriptTable. */
  readonly script: number;
  readonly line: Line;
  readonly column: Column;
  /** As V8 words it: `wrong map`, `overflow`… */
  readonly reason: string;
  readonly count: number;
}

/** One thread's samples: columnar, immutable, no objects per sample. */
export interface Profile {
  readonly scripts: ScriptTable;
  readonly functions: FunctionTable;
  readonly stacks: StackTable;
  readonly samples: SampleTable;
  /** Mean time between two samples in the window, which is what a tick is worth. Threads of a file whose samples have weights share it. */
  readonly interval: Microseconds;
  /** Undefined if the recorder does not know. */
  readonly deopts?: readonly Deopt[] | undefined;
}

/** Odd input that an importer or the analysis worked around; shown once, never thrown. */
export interface Problem extends CodedText {
  /** How often it occurred; 1 if it is not counted. */
  readonly count: number;
}

export interface Imported {
  readonly profile: Profile;
  readonly problems: readonly Problem[];
}

/** Text of a script as it was compiled, if the log or file has it. */
export interface ImportedScript {
  /** As in the profile's ScriptTable. */
  readonly url: string;
  readonly text: string;
  /** Value of the text's last `sourceMappingURL` comment, or "". */
  readonly sourceMapUrl: string;
}

/** A place in a script or source file. */
export interface Position {
  readonly line: Line;
  readonly column: Column;
}

/** Whether a function, as V8 places it, is a script's top level. */
export function isScriptStart({ name, line, column }: Position & { readonly name: string }): boolean {
  return name === "" && line === 1 && column === 0;
}
