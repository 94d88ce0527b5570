import { IntColumn } from "../columns.ts";
import { NumberMap } from "../number-map.ts";

/** Machine code of a builtin that mostly has a frame of its own throughout, or none. */
const partBytes = 32;
const mostParts = 2 ** 16;

/**
 * Which parts of the builtins have a frame of their own, by ticks whose caller is certain: where there is one, the innermost frame
 * recorded is the builtin's caller; where there is none, its caller was lost.
 */
export class BuiltinFrames {
  readonly #parts = new FrameTicks();
  readonly #builtins = new FrameTicks();

  /** `builtin` and `offset` of the program counter in it, with ticks that show it to have a frame there, or to have none. */
  add(builtin: number, offset: number, framed: number, frameless: number): void {
    this.#parts.add(partOf(builtin, offset), framed, frameless);
    this.#builtins.add(builtin, framed, frameless);
  }

  /** How likely it is that there is a frame, 0 to 1: by that part, and where it was not seen by the whole builtin. */
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

  /** Share of those with a frame, as if one tick more had `expected`. */
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
