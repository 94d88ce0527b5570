import { certainties, type Certainty, type Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import { budget as limits, type FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { FunctionInterner } from "./cpuprofile/cpuprofile-functions.ts";
import type { ImportedFile } from "./importer.ts";

/** The worth of samples: the thread's `interval` each, times the weight if samples have one. */
interface SampleWorth {
  readonly interval: Microseconds;
  /** Per thread. */
  readonly weights: readonly (Float64Array | undefined)[];
}

/** Maximum difference between lengths that count as equal, as writers round them, unless it is a good part of a length. */
const rounding: Microseconds = 1;
const roundedPart = 1 / 50;

/**
 * Converts the durations of samples, by thread, to weights with a mean of 1 over the whole file. If all are equal, samples are counted
 * instead. Durations are never negative.
 */
export function sampleWorth(lengths: readonly Float64Array[]): SampleWorth {
  let count = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const thread of lengths) {
    count += thread.length;
    for (let index = 0; index < thread.length; index++) {
      const length = thread[index] as number;
      sum += length;
      if (length < least) least = length;
      if (length > most) most = length;
    }
  }
  const interval = count === 0 ? 0 : most === least ? most : sum / count;
  const isEven = interval === 0 || most - least <= Math.min(rounding, interval * roundedPart);
  return { interval, weights: lengths.map((thread) => (isEven ? undefined : thread.map((length) => length / interval))) };
}

/** A file may name any line and column; those beyond the columns of a stored profile are unknown. */
const largestPlace = 0x7fff_ffff;

function isPlace(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= largestPlace;
}

/** A function as described by a format of whole stacks. */
export interface NamedFunction {
  readonly name: string;
  /** "" for native code. */
  readonly url: string;
  /** Where it starts: line and column 1-based; 0 if unknown. */
  readonly line: number;
  readonly column: number;
}

/** Code without a script. */
export function nativeFunction(name: string): NamedFunction {
  return { name, url: "", line: 0, column: 0 };
}

/** Builds a thread's profile from whole stacks, whose frames name their functions and perhaps positions in them. */
export class StackProfile {
  readonly #budget: FileBudget;
  readonly #functions: FunctionInterner;
  readonly #stacks: StackInterner;
  readonly #stack: number[] = [];
  readonly #times: Microseconds[] = [];
  readonly #lengths: Microseconds[] = [];

  /** `budget` is that of the file, shared by its threads. */
  constructor(budget: FileBudget, stacks = new StackInterner(64), functions = new FunctionInterner(() => "", limits.functions)) {
    this.#budget = budget;
    this.#stacks = stacks;
    this.#functions = functions;
  }

  /** The same stacks, to be given other samples. */
  withoutSamples(budget: FileBudget): StackProfile {
    return new StackProfile(budget, this.#stacks, this.#functions);
  }

  /** Times of its samples, in the order they were added. */
  get times(): readonly Microseconds[] {
    return this.#times;
  }

  functionRow({ name, url, line, column }: NamedFunction): number {
    return this.#functions.row({
      functionName: name,
      url,
      scriptId: "0",
      lineNumber: line - 1,
      columnNumber: Math.max(0, column - 1),
    });
  }

  isScript(func: number): boolean {
    return this.#functions.isScript(func);
  }

  /**
   * The stack of a frame on top of a stack (-1: none), at a line (1-based; 0 unknown) and a column (0-based; -1 unknown) of its function.
   */
  stackRow(under: number, func: number, line = 0, column = -1, certainty: Certainty = "exact"): number {
    this.#budget.takeFrames(1, this.#stacks.length);
    if (!(line > 0 && isPlace(line)) || !this.isScript(func)) return this.#stacks.row(under, func);
    return this.#stacks.row(under, func, line, isPlace(column) ? column : -1, certainties.indexOf(certainty));
  }

  /** Adds `count` samples of a stack, each standing for `length`. Throws a UserError for more than 20 million in total. */
  add(stack: number, time: Microseconds, count: number, length: Microseconds): void {
    this.#budget.takeSamples(count);
    for (let sample = 0; sample < count; sample++) {
      this.#stack.push(stack);
      this.#times.push(time);
      this.#lengths.push(length);
    }
  }

  get lengths(): readonly Microseconds[] {
    return this.#lengths;
  }

  /** `weight` is undefined if each sample is worth `interval`. */
  profile(interval: Microseconds, weight?: Float64Array): Profile {
    return {
      scripts: this.#functions.scripts(),
      functions: this.#functions.functions(),
      stacks: this.#stacks.stacks(),
      samples: { stack: Int32Array.from(this.#stack), time: Float64Array.from(this.#times), weight },
      interval,
    };
  }
}

interface NamedStacks {
  readonly name: string;
  readonly profile: Pick<StackProfile, "lengths" | "profile">;
}

/** Threads of one file; samples are weighted by length if lengths differ. */
export function weighedThreads(threads: readonly NamedStacks[]): ImportedFile["threads"] {
  const { interval, weights } = sampleWorth(threads.map(({ profile }) => Float64Array.from(profile.lengths)));
  return threads.map(({ name, profile }, index) => ({ name, profile: profile.profile(interval, weights[index]), scripts: [] }));
}

/** A file of whole stacks, with samples whose lengths it says. */
export function stackFile(threads: readonly NamedStacks[], facts: Partial<ImportedFile> & Pick<ImportedFile, "problems">): ImportedFile {
  return {
    recorder: "inspector",
    hasPositions: false,
    threads: weighedThreads(threads),
    v8Version: "",
    duration: Math.max(...threads.map(({ profile }) => lengthOf(profile))),
    ...facts,
  };
}

/** Total duration of a thread's samples. */
export function lengthOf({ lengths }: Pick<StackProfile, "lengths">): Microseconds {
  return lengths.reduce((sum, length) => sum + length, 0);
}
