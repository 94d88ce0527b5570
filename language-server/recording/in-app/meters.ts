import * as fs from "node:fs";
import { monitorEventLoopDelay, performance, type IntervalHistogram } from "node:perf_hooks";
import type { AppWarning, MeterReading } from "./messages.ts";
import { ownCpu } from "./thread-clock.ts";
import { listen, unlisten } from "./process-listeners.ts";

const mostWarnings = 100;
/** Interval of Node's own delay timer; it runs no JavaScript and keeps no process alive. */
const delayResolutionMs = 10;

/** Counters of the process. Delay and warnings count from `start` and the first reading on. */
export class Meters {
  readonly #warnings: AppWarning[] = [];
  #histogram: IntervalHistogram | undefined;

  start(): void {
    listen("warning", this.#onWarning);
  }

  stop(): void {
    unlisten("warning", this.#onWarning);
    this.#histogram?.disable();
  }

  read(): MeterReading {
    const reading = this.readLast();
    if (this.#histogram === undefined) {
      this.#histogram = monitorEventLoopDelay({ resolution: delayResolutionMs });
      this.#histogram.enable();
    }
    return reading;
  }

  /** The same at the exit, where nothing new begins to count. */
  readLast(): MeterReading {
    const { user, system } = process.cpuUsage();
    const { idle, active } = performance.eventLoopUtilization();
    return { cpuUs: user + system, own: ownCpu(fs), idleMs: idle, activeMs: active, delay: this.#readDelay(), warnings: this.#warnings };
  }

  readonly #onWarning = (warning: unknown): void => {
    if (this.#warnings.length >= mostWarnings || !(warning instanceof Error)) return;
    // The app can emit any value.
    const { name, message, stack } = warning as Readonly<Record<keyof Error, unknown>>;
    this.#warnings.push({ name: String(name), message: String(message), stack: String(stack) });
  };

  #readDelay(): MeterReading["delay"] {
    const histogram = this.#histogram;
    if (histogram === undefined) return undefined;
    const delay = histogram.max > 0 ? { p99Ms: lateMs(histogram.percentile(99)), maxMs: lateMs(histogram.max) } : undefined;
    histogram.reset();
    return delay;
  }
}

function lateMs(nanoseconds: number): number {
  return Math.max(0, nanoseconds / 1e6 - delayResolutionMs);
}
