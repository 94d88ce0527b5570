import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

/** Where a connection's workers come from. One may wait ahead of its need: to start takes longer than to work out most runs. */
export class Workers implements Disposable {
  readonly #options: WorkerClientOptions;
  #ahead: WorkerClient | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  start(): WorkerClient {
    return new WorkerClient(this.#options);
  }

  /** For the next `take`. */
  startAhead(): void {
    if (this.#ahead?.alive !== true) this.#ahead = this.start();
  }

  /** The one that waits, or a new one. */
  take(): WorkerClient {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead?.alive === true ? ahead : this.start();
  }

  [Symbol.dispose](): void {
    this.#ahead?.[Symbol.dispose]();
  }
}
