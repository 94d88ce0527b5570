import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import type { LoadSlices } from "../../../analysis/load/load.ts";
import { sliceSeconds } from "../../../analysis/load/load-slices.ts";
import type { Milliseconds, Seconds } from "../../../analysis/units.ts";

/** In µs: longer than autocannon waits for an answer. */
const longestMicroseconds = 60_000_000;

/** Counts the answers of a load, and their latencies, by equal slices of its time. Only whole slices are reported. */
export class AnswerSlices {
  readonly #seconds: Seconds;
  readonly #current: RecordableHistogram = createHistogram({ lowest: 1, highest: longestMicroseconds, figures: 3 });
  readonly #answers: number[] = [];
  readonly #p50Ms: Milliseconds[] = [];
  readonly #p99Ms: Milliseconds[] = [];

  /** `duration`: of the whole load, as planned. */
  constructor(duration: Seconds) {
    this.#seconds = sliceSeconds(duration);
  }

  /** `elapsed`: since the load began; never less than before. */
  count(latency: Milliseconds, elapsed: Seconds): void {
    this.#closeUntil(elapsed);
    this.#current.record(Math.min(longestMicroseconds, Math.max(1, Math.round(latency * 1000))));
  }

  /** Of the slices that were over after `elapsed`; undefined if none was. */
  report(elapsed: Seconds): LoadSlices | undefined {
    this.#closeUntil(elapsed);
    if (this.#answers.length === 0) return undefined;
    return { seconds: this.#seconds, answers: [...this.#answers], p50Ms: [...this.#p50Ms], p99Ms: [...this.#p99Ms] };
  }

  #closeUntil(elapsed: Seconds): void {
    const over = Math.floor(elapsed / this.#seconds);
    while (this.#answers.length < over) {
      const { count } = this.#current;
      this.#answers.push(count);
      this.#p50Ms.push(count === 0 ? 0 : this.#current.percentile(50) / 1000);
      this.#p99Ms.push(count === 0 ? 0 : this.#current.percentile(99) / 1000);
      this.#current.reset();
    }
  }
}
