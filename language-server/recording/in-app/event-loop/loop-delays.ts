import { createHistogram } from "node:perf_hooks";

export interface LoopDelay {
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** How late timers of an event loop were, as Node's `monitorEventLoopDelay` has it: one of each tick, and none was late while it rested. */
export class LoopDelays {
  readonly #tickUs: number;
  readonly #histogram = createHistogram();
  /** Ticks of the time in which the loop rested. */
  #rested = 0;
  #longestUs = 0;

  constructor(tickUs: number) {
    this.#tickUs = tickUs;
  }

  add(lateUs: number): void {
    this.#longestUs = Math.max(this.#longestUs, lateUs);
    this.#histogram.record(Math.max(1, Math.round(lateUs * 1000)));
  }

  addRest(us: number): void {
    this.#rested += Math.max(0, us) / this.#tickUs;
  }

  /** Of all since the last call; undefined if there were none. */
  take(): LoopDelay | undefined {
    const { count, max } = this.#histogram;
    const above = (count + this.#rested) / 100;
    const p99 = above < count ? this.#histogram.percentile(100 * (1 - above / count)) : 0;
    const taken = count > 0 ? { p99Ms: p99 / 1e6, maxMs: max / 1e6 } : undefined;
    this.#histogram.reset();
    this.#rested = 0;
    return taken;
  }

  /** In milliseconds, since the last call: of the ticks of half a second the longest delay is the 99th percentile. */
  takeLongest(): number {
    const longest = this.#longestUs / 1000;
    this.#longestUs = 0;
    return longest;
  }
}
