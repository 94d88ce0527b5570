import type { CodeTable } from "./code-table.ts";
import type { LogLine } from "./lines/log-line.ts";
import type { RawStacks } from "./raw-stacks.ts";

const comma = 44;
const highestAddress = 0xfffffffffffff;

/**
 * Reads the frames of ticks. Most of a stack equals the previous tick's: frames with equal bytes at the end of the line (the outermost
 * ones) are reused without parsing, unless code was added, removed or moved in between.
 */
export class TickFrames {
  /** Stack of the last tick read; -1 if it has no frames. */
  stack = -1;
  /** The innermost frame's address; -1 if there is none. */
  innermost = -1;
  /** True if V8 reports that it lost ticks before this one. */
  isAfterLoss = false;
  readonly #codes: CodeTable;
  readonly #stacks: RawStacks;
  readonly #addresses = new Float64Array(1024);
  /** Start of each address in the line, counted back from the line's end. */
  readonly #starts = new Int32Array(1024);
  /** The previous tick: its bytes, the stacks from its outermost frame on, and where their frames start, counted back from the end. */
  readonly #bytes = new Uint8Array(1 << 14);
  readonly #knownView = new DataView(this.#bytes.buffer);
  #length = 0;
  /** The line's bytes, read eight at a time. */
  #viewed: Uint8Array = this.#bytes;
  #view: DataView = this.#knownView;
  readonly #knownStacks = new Int32Array(1024);
  readonly #knownStarts = new Int32Array(1024);
  #known = 0;
  #changes = -1;

  constructor(codes: CodeTable, stacks: RawStacks) {
    this.#codes = codes;
    this.#stacks = stacks;
  }

  /** Reads the frames up to `end`; differences are relative to `pc`. False if they are invalid. */
  read(line: LogLine, end: number, pc: number): boolean {
    const start = line.position;
    this.isAfterLoss = false;
    const taken = this.#changes === this.#codes.changes ? this.#commonFrames(line.bytes, start, end) : 0;
    const stop = taken > 0 ? end - (this.#knownStarts[taken - 1] as number) : end;
    let count = 0;
    let previous = pc;
    let isRelative = false;
    while (line.position < stop) {
      const at = line.position;
      if (line.next === 111) {
        this.isAfterLoss = true;
        line.skip();
        continue;
      }
      if (line.next !== 48) isRelative = true;
      previous = isRelative ? line.addressFrom(previous) : line.address();
      if (!(previous >= 0) || previous > highestAddress || count + taken >= this.#addresses.length) return false;
      this.#starts[count] = end - at;
      this.#addresses[count++] = previous;
    }
    let stack = taken > 0 ? (this.#knownStacks[taken - 1] as number) : -1;
    this.#known = taken;
    for (let i = count - 1; i >= 0; i--) {
      stack = this.#stacks.stackOf(stack, this.#stacks.frameAt(this.#addresses[i] as number));
      this.#knownStacks[this.#known] = stack;
      this.#knownStarts[this.#known++] = this.#starts[i] as number;
    }
    this.stack = stack;
    if (count > 0) this.innermost = this.#addresses[0] as number;
    else this.innermost = stack < 0 ? -1 : this.#stacks.addressOf(stack);
    this.#remember(line.bytes, start, end, isRelative);
    return true;
  }

  /** How many of the known frames, from the outermost on, are also at the end of this line. */
  #commonFrames(bytes: Uint8Array, start: number, end: number): number {
    const same = this.#commonBytes(bytes, start, end);
    let low = 0;
    let high = this.#known;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#knownStarts[middle - 1] as number) <= same) low = middle;
      else high = middle - 1;
    }
    // The frame must also start there in this line.
    while (
      low > 0 &&
      end - (this.#knownStarts[low - 1] as number) > start &&
      bytes[end - (this.#knownStarts[low - 1] as number) - 1] !== comma
    )
      low -= 1;
    return low;
  }

  /** Number of equal bytes at the ends of this line and the previous one. */
  #commonBytes(bytes: Uint8Array, start: number, end: number): number {
    if (this.#viewed !== bytes) {
      this.#viewed = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    const view = this.#view;
    const knownView = this.#knownView;
    const known = this.#bytes;
    const stop = end - Math.min(this.#length, end - start);
    const shift = this.#length - end;
    let at = end;
    // The bytes of an address make no NaN and no -0.
    while (at - 8 >= stop && view.getFloat64(at - 8) === knownView.getFloat64(at - 8 + shift)) at -= 8;
    while (at > stop && bytes[at - 1] === known[at - 1 + shift]) at -= 1;
    return end - at;
  }

  #remember(bytes: Uint8Array, start: number, end: number, isRelative: boolean): void {
    this.#length = end - start;
    this.#changes = this.#codes.changes;
    if (isRelative || this.#length > this.#bytes.length) this.#known = 0;
    else this.#bytes.set(bytes.subarray(start, end));
  }
}
