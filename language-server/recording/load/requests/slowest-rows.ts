import type { Microseconds } from "../../../analysis/units.ts";

/** The slowest of many rows, as a binary heap whose root is the fastest of them. */
export class SlowestRows {
  readonly #slots: Int32Array;
  readonly #latencyOf: (slot: number) => Microseconds;
  #size = 0;

  constructor(most: number, latencyOf: (slot: number) => Microseconds) {
    this.#slots = new Int32Array(most);
    this.#latencyOf = latencyOf;
  }

  get size(): number {
    return this.#size;
  }

  /** There must be room. */
  add(slot: number): void {
    const slots = this.#slots;
    const latency = this.#latencyOf(slot);
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = slots[parent] as number;
      if (this.#latencyOf(above) <= latency) break;
      slots[at] = above;
      at = parent;
    }
    slots[at] = slot;
  }

  /** Takes it instead of the fastest; returns the one that is out: this one, if none is faster. */
  replaceFastest(slot: number): number {
    const fastest = this.#slots[0] as number;
    if (this.#size === 0 || this.#latencyOf(fastest) >= this.#latencyOf(slot)) return slot;
    this.#sink(slot);
    return fastest;
  }

  /** There must be one. */
  removeFastest(): number {
    const fastest = this.#slots[0] as number;
    this.#size -= 1;
    this.#sink(this.#slots[this.#size] as number);
    return fastest;
  }

  /** Puts it where the root was. */
  #sink(slot: number): void {
    const slots = this.#slots;
    const latency = this.#latencyOf(slot);
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#latencyOf(slots[child + 1] as number) < this.#latencyOf(slots[child] as number)) child += 1;
      const below = slots[child] as number;
      if (this.#latencyOf(below) >= latency) break;
      slots[at] = below;
      at = child;
    }
    slots[at] = slot;
  }
}
