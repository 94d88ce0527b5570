/** Number of neighbouring slots that are tried before the search continues at the slot given by the hash. */
const nearProbes = 8;
/** Most rows in one table; its slots take 1 GB then. */
const mostRows = 2 ** 27;

/**
 * The hash table of all interners: finds rows by their values, which the interner stores. Open addressing in a typed array, at most half
 * full; a Map with keys of several numbers would put every key on the heap. To find a row, compare the rows `at` the slots from `first` on,
 * each `next`, until one is equal or -1; then `fill` that slot. The caller searches, as the search's state would cost as much as the rest
 * of it.
 */
export class RowSlots {
  /** Row + 1, or 0 if free. */
  #slots: Int32Array<ArrayBuffer>;
  #mask: number;
  readonly #most: number;

  /** `expected`: approximate number of rows, to avoid growing. */
  constructor(expected: number, most = mostRows) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.min(most, expected) * 2)));
    this.#mask = this.#slots.length - 1;
    this.#most = most;
  }

  /**
   * The first slot to try. `near` is equal for rows that are looked up together (`nearRow`), so that they are in adjacent slots; for all
   * others it is the hash.
   */
  first(near: number): number {
    return near & this.#mask;
  }

  /** The slot to try after `slot`, which was the `probe`th, counted from 1. */
  next(slot: number, probe: number, hash: number): number {
    return (probe === nearProbes ? hash : slot + 1) & this.#mask;
  }

  /** The row in a slot, or -1. */
  at(slot: number): number {
    return this.#slots[slot] - 1;
  }

  /** Stores a new row in a free slot. True if the table is then too full and must `grow`. */
  fill(slot: number, row: number): boolean {
    this.#slots[slot] = row + 1;
    return row * 2 + 2 > this.#slots.length;
  }

  /** Doubles the table and empties it; then every row must be stored again by `place`. Throws a RangeError above `mostRows`. */
  grow(): void {
    if (this.#slots.length / 2 >= this.#most) throw new RangeError(`More than ${this.#most} rows in one table.`);
    this.#slots = new Int32Array(this.#slots.length * 2);
    this.#mask = this.#slots.length - 1;
  }

  /** Stores a row that is known to be new. */
  place(row: number, near: number, hash: number): void {
    let slot = this.first(near);
    for (let probe = 1; this.#slots[slot] !== 0; probe++) slot = this.next(slot, probe, hash);
    this.#slots[slot] = row + 1;
  }
}

/** `near` for the children of a row (-1: none): they are looked up together, and most rows have few. */
export function nearRow(prefix: number, hash: number): number {
  return (prefix + 1) * 2 + (hash & 3);
}

/** A hash of two integers ≥ -1. */
export function pairHash(first: number, second: number): number {
  let value = Math.imul(first + 1, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  return value ^ (value >>> 13);
}
