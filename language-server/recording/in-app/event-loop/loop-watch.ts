import { channel } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import { isMainThread } from "../channel/main-thread.ts";
import type { LoopReport } from "../messages.ts";
import { monotonicUs, ownCpu } from "../thread-clock.ts";
import { type LoopDelay, LoopDelays } from "./loop-delays.ts";
import * as fs from "node:fs";

const tickMs = 10;
const readingMs = 500;
/** After a reading that was idle. */
const idleReadingMs = 1000;
const idleShare = 0.02;
/** Longer turns are reported. */
const lateUs = 50_000;
/** With less work in a tick the loop is left alone until something wakes it. */
const quietUs = 1000;
/** Of a turn in which something was done, also on a busy machine. */
const leastCpu = 0.1;
const cpuReadUs = 100_000;
/** The timer of a reading may be this early by another clock. */
const earlyUs = 2000;

// Before the app's tests can replace them.
const { clearImmediate: dropImmediate, clearTimeout: dropTimer, setImmediate: nextTurn, setTimeout: later } = globalThis;
const cpuUsage = process.cpuUsage.bind(process);
const memoryUsage = process.memoryUsage.bind(process);
const utilization = performance.eventLoopUtilization.bind(performance);
const { threadCpuUsage } = process as { readonly threadCpuUsage?: typeof cpuUsage };

/** V8's tick log, or the inspector's profiler. */
export type Sampler = "log" | "inspector";

/**
 * Watches an event loop: which turns were long, and every half second how busy it was, less often while it is idle. To wake an idle loop every 10 ms costs 5 to 15 ms
 * of CPU time a second, so a timer ticks only while the loop works. Then an immediate without a reference marks the end of what wakes it,
 * and the loop's own count of its idle time says when that began. Nothing here keeps a process alive.
 */
export class LoopWatch {
  readonly #send: (report: LoopReport) => void;
  readonly #delays = new LoopDelays(tickMs * 1000);
  readonly #children = channel("child_process");
  /** `due`: the turn belongs to the timer of the reading, which goes on from here. */
  #mode: "off" | "ticking" | "settling" | "resting" | "due" = "off";
  #atUs = 0;
  #idleUs = 0;
  /** What the thread had worked by then, to distinguish a turn from a wait that a signal interrupted, such as that of a child's end: its idle time is lost. */
  #cpu = { us: 0, atUs: 0 };
  /** Node 18 announces no children. */
  #mayLoseIdle: boolean;
  /** The signal of each sample interrupts waits on Linux (see `workerClock`); only a main thread whose ticks V8 logs blocks it. */
  readonly #canRest: boolean;
  #late: number[] = [];
  #readAtUs = 0;
  /** When the next reading is due. */
  #dueUs = 0;
  #read = { idle: 0, active: 0 };
  #workUs: number | undefined;
  #tick: NodeJS.Timeout | undefined;
  #reading: NodeJS.Timeout | undefined;
  #immediate: NodeJS.Immediate | undefined;

  constructor(report: (report: LoopReport) => void, sampledBy: Sampler) {
    this.#send = report;
    this.#canRest = isMainThread && sampledBy === "log";
    this.#mayLoseIdle = Number.parseInt(process.versions.node, 10) < 20;
  }

