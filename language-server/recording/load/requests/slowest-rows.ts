import type { Microseconds } from "../../../analysis/units.ts";

/** The slowest of many rows, as a binary heap whose root is the fastest of them. It is one from the first row on that is taken out again. */
export class SlowestRows {
  #slots = new Int32Array(1024);
  /** Beside its slot, so that a comparison reads no other memory. */
  #latency = new Float64Array(1024);
  #size = 0;
  #isHeap = false;

  get size(): number {
    return this.#size;
  }

  add(slot: number, latency: Microseconds): void {
    if (this.#size === this.#slots.length) this.#grow();
    const [slots, latencies] = [this.#slots, this.#latency];
    let at = this.#size++;
    while (this.#isHeap && at > 0) {
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
    this.#makeHeap();
    const fastest = this.#slots[0] as number;
    if (this.#size === 0 || (this.#latency[0] as number) >= latency) return slot;
    this.#sink(0, slot, latency);
    return fastest;
  }

  /** There must be one. */
  removeFastest(): number {
    this.#makeHeap();
    const fastest = this.#slots[0] as number;
    this.#size -= 1;
    this.#sink(0, this.#slots[this.#size] as number, this.#latency[this.#size] as number);
    return fastest;
  }

  /** Floyd's way, which takes a few milliseconds for 100,000. */
  #makeHeap(): void {
    if (this.#isHeap) return;
    this.#isHeap = true;
    for (let at = (this.#size >> 1) - 1; at >= 0; at--) this.#sink(at, this.#slots[at] as number, this.#latency[at] as number);
  }

  #grow(): void {
    const [slots, latency] = [this.#slots, this.#latency];
    this.#slots = new Int32Array(slots.length * 2);
    this.#slots.set(slots);
    this.#latency = new Float64Array(latency.length * 2);
    this.#latency.set(latency);
  }

  /** Puts a row at this place or below it. */
  #sink(from: number, slot: number, latency: Microseconds): void {
    const [slots, latencies, size] = [this.#slots, this.#latency, this.#size];
    let at = from;
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
