import { nearRow, pairHash, RowSlots } from "../profile/row-slots.ts";
import { IntColumn } from "./columns.ts";

/** Stacks as rows: an item (a frame, a place) on top of a prefix row, or of -1 for none. Each distinct pair is one row, counted from 0. */
export class PrefixPairs {
  readonly prefix = new IntColumn();
  readonly item = new IntColumn();
  readonly #slots = new RowSlots(1 << 16);

  get length(): number {
    return this.prefix.length;
  }

  /** The row of an item ≥ 0 on top of row `prefix`, which must already exist. */
  row(prefix: number, item: number): number {
    const hash = pairHash(prefix, item);
    const slots = this.#slots;
    const prefixes = this.prefix.values;
    const items = this.item.values;
    let slot = slots.first(nearRow(prefix, hash));
    for (let probe = 1; ; probe++) {
      const found = slots.at(slot);
      if (found === -1) break;
      if (items[found] === item && prefixes[found] === prefix) return found;
      slot = slots.next(slot, probe, hash);
    }
    this.prefix.push(prefix);
    const row = this.item.push(item);
    if (slots.fill(slot, row)) this.#grow();
    return row;
  }

  #grow(): void {
    this.#slots.grow();
    const [prefixes, items, length] = [this.prefix.values, this.item.values, this.length];
    for (let row = 0; row < length; row++) {
      const prefix = prefixes[row] as number;
      const hash = pairHash(prefix, items[row] as number);
      this.#slots.place(row, nearRow(prefix, hash), hash);
    }
  }
}
