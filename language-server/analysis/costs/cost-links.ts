import { checkStop } from "../budget.ts";
import type { LinkedCost } from "./costs.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import type { Ticks } from "../units.ts";

/** Ticks of links between two things (a line and its callees, a function and its callers), counted once per sample. */
export class LinkTable {
  readonly #pairs = new NumberPairs();
  readonly #onPath: number[] = [];
  readonly #ticks: Ticks[] = [];
  readonly #inferred: boolean[] = [];

  /** Index of a link. */
  row(from: number, to: number): number {
    const row = this.#pairs.row(from, to);
    if (row === this.#ticks.length) {
      this.#ticks.push(0);
      this.#onPath.push(0);
      this.#inferred.push(false);
    }
    return row;
  }

  enter(row: number, ticks: Ticks, inferred: boolean): void {
    if (row === -1) return;
    const depth = this.#onPath[row] as number;
    this.#onPath[row] = depth + 1;
    if (depth === 0) this.#ticks[row] = (this.#ticks[row] as number) + ticks;
    if (inferred && ticks > 0) this.#inferred[row] = true;
  }

  leave(row: number): void {
    if (row !== -1) this.#onPath[row] = (this.#onPath[row] as number) - 1;
  }

  /** For every `from` its links, hottest first, at most `limit`. */
  hottest(limit: number, describe: (to: number) => Omit<LinkedCost, "ticks" | "inferred">): ReadonlyMap<number, readonly LinkedCost[]> {
    const rows = new Map<number, number[]>();
    for (let row = 0; row < this.#ticks.length; row++) {
      checkStop(row);
      if (this.#ticks[row] === 0) continue;
      const from = this.#pairs.first[row] as number;
      const known = rows.get(from);
      if (known === undefined) rows.set(from, [row]);
      else known.push(row);
    }
    const hottest = new Map<number, readonly LinkedCost[]>();
    let done = 0;
    for (const [from, links] of rows) {
      checkStop(done++);
      links.sort((a, b) => (this.#ticks[b] as number) - (this.#ticks[a] as number) || a - b);
      hottest.set(
        from,
        links.slice(0, limit).map((row) => {
          const ticks = this.#ticks[row] as number;
          // Not spread, which would call the getter of the name and perhaps parse a source.
          return Object.assign(describe(this.#pairs.second[row] as number), { ticks, inferred: this.#inferred[row] as boolean });
        }),
      );
    }
    return hottest;
  }
}
