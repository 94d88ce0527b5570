import { IntColumn } from "../columns.ts";
import { NumberMap } from "../number-map.ts";

/** More pieces of code than a log can tell of. */
export const codeLimit = 2 ** 26;

/** What one call was seen to call: distinct pieces of code with their ticks. Filled anew for each call, since there are as many calls as stacks. */
export class Callees {
  readonly code: number[] = [];
  readonly ticks: number[] = [];
  /** By code: its row, or -1. */
  readonly #row: Int32Array;

  /** `codes`: how many pieces of code there are. */
  constructor(codes: number) {
    this.#row = new Int32Array(codes).fill(-1);
  }

  get length(): number {
    return this.code.length;
  }

  clear(): void {
    for (const code of this.code) this.#row[code] = -1;
    this.code.length = 0;
    this.ticks.length = 0;
  }

  add(code: number, ticks: number): void {
    const row = this.#row[code] as number;
    if (row >= 0) {
      this.ticks[row] = (this.ticks[row] as number) + ticks;
      return;
    }
    this.#row[code] = this.code.push(code) - 1;
    this.ticks.push(ticks);
  }
}

/** What each frame was seen to call, on whatever stack, with the ticks that show it. */
export class FrameCallees {
  /** Ticks of all callees of a frame. */
  readonly #all: Int32Array;
  /** By frame and callee: a row of `#code` and `#ticks`; a frame's rows are a list that ends with -1. */
  readonly #rows = new NumberMap(1 << 14);
  readonly #first: Int32Array;
  readonly #next = new IntColumn();
  readonly #code = new IntColumn();
  readonly #ticks = new IntColumn();

  constructor(frames: number) {
    this.#all = new Int32Array(frames);
    this.#first = new Int32Array(frames).fill(-1);
  }

  add(frame: number, callee: number, ticks: number): void {
    this.#all[frame] = (this.#all[frame] as number) + ticks;
    const key = frame * codeLimit + callee;
    const row = this.#rows.get(key);
    if (row >= 0) {
      this.#ticks.put(row, this.#ticks.at(row) + ticks);
      return;
    }
    this.#ticks.push(ticks);
    this.#code.push(callee);
    const added = this.#next.push(this.#first[frame] as number);
    this.#rows.set(key, added);
    this.#first[frame] = added;
  }

  /** Ticks that show a callee on the frame. */
  ticksOn(frame: number): number {
    return this.#all[frame] as number;
  }

  /** Adds those of a frame to `callees`. */
  addTo(callees: Callees, frame: number): void {
    for (let row = this.#first[frame] as number; row >= 0; row = this.#next.at(row)) callees.add(this.#code.at(row), this.#ticks.at(row));
  }
}
