import { channel } from "node:diagnostics_channel";
import type { TaskCpu } from "../messages.ts";
import { taskTimes } from "./task-times.ts";

/** A process on the channel waits for nobody at its exit: it tells the CPU time of its workers itself, which end with it. */
export class WorkerTimes {
  readonly #announced = channel("worker_threads");
  #hasWorkers = false;

  start(): void {
    this.#announced.subscribe(this.#onWorker);
  }

  stop(): void {
    this.#announced.unsubscribe(this.#onWorker);
  }

  tasks(): readonly TaskCpu[] | undefined {
    return this.#hasWorkers ? taskTimes() : undefined;
  }

  hold(): void {
    // There is nothing that they would wait for.
  }

  letGo(): void {
    // Nothing is held.
  }

  release(): void {
    // Nothing is held.
  }

  readonly #onWorker = (): void => {
    this.#hasWorkers = true;
  };
}
