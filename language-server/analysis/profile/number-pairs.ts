import { checkStop } from "../budget.ts";
import { pairHash, RowSlots } from "./row-slots.ts";
import type { StackTable } from "./profile.ts";

/** The distinct lines of functions in a table of stacks: a deep one has each of them in thousands of rows. */
interface StackLines {
  /** (function, line) */
  readonly lines: NumberPairs;
  /** By row of the table that of `lines`; -1 if the line is unknown. */
  readonly of: Int32Array;
}

const known = new WeakMap<StackTable, StackLines>();

/** Computed once for a table. */
export function stackLines(stacks: StackTable): StackLines {
  let found = known.get(stacks);
  if (found === undefined) known.set(stacks, (found = madeLines(stacks)));
  return found;
}

function madeLines({ func, line }: StackTable): StackLines {
  const lines = new NumberPairs();
  const of = new Int32Array(func.length).fill(-1);
  for (let row = 0; row < of.length; row++) if (line[row] !== 0) of[row] = lines.row(func[row], line[row]);
  return { lines, of };
}

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
