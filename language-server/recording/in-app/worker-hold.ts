import { channel } from "node:diagnostics_channel";
import { performance } from "node:perf_hooks";
import type * as WorkerThreads from "node:worker_threads";
import type { Report } from "./messages.ts";

/** Limit in case no recorder is left to release the workers. */
const longestHoldMs = 3000;
const releaseSliceMs = 2;
/** Before the app's tests can replace it by a clock that stands still. */
const now = performance.now.bind(performance);

/**
 * A process joins its workers as it exits, and exchanges no messages with them any more; a worker waiting for the recorder would wait
 * forever. So a process that has started workers waits in `release` until the recorder has released them.
 */
export class WorkerHold {
  readonly #report: Report;
  #isHeld = false;
  #started = 0;
  #restoreWorkers: () => void = () => undefined;

  constructor(report: Report) {
    this.#report = report;
  }

  start(): void {
    const workers = channel("worker_threads");
    workers.subscribe(this.#onWorker);
    // Node 18 announces a worker a tick too late, so workers are counted by the listeners that each one adds.
    const restoreOn = Number.parseInt(process.versions.node, 10) < 20 ? countByListeners(this.#onWorker) : () => undefined;
    this.#restoreWorkers = () => {
      workers.unsubscribe(this.#onWorker);
      restoreOn();
    };
  }

  stop(): void {
    this.#restoreWorkers();
  }

  /** Each is asked for its own. */
  tasks(): undefined {
    return undefined;
  }

  hold(): void {
    this.#isHeld = true;
  }

  letGo(): void {
    this.#isHeld = false;
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#report({ kind: "releasing-workers", started: this.#started });
    const latest = now() + longestHoldMs;
    // V8 counts this as waiting; between two waits the thread handles the recorder's messages.
    const cell = new Int32Array(new SharedArrayBuffer(4));
    while (this.#isHeld && now() < latest) Atomics.wait(cell, 0, 0, releaseSliceMs);
  }

  readonly #onWorker = (): void => {
    this.#started += 1;
    this.#isHeld = true;
  };
}

function countByListeners(onWorker: () => void): () => void {
  const { Worker } = require("node:worker_threads") as typeof WorkerThreads;
  const prototype = Worker.prototype as { on?: (event: string, ...rest: unknown[]) => unknown };
  const listenTo = prototype.on;
  // recorder-frames.ts knows this function by name: what it calls belongs to the app.
  const counted = function (this: WorkerThreads.Worker, event: string, ...rest: unknown[]): unknown {
    if (event === "newListener") onWorker();
    return listenTo?.call(this, event, ...rest);
  };
  prototype.on = counted;
  return () => {
    if (prototype.on === counted) delete prototype.on;
  };
}
