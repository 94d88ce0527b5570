import { WorkerClient, type WorkerClientOptions } from "./worker-client.ts";

/** Creates the workers of a connection. One can be started ahead: starting takes longer than analysing most runs. */
export class Workers implements Disposable {
  readonly #options: WorkerClientOptions;
  #ahead: WorkerClient | undefined;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  start(): WorkerClient {
    return new WorkerClient(this.#options);
  }

  /** Starts a worker for the next `take`. */
  startAhead(): void {
    if (this.#ahead?.alive !== true) this.#ahead = this.start();
  }

  /** The worker started ahead, or a new one. */
  take(): WorkerClient {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead?.alive === true ? ahead : this.start();
  }

  [Symbol.dispose](): void {
    this.#ahead?.[Symbol.dispose]();
  }
}
