import { certainties, type Certainty, type Profile } from "../profile/profile.ts";
import { StackInterner } from "../profile/stack-interner.ts";
import type { FileBudget } from "../budget.ts";
import type { Microseconds } from "../units.ts";
import { FunctionInterner } from "./cpuprofile/cpuprofile-functions.ts";
import type { ImportedFile } from "./importer.ts";
import { sampleWorth } from "./sample-weights.ts";

/** What a format of whole stacks says of a function. */
export interface NamedFunction {
  readonly name: string;
  /** "" for native code. */
  readonly url: string;
  /** Where it starts: line from 1, column from 1; 0 unknown. */
  readonly line: number;
  readonly column: number;
}

/** Builds a thread's profile of whole stacks, whose frames tell their functions, and perhaps where in them they stood. */
export class StackProfile {
  readonly #budget: FileBudget;
  readonly #functions = new FunctionInterner(() => "");
  readonly #stacks = new StackInterner(64);
  readonly #stack: number[] = [];
  readonly #times: Microseconds[] = [];
  readonly #lengths: Microseconds[] = [];

  /** `budget`: of the file, which its threads share. */
  constructor(budget: FileBudget) {
    this.#budget = budget;
  }

  /** Of its samples, in the order they were added. */
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

  /** The stack of a frame on top of a stack (-1: none), at a line (from 1; 0 unknown) and a column (from 0; -1 unknown) of its function. */
  stackRow(under: number, func: number, line = 0, column = -1, certainty: Certainty = "exact"): number {
    this.#budget.takeFrames(1, this.#stacks.length);
    if (line <= 0 || !this.isScript(func)) return this.#stacks.row(under, func);
    return this.#stacks.row(under, func, line, column, certainties.indexOf(certainty));
  }

  /** `count` samples of a stack, each of which stands for `length`. Throws a UserError where there are more than 20 million in all. */
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

  /** `weight`: left out where each sample is worth `interval`. */
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

/** Threads of one file, each sample weighed by its length where these differ. */
export function weighedThreads(threads: readonly NamedStacks[]): ImportedFile["threads"] {
  const { interval, weights } = sampleWorth(threads.map(({ profile }) => Float64Array.from(profile.lengths)));
  return threads.map(({ name, profile }, index) => ({ name, profile: profile.profile(interval, weights[index]), scripts: [] }));
}

/** How long a thread's samples stand for together. */
export function lengthOf({ lengths }: Pick<StackProfile, "lengths">): Microseconds {
  return lengths.reduce((sum, length) => sum + length, 0);
}
