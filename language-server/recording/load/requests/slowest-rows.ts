import type { Microseconds } from "../../../analysis/units.ts";

/** The slowest of many rows, as a binary heap whose root is the fastest of them. */
export class SlowestRows {
  readonly #slots: Int32Array;
  /** Beside its slot, so that a comparison reads no other memory. */
  readonly #latency: Float64Array;
  #size = 0;

  constructor(most: number) {
    this.#slots = new Int32Array(most);
    this.#latency = new Float64Array(most);
  }

  get size(): number {
    return this.#size;
  }

  /** There must be room. */
  add(slot: number, latency: Microseconds): void {
    const [slots, latencies] = [this.#slots, this.#latency];
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((latencies[parent] as number) <= latency) break;
      slots[at] = slots[parent] as number;
      latencies[at] = latencies[parent] as number;
      at = parent;
    }
    slots[at] = slot;
    latencies[at] = latency;
  }

  /** Takes it instead of the fastest; returns the one that is out: this one, if none is faster. */
  replaceFastest(slot: number, latency: Microseconds): number {
    const fastest = this.#slots[0] as number;
    if (this.#size === 0 || (this.#latency[0] as number) >= latency) return slot;
    this.#sink(slot, latency);
    return fastest;
  }

  /** There must be one. */
  removeFastest(): number {
    const fastest = this.#slots[0] as number;
    this.#size -= 1;
    this.#sink(this.#slots[this.#size] as number, this.#latency[this.#size] as number);
    return fastest;
  }

  /** Puts it where the root was. */
  #sink(slot: number, latency: Microseconds): void {
    const [slots, latencies, size] = [this.#slots, this.#latency, this.#size];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (latencies[child + 1] as number) < (latencies[child] as number)) child += 1;
      if ((latencies[child] as number) >= latency) break;
      slots[at] = slots[child] as number;
      latencies[at] = latencies[child] as number;
      at = child;
    }
    slots[at] = slot;
    latencies[at] = latency;
  }
}
