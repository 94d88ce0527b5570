import { channel } from "node:diagnostics_channel";
import type { TaskCpu } from "../messages.ts";
import * as fs from "node:fs";
import { cpuIn } from "../thread-clock.ts";

const { readdirSync, readFileSync } = fs;
const folder = "/proc/self/task";

/** CPU time of all threads of this process; undefined on other systems than Linux, and where the app may not read it. */
function taskTimes(): readonly TaskCpu[] | undefined {
  try {
    return readdirSync(folder).flatMap((tid) => {
      const cpu = cpuIn(readFileSync(`${folder}/${tid}/stat`, "latin1"));
      return cpu === undefined ? [] : [{ tid: Number(tid), ...cpu }];
    });
  } catch {
    return undefined;
  }
}

/** A process on the channel waits for nobody at its exit: it reports the CPU time of its workers itself, which end with it. */
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
