import { IntColumn } from "../columns.ts";
import { NumberMap } from "../number-map.ts";

/** Size of parts of a builtin's machine code that mostly have a frame of their own throughout, or none. */
const partBytes = 32;
const mostParts = 2 ** 16;

/**
 * Which parts of builtins have a frame of their own, from ticks whose caller is certain: with one, the innermost recorded frame is the
 * builtin's caller; without, the caller was lost.
 */
export class BuiltinFrames {
  readonly #parts = new FrameTicks();
  readonly #builtins = new FrameTicks();

  /** Adds ticks that show `builtin` to have a frame at `offset`, or to have none. */
  add(builtin: number, offset: number, framed: number, frameless: number): void {
    this.#parts.add(partOf(builtin, offset), framed, frameless);
    this.#builtins.add(builtin, framed, frameless);
  }

  /** The same for that part only: a builtin that starts without a frame may build one further on. */
  addToPart(builtin: number, offset: number, framed: number, frameless: number): void {
    this.#parts.add(partOf(builtin, offset), framed, frameless);
  }

  /** The probability of a frame, 0 to 1: from that part, or from the whole builtin if the part was not seen. */
  chance(builtin: number, offset: number): number {
    return this.#parts.share(partOf(builtin, offset), this.#builtins.share(builtin, 0.5));
  }
}

class FrameTicks {
  readonly #rows = new NumberMap(256);
  readonly #framed = new IntColumn();
  readonly #frameless = new IntColumn();

  add(key: number, framed: number, frameless: number): void {
    let row = this.#rows.get(key);
    if (row < 0) {
      this.#frameless.push(0);
      row = this.#framed.push(0);
      this.#rows.set(key, row);
    }
    this.#framed.put(row, this.#framed.at(row) + framed);
    this.#frameless.put(row, this.#frameless.at(row) + frameless);
  }

  /** Share of ticks with a frame, with one additional tick that has `expected`. */
  share(key: number, expected: number): number {
    const row = this.#rows.get(key);
    if (row < 0) return expected;
    const framed = this.#framed.at(row);
    return (framed + expected) / (framed + this.#frameless.at(row) + 1);
  }
}

function partOf(builtin: number, offset: number): number {
  return builtin * mostParts + (offset < 0 ? mostParts - 1 : Math.min(mostParts - 2, Math.floor(offset / partBytes)));
}
