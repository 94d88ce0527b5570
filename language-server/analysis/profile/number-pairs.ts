import { pairHash } from "./slot-probing.ts";

/** Gives every distinct pair of 32-bit integers a row, counted from 0. */
export class NumberPairs {
  readonly first: number[] = [];
  readonly second: number[] = [];
  /** Open addressing: row + 1, or 0 if free. A Map with string keys would put every key on the heap. */
  #slots = new Int32Array(1024);

  get length(): number {
    return this.first.length;
  }

  row(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let slot = pairHash(first, second) & mask;
    for (;;) {
      const found = this.#slots[slot] as number;
      if (found === 0) break;
      if (this.first[found - 1] === first && this.second[found - 1] === second) return found - 1;
      slot = (slot + 1) & mask;
    }
    const row = this.first.push(first) - 1;
    this.second.push(second);
    this.#slots[slot] = row + 1;
    if (this.first.length * 2 > this.#slots.length) this.#repairHash();
    return row;
  }

  #repairHash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let row = 0; row < this.first.length; row++) {
      let slot = pairHash(this.first[row] as number, this.second[row] as number) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.#slots = slots;
  }
}
