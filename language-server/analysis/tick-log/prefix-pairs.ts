import { nearProbes, nearSlot, pairHash } from "../profile/slot-probing.ts";
import { IntColumn } from "./columns.ts";

/** Stacks as rows: an item (a frame, a place) on top of another row, or of -1 for none. Each distinct pair is one row, counted from 0. */
export class PrefixPairs {
  readonly prefix = new IntColumn();
  readonly item = new IntColumn();
  /** Open addressing: row + 1, or 0 where free. */
  #slots = new Int32Array(1 << 14);

  get length(): number {
    return this.prefix.length;
  }

  /** The row of an item ≥ 0 on top of row `prefix`, which must be there already. */
  row(prefix: number, item: number): number {
    const slots = this.#slots;
    const mask = slots.length - 1;
    const mixed = pairHash(prefix, item);
    let slot = nearSlot(prefix, mixed, mask);
    for (let probe = 1; ; probe++) {
      const found = slots[slot] as number;
      if (found === 0) break;
      if (this.item.at(found - 1) === item && this.prefix.at(found - 1) === prefix) return found - 1;
      slot = (probe === nearProbes ? mixed : slot + 1) & mask;
    }
    this.prefix.push(prefix);
    const row = this.item.push(item);
    slots[slot] = row + 1;
    if (this.length * 2 > slots.length) this.#repairHash();
    return row;
  }

  #repairHash(): void {
    const slots = new Int32Array(this.#slots.length * 2);
    const mask = slots.length - 1;
    for (let row = 0; row < this.length; row++) {
      const prefix = this.prefix.at(row);
      const mixed = pairHash(prefix, this.item.at(row));
      let slot = nearSlot(prefix, mixed, mask);
      for (let probe = 1; slots[slot] !== 0; probe++) slot = (probe === nearProbes ? mixed : slot + 1) & mask;
      slots[slot] = row + 1;
    }
    this.#slots = slots;
  }
}
