import { checkStop } from "../budget.ts";
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
    const slots = this.#slots;
    let slot = slots.first(hash);
    for (let probe = 1; ; probe++) {
      const found = slots.at(slot);
      if (found === -1) break;
      if (this.first[found] === first && this.second[found] === second) return found;
      slot = slots.next(slot, probe, hash);
    }
    const row = this.first.push(first) - 1;
    this.second.push(second);
    if (slots.fill(slot, row)) this.#grow();
    return row;
  }

  #grow(): void {
    this.#slots.grow();
    for (let row = 0; row < this.length; row++) {
      checkStop(row);
      const hash = pairHash(this.first[row], this.second[row]);
      this.#slots.place(row, hash, hash);
    }
  }
}
