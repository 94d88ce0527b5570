import { markDistinct } from "./distinct-stacks.ts";
import { certainties, type StackTable } from "./profile.ts";
import { nearRow, RowSlots } from "./row-slots.ts";

const unknown = certainties.indexOf("unknown");
/** Columns: prefix, func, line, column, certainty, extra. */
const width = 6;

/** Builds a StackTable in which equal frames on equal prefixes share a row. `extra` distinguishes rows that are otherwise equal. */
export class StackInterner {
  /** Rows one after the other, `width` values each. */
  #values: Int32Array<ArrayBuffer>;
  #length = 0;
  #hasExtras = false;
  readonly #slots: RowSlots;

  /** `expected`: approximate number of rows, to avoid growing. */
  constructor(expected = 1024) {
    this.#values = new Int32Array(Math.max(1, expected) * width);
    this.#slots = new RowSlots(Math.max(500, expected));
  }

  get length(): number {
    return this.#length;
  }

  /** The row of a frame on top of row `prefix` (-1: none), which must already exist. `certainty` is an index in `certainties`. */
  row(prefix: number, func: number, line = 0, column = -1, certainty = unknown, extra = -1): number {
    const values = this.#values;
    const mixed = hash(prefix, func, line, column, certainty, extra);
    const slots = this.#slots;
    let slot = slots.first(nearRow(prefix, mixed));
    for (let probe = 1; ; probe++) {
      const found = slots.at(slot);
      if (found === -1) break;
      const at = found * width;
      const isSameCall = values[at] === prefix && values[at + 1] === func && values[at + 2] === line && values[at + 3] === column;
      if (isSameCall && values[at + 4] === certainty && values[at + 5] === extra) return found;
      slot = slots.next(slot, probe, mixed);
    }
    const row = this.#append(prefix, func, line, column, certainty, extra);
    if (slots.fill(slot, row)) this.#grow();
    return row;
  }

  stacks(): StackTable {
    const count = this.#length;
    const values = this.#values;
    const table = {
      prefix: new Int32Array(count),
      func: new Int32Array(count),
      line: new Int32Array(count),
      column: new Int32Array(count),
      certainty: new Uint8Array(count),
    };
    for (let row = 0, at = 0; row < count; row++, at += width) {
      table.prefix[row] = values[at];
      table.func[row] = values[at + 1];
      table.line[row] = values[at + 2];
      table.column[row] = values[at + 3];
      table.certainty[row] = values[at + 4];
    }
    return this.#hasExtras ? table : markDistinct(table);
  }

  #append(prefix: number, func: number, line: number, column: number, certainty: number, extra: number): number {
    const at = this.#length * width;
    if (at === this.#values.length) {
      const grown = new Int32Array(at * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    const values = this.#values;
    values[at] = prefix;
    values[at + 1] = func;
    values[at + 2] = line;
    values[at + 3] = column;
    values[at + 4] = certainty;
    values[at + 5] = extra;
    this.#hasExtras ||= extra !== -1;
    return this.#length++;
  }

  #grow(): void {
    this.#slots.grow();
    const values = this.#values;
    for (let row = 0; row < this.#length; row++) {
      const at = row * width;
      const [prefix, func, line] = [values[at], values[at + 1], values[at + 2]];
      const mixed = hash(prefix, func, line, values[at + 3], values[at + 4], values[at + 5]);
      this.#slots.place(row, nearRow(prefix, mixed), mixed);
    }
  }
}

function hash(prefix: number, func: number, line: number, column: number, certainty: number, extra: number): number {
  let value = Math.imul(prefix + 1, 0x9e3779b1);
  value = Math.imul(value ^ (func + 1), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13) ^ (line + 1), 0xc2b2ae35);
  value = Math.imul(value ^ (value >>> 15) ^ (column + 2), 0x27d4eb2f);
  value = Math.imul(value ^ (value >>> 14) ^ (certainty + 7 * (extra + 1)), 0x165667b1);
  return value ^ (value >>> 16);
}
