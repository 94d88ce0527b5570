/** Number of neighboring slots that are tried before the search goes on where the hash says. */
const nearProbes = 8;
/** Most rows in one table; its slots take 1 GB then. */
const mostRows = 2 ** 27;

/**
 * The hash table of all interners: finds rows by their values, which the interner stores. Open addressing in a typed array, at most half full; a Map
 * with keys of several numbers would put every key on the heap. To find a row, compare `first`, then each `next`, until one is equal or -1; then `fill`.
 */
export class RowSlots {
  /** Row + 1, or 0 if free. */
  #slots: Int32Array<ArrayBuffer>;
  #mask: number;
  readonly #most: number;
  /** State of the search that `first` began. */
  #slot = 0;
  #probe = 0;
  #hash = 0;

  /** `expected`: approximate number of rows, to avoid growing. */
  constructor(expected: number, most = mostRows) {
    this.#slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.min(most, expected) * 2)));
    this.#mask = this.#slots.length - 1;
    this.#most = most;
  }

  /**
   * The first row to compare, or -1. `near`: equal for rows that are looked up together (`nearRow`), so that they lie side by side; otherwise the
   * hash again. The search begins there and goes on where the hash says.
   */
  first(near: number, hash: number): number {
    this.#slot = near & this.#mask;
    this.#probe = 0;
    this.#hash = hash;
    return (this.#slots[this.#slot] as number) - 1;
  }

  next(): number {
    this.#slot = (++this.#probe === nearProbes ? this.#hash : this.#slot + 1) & this.#mask;
    return (this.#slots[this.#slot] as number) - 1;
  }

  /** Stores a new row where the search ended. True if the table is then too full and must `grow`. */
  fill(row: number): boolean {
    this.#slots[this.#slot] = row + 1;
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
    let found = this.first(near, hash);
    while (found !== -1) found = this.next();
    this.#slots[this.#slot] = row + 1;
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
