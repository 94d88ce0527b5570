import type { CodeTable } from "./code-table.ts";
import { DoubleColumn, IntColumn } from "./columns.ts";
import { NumberMap } from "./number-map.ts";
import { PrefixPairs } from "./prefix-pairs.ts";

/** Larger offsets share one frame: no code is that large. */
const offsetLimit = 8_388_608;

/**
 * Frames and stacks as logged, before inlined calls are expanded: a frame is an offset in a code object, so it stays the same when the code
 * moves; a stack is a frame on top of another stack. Each distinct one is stored once.
 */
export class RawStacks {
  /** Code of each frame, or -1 for native code outside V8's own, whose `offset` is an address. */
  readonly code = new IntColumn();
  readonly offset = new DoubleColumn();
  /** 1 if the frame is the program counter, 0 if a return address (or an interpreter's offset). */
  readonly isTop = new IntColumn();
  readonly #codes: CodeTable;
  readonly #byCode = new NumberMap(1 << 14);
  readonly #byAddress = new NumberMap();
  readonly #cached = new NumberMap(1 << 14);
  readonly #stacks = new PrefixPairs();

  constructor(codes: CodeTable) {
    this.#codes = codes;
  }

  get prefix(): IntColumn {
    return this.#stacks.prefix;
  }

  /** Row of frames. */
  get frame(): IntColumn {
    return this.#stacks.item;
  }

  /** The frame at a return address or an interpreter's position. */
  frameAt(address: number): number {
    const cached = this.#cached.get(address);
    if (cached >= 0 && this.#codes.start.at(this.code.at(cached)) + this.offset.at(cached) === address) return cached;
    const frame = this.#resolve(address, 0);
    if (this.code.at(frame) >= 0) this.#cached.set(address, frame);
    return frame;
  }

  /** The frame at the program counter. */
  topAt(address: number): number {
    return this.#resolve(address, 1);
  }

  /** Current address of a stack's innermost frame. */
  addressOf(stack: number): number {
    const frame = this.frame.at(stack);
    const code = this.code.at(frame);
    return this.offset.at(frame) + (code < 0 ? 0 : this.#codes.start.at(code));
  }

  /** The stack of a frame on top of a stack (or -1). */
  stackOf(prefix: number, frame: number): number {
    return this.#stacks.row(prefix, frame);
  }

  #resolve(address: number, isTop: number): number {
    const code = this.#codes.find(address);
    const offset = code < 0 ? address : Math.min(address - this.#codes.start.at(code), offsetLimit - 1);
    const index = code < 0 ? this.#byAddress : this.#byCode;
    const key = (code < 0 ? address * 2 : (code * offsetLimit + offset) * 2) + isTop;
    const known = index.get(key);
    if (known >= 0) return known;
    const frame = this.code.push(code);
    this.offset.push(offset);
    this.isTop.push(isTop);
    index.set(key, frame);
    return frame;
  }
}
