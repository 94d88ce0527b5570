import type { Microseconds, Milliseconds, Seconds } from "../../../analysis/units.ts";
import { monotonicUs } from "../../ticks/thread-clock.ts";

/** When a window began, and when the app was gone. It runs from the moment at which it is made, and rings at the time limit. */
export class WindowClock {
  readonly startedAt = new Date();
  #startMs: Milliseconds = performance.now();
  #isExact = false;
  #leftMs: Milliseconds | undefined;
  readonly #cap: NodeJS.Timeout | undefined;

  constructor(mostSeconds: Seconds | undefined, ring: () => void) {
    this.#cap = mostSeconds === undefined ? undefined : setTimeout(ring, mostSeconds * 1000);
  }

  /** The window began with the app's first line. False: that was known. */
  beginExactly(atUs: Microseconds): boolean {
    if (this.#isExact) return false;
    this.#startMs = localMs(atUs);
    this.#isExact = true;
    return true;
  }

  /** The last process announced its exit. */
  leave(atMs: Milliseconds): void {
    this.#leftMs = atMs;
  }

  /** By the machine's monotonic clock. */
  get beganUs(): Microseconds {
    return monotonicUs() - this.elapsedMs * 1000;
  }

  get elapsedMs(): Milliseconds {
    return performance.now() - this.#startMs;
  }

  /** Until the app was gone, if it is. */
  get recordedMs(): Milliseconds {
    return (this.#leftMs ?? performance.now()) - this.#startMs;
  }

  /** It does not ring any more. */
  stop(): void {
    clearTimeout(this.#cap);
  }
}

/** A time of the machine's monotonic clock by that of this process. */
export function localMs(atUs: Microseconds): Milliseconds {
  return performance.now() - (monotonicUs() - atUs) / 1000;
}
