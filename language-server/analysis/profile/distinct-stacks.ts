import { certainties, type StackTable } from "./profile.ts";

const unknown = certainties.indexOf("unknown");

/** Builds a StackTable of rows that are all different, as the caller knows: a StackInterner would look for each. */
export class DistinctStacks {
  #prefix: Int32Array;
  #func: Int32Array;
  #line: Int32Array;
  #column: Int32Array;
  #certainty: Uint8Array;
  #length = 0;

  /** `expected`: approximate number of rows, to avoid growing. */
  constructor(expected: number) {
    const rows = Math.max(16, expected);
    this.#prefix = new Int32Array(rows);
    this.#func = new Int32Array(rows);
    this.#line = new Int32Array(rows);
    this.#column = new Int32Array(rows);
    this.#certainty = new Uint8Array(rows);
  }

  /** As `StackInterner.row`, but a new one. */
  row(prefix: number, func: number, line = 0, column = -1, certainty = unknown): number {
    const row = this.#length++;
    if (row === this.#prefix.length) this.#grow();
    this.#prefix[row] = prefix;
    this.#func[row] = func;
    this.#line[row] = line;
    this.#column[row] = column;
    this.#certainty[row] = certainty;
    return row;
  }

  stacks(): StackTable {
    const count = this.#length;
    return markDistinct({
      prefix: this.#prefix.slice(0, count),
      func: this.#func.slice(0, count),
      line: this.#line.slice(0, count),
      column: this.#column.slice(0, count),
      certainty: this.#certainty.slice(0, count),
    });
  }

  #grow(): void {
    const longer = (column: Int32Array): Int32Array => {
      const grown = new Int32Array(column.length * 2);
      grown.set(column);
      return grown;
    };
    this.#prefix = longer(this.#prefix);
    this.#func = longer(this.#func);
    this.#line = longer(this.#line);
    this.#column = longer(this.#column);
    const certainty = new Uint8Array(this.#prefix.length);
    certainty.set(this.#certainty);
    this.#certainty = certainty;
  }
}

const distinct = new WeakSet<StackTable>();

/** Whether all rows of a table are known to be different. */
export function isDistinct(stacks: StackTable): boolean {
  return distinct.has(stacks);
}

export function markDistinct(stacks: StackTable): StackTable {
  distinct.add(stacks);
  return stacks;
}
