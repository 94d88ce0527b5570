import { inSteps } from "../budget.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import type { SourceStackTable } from "../sources/source-profile.ts";

/** The functions of own code on each stack, callers first, as a tree of chains: stacks that differ in other code, or in lines, have the same. */
export class OwnChains {
  readonly #parent: readonly number[];
  readonly #depth: Int32Array;
  /** By row of the stack table that of its chain; -1 without own code. */
  readonly of: Int32Array;

  constructor(own: Int32Array, { prefix, func }: Pick<SourceStackTable, "prefix" | "func">) {
    const chains = new NumberPairs();
    const of = new Int32Array(own.length).fill(-1);
    inSteps(own.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const caller = prefix[row];
        const before = caller === -1 ? -1 : of[caller];
        of[row] = own[row] === row ? chains.row(before, func[row]) : before;
      }
    });
    this.of = of;
    this.#parent = chains.first;
    this.#depth = new Int32Array(chains.length);
    // A chain's callers precede it.
    for (let chain = 0; chain < chains.length; chain++) {
      const parent = chains.first[chain];
      this.#depth[chain] = parent === -1 ? 0 : this.#depth[parent] + 1;
    }
  }

  /** The chain that two others begin with; -1: none. */
  common(one: number, other: number): number {
    let [a, b] = [one, other];
    while (a !== b) {
      if (a === -1 || b === -1) return -1;
      if (this.#depth[a] >= this.#depth[b]) a = this.#parent[a];
      else b = this.#parent[b];
    }
    return a;
  }

  /** The chain that another begins with and that is one function longer than `start`, which it begins with, too; -1 if it is no longer. */
  next(start: number, chain: number): number {
    let at = chain;
    while (at !== start && at !== -1 && this.#parent[at] !== start) at = this.#parent[at];
    return at === start ? -1 : at;
  }
}
