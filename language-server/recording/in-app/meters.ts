import * as fs from "node:fs";
import { performance } from "node:perf_hooks";
import type { LoopWatch } from "./event-loop/loop-watch.ts";
import type { AppWarning, MeterReading } from "./messages.ts";
import { ownCpu } from "./thread-clock.ts";
import { listen, unlisten } from "./process-listeners.ts";

const mostWarnings = 100;
/** Counters of the process. Delay and warnings count from `start` and the first reading on. */
export class Meters {
  readonly #warnings: AppWarning[] = [];
  readonly #loop: LoopWatch;
  #countsDelay = false;

  constructor(loop: LoopWatch) {
    this.#loop = loop;
  }

  start(): void {
    listen("warning", this.#onWarning);
  }

  stop(): void {
    unlisten("warning", this.#onWarning);
  }

  read(): MeterReading {
    const reading = this.readLast();
    this.#countsDelay = true;
    return reading;
  }

  /** The same at the exit, where nothing new begins to count. */
  readLast(): MeterReading {
    const { user, system } = process.cpuUsage();
    const { idle, active } = performance.eventLoopUtilization();
    const counted = this.#loop.takeDelay();
    const delay = this.#countsDelay ? counted : undefined;
    return { cpuUs: user + system, own: ownCpu(fs), idleMs: idle, activeMs: active, delay, warnings: this.#warnings };
  }

  readonly #onWarning = (warning: unknown): void => {
    if (this.#warnings.length >= mostWarnings || !(warning instanceof Error)) return;
    // The app can emit any value.
    const { name, message, stack } = warning as Readonly<Record<keyof Error, unknown>>;
    this.#warnings.push({ name: String(name), message: String(message), stack: String(stack) });
  };
}