  start(): void {
    if (this.#mode !== "off") return;
    this.#mode = "ticking";
    this.#mark(monotonicUs(), utilization().idle * 1000);
    this.#beginReading();
    this.#children.subscribe(this.#onChild);
    this.#tick = later(this.#onTick, tickMs).unref();
    this.#readAfter(readingMs);
  }

  /** What has not been reported yet; undefined if it was not watching. */
  stop(): LoopReport | undefined {
    if (this.#mode === "off") return undefined;
    this.#pass();
    this.#mode = "off";
    this.#children.unsubscribe(this.#onChild);
    dropTimer(this.#tick);
    dropTimer(this.#reading);
    dropImmediate(this.#immediate);
    return this.#report();
  }

  /** Delays of timers since the last call. */
  takeDelay(): LoopDelay | undefined {
    return this.#delays.take();
  }

  readonly #onChild = (): void => {
    this.#mayLoseIdle = true;
  };

  readonly #onTick = (): void => {
    if (this.#mode !== "ticking") return;
    const beforeUs = this.#atUs;
    const busyUs = this.#pass();
    this.#delays.add(this.#atUs - beforeUs - tickMs * 1000);
    if (!this.#canRest || busyUs >= quietUs) return this.#tickOn();
    // The rest of this turn, without a wait.
    this.#mode = "settling";
    this.#immediate = nextTurn(this.#onSettled);
  };

  readonly #onSettled = (): void => {
    if (this.#pass() >= quietUs) return this.#tickOn();
    if (this.#mayLoseIdle && this.#atUs - this.#cpu.atUs > cpuReadUs) this.#cpu = { us: workUs() ?? processUs(), atUs: this.#atUs };
    this.#mode = "resting";
    this.#immediate = nextTurn(this.#onWoken).unref();
  };

  /** Something has woken the loop, and has run unless it is a timer. */
  readonly #onWoken = (): void => {
    const beforeUs = this.#atUs;
    const busyUs = this.#pass();
    this.#delays.addRest(this.#atUs - beforeUs - busyUs);
    this.#delays.add(busyUs);
    if (this.#atUs < this.#dueUs - earlyUs) return this.#tickOn();
    this.#mode = "due";
  };

  readonly #onReading = (): void => {
    if (this.#mode === "off") return;
    const isDue = this.#mode === "due";
    if (isDue) this.#mode = "ticking";
    if (isDue) this.#onTick();
    const report = this.#report();
    this.#readAfter(report.busy < idleShare ? idleReadingMs : readingMs);
    this.#send(report);
  };

  #readAfter(ms: number): void {
    this.#dueUs = monotonicUs() + ms * 1000;
    this.#reading = later(this.#onReading, ms).unref();
  }

  #tickOn(): void {
    this.#mode = "ticking";
    this.#tick?.refresh();
  }

  /** How long the loop has worked since the last call. */
  #pass(): number {
    const atUs = monotonicUs();
    const idleUs = utilization().idle * 1000;
    const workedUs = Math.max(0, atUs - this.#atUs - Math.max(0, idleUs - this.#idleUs));
    const isDoubtful =
      this.#mode === "resting" && this.#mayLoseIdle && workedUs > lateUs && (workUs() ?? processUs()) - this.#cpu.us < workedUs * leastCpu;
    const busyUs = isDoubtful ? 0 : workedUs;
    if (busyUs > lateUs) this.#late.push(atUs - busyUs, atUs);
    this.#mark(atUs, idleUs);
    return busyUs;
  }

  #mark(atUs: number, idleUs: number): void {
    this.#atUs = atUs;
    this.#idleUs = idleUs;
  }

  #report(): LoopReport {
    const atUs = monotonicUs();
    const report = {
      atUs,
      late: this.#late,
      busy: this.#busyShare(atUs),
      delayP99Ms: this.#delays.takeLongest(),
      heapUsed: memoryUsage().heapUsed,
    };
    this.#beginReading();
    return report;
  }

  #beginReading(): void {
    this.#late = [];
    this.#readAtUs = monotonicUs();
    const { idle, active } = utilization();
    this.#read = { idle, active };
    this.#workUs = this.#canRest ? undefined : workUs();
  }

  /** Where idle time is lost, the thread's share of a CPU if something reports that. */
  #busyShare(atUs: number): number {
    const workedUs = this.#workUs === undefined ? undefined : workUs();
    if (workedUs !== undefined) return Math.min(1, (workedUs - (this.#workUs ?? 0)) / Math.max(1, atUs - this.#readAtUs));
    const { idle, active } = utilization();
    const worked = active - this.#read.active;
    const all = worked + idle - this.#read.idle;
    // The loop has not begun: the first lines run.
    return all > 0 ? Math.min(1, Math.max(0, worked / all)) : 1;
  }
}

/** CPU time of the thread; undefined where nothing reports it. */
function workUs(): number | undefined {
  const own = threadCpuUsage?.() ?? ownCpu(fs);
  return own && own.user + own.system;
}

function processUs(): number {
  const { user, system } = cpuUsage();
  return user + system;
}
