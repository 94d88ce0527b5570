import { PathKeys } from "../profile/path-keys.ts";
import type { TickColumn } from "../units.ts";

/** Sums ticks per key once per path: while a key is on the path from the root, deeper occurrences add nothing. */
export class PathTotals {
  readonly #onPath: PathKeys;
  readonly #parts: number;
  /** `parts` sums per key. */
  readonly totals: Float64Array;

  constructor(keys: number, parts: number) {
    this.#onPath = new PathKeys(keys);
    this.#parts = parts;
    this.totals = new Float64Array(keys * parts);
  }

  /** Adds `values[offset…offset + parts)` to a key unless it is already on the path; -1 means no key. */
  enter(key: number, values: TickColumn, offset: number): void {
    if (!this.#onPath.enter(key)) return;
    const parts = this.#parts;
    for (let part = 0; part < parts; part++) {
      this.totals[key * parts + part] = (this.totals[key * parts + part] as number) + (values[offset + part] as number);
    }
  }

  leave(key: number): void {
    this.#onPath.leave(key);
  }

  isOnPath(key: number): boolean {
    return this.#onPath.has(key);
  }

  /** Sum of a key's parts. */
  total(key: number): number {
    let sum = 0;
    for (let part = 0; part < this.#parts; part++) sum += this.totals[key * this.#parts + part] as number;
    return sum;
  }
}
