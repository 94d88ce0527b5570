import { pairHash, RowSlots } from "./row-slots.ts";

/** Gives every distinct pair of 32-bit integers a row, counted from 0. */
export class NumberPairs {
  readonly first: number[] = [];
  readonly second: number[] = [];
  readonly #slots = new RowSlots(500);

  get length(): number {
    return this.first.length;
  }

  row(first: number, second: number): number {
    const hash = pairHash(first, second);
    let found = this.#slots.first(hash, hash);
    while (found !== -1 && (this.first[found] !== first || this.second[found] !== second)) found = this.#slots.next();
    if (found !== -1) return found;
    const row = this.first.push(first) - 1;
    this.second.push(second);
    if (this.#slots.fill(row)) this.#grow();
    return row;
  }

  #grow(): void {
    this.#slots.grow();
    for (let row = 0; row < this.length; row++) {
      const hash = pairHash(this.first[row] as number, this.second[row] as number);
      this.#slots.place(row, hash, hash);
    }
  }
}
