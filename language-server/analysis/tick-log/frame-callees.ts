import { IntColumn } from "./columns.ts";
import { NumberMap } from "./number-map.ts";

/** More pieces of code than a log can tell of. */
const codeLimit = 2 ** 26;

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

  /** Code → ticks. */
  of(frame: number): ReadonlyMap<number, number> {
    const callees = new Map<number, number>();
    for (let row = this.#first[frame] as number; row >= 0; row = this.#next.at(row)) callees.set(this.#code.at(row), this.#ticks.at(row));
    return callees;
  }
}
