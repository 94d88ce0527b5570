import { madeOnce } from "../collections.ts";
import { type CountedFunction, type CountedRange, initializerNames, rangesOf } from "./counts.ts";

/** The innermost range of each part of a text, in the order of the text. */
class Ranges {
  readonly #from: number[] = [];
  readonly #owner: (CountedRange | undefined)[] = [];

  constructor(ranges: readonly CountedRange[]) {
    // Outer ones first; of two that are alike the later one is inside.
    const ordered = ranges.toSorted((one, other) => one.start - other.start || other.end - one.end);
    const open: CountedRange[] = [];
    const closeUntil = (offset: number): void => {
      for (let last = open.at(-1); last !== undefined && last.end <= offset; last = open.at(-1)) {
        open.pop();
        this.#begin(last.end, open.at(-1));
      }
    };
    for (const range of ordered) {
      closeUntil(range.start);
      open.push(range);
      this.#begin(range.start, range);
    }
    closeUntil(Infinity);
  }

  at(offset: number): CountedRange | undefined {
    let [low, high] = [0, this.#from.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#from[middle] as number) <= offset) low = middle + 1;
      else high = middle;
    }
    return this.#owner[low - 1];
  }

  #begin(from: number, owner: CountedRange | undefined): void {
    this.#from.push(from);
    this.#owner.push(owner);
  }
}

/**
 * A loop after which V8 reports the count of its body, up to what has another count: `for (let …)` around a closure, where each turn has
 * variables of its own.
 */
export interface RenewedLoop {
  readonly start: number;
  readonly body: number;
  readonly end: number;
  /** Start of the innermost block around it that has a count of its own; -1 for none. */
  readonly block: number;
  /** End of the statements that it is one of. */
  readonly until: number;
  /** Whether nothing but its end leads out of it, so that what follows runs as often as it does. */
  readonly isWhole: boolean;
}

/** Whose code an offset is: of a field of each object, of a class, or neither. */
export type InitializedBy = "instance" | "static" | undefined;

/** How often each place of a script ran in one thread. */
export class ThreadScriptCounts {
  readonly #code: Ranges;
  readonly #initializers: Readonly<Record<"instance" | "static", Ranges>>;
  readonly #loops: readonly RenewedLoop[];
  /** Loops whose count ranges may go on with. */
  readonly #before = new Map<CountedRange, readonly RenewedLoop[]>();

  /** `isClass`: whether a range is that of a class without constructor, as which some versions report the one that V8 makes. */
  constructor(functions: readonly CountedFunction[], loops: readonly RenewedLoop[], isClass: (range: CountedRange) => boolean) {
    const [instance, fixed] = initializerNames;
    const named = (name: string): Ranges => new Ranges(functions.filter((each) => each.name === name).flatMap(rangesOf));
    this.#initializers = { instance: named(instance), static: named(fixed) };
    const code = functions.filter(({ name }) => name !== instance && name !== fixed).map(rangesOf);
    this.#code = new Ranges(code.filter(([whole]) => whole !== undefined && !isClass(whole)).flat());
    this.#loops = loops;
  }

  /** `block`: as of a loop. Undefined where V8 counted nothing, or not exactly. */
  at(offset: number, block: number, by: InitializedBy): number | undefined {
    if (by !== undefined) return this.#initializers[by].at(offset)?.count;
    const owner = this.#code.at(offset);
    if (owner === undefined) return undefined;
    const loops = madeOnce(this.#before, owner, () =>
      this.#loops.filter(({ body, end }) => body <= owner.start && owner.start <= end && owner.end > end),
    );
    const loop = loops.find(({ end, until }) => end <= offset && offset < until);
    // A block after it with as high a count is not reported apart.
    if (loop === undefined || block >= loop.end) return owner.count;
    return loop.isWhole ? this.at(loop.start, loop.block, undefined) : undefined;
  }
}
