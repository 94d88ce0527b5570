import { Worker } from "node:worker_threads";
import { UserError } from "../../analysis/user-error.ts";
import type { AnalysisRequestName, ParamsOf, ResultOf, AnalysisWorkerData, FromAnalysis, ToAnalysis } from "../worker/analysis-messages.ts";
import { Cancelled } from "../cancelled.ts";
import { bytesToTransfer } from "../worker/transfer.ts";

/** Requests that are cancelled at about the same time have different places. */
const cancelledPlaces = 64;

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

export interface WorkerClientOptions {
  /** The bundled worker. */
  readonly file: string;
  /** The error for pending requests when the worker dies. */
  readonly died: (outOfMemory: boolean) => UserError;
  /** Called once when the worker dies. */
  readonly onDeath: (reason: UserError, detail: string) => void;
}

/** A worker thread and its pending requests. `dispose` terminates it; after the worker's death all requests fail. */
export class WorkerClient implements Disposable {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  readonly #options: WorkerClientOptions;
  readonly #cancelled = new Int32Array(new SharedArrayBuffer(cancelledPlaces * Int32Array.BYTES_PER_ELEMENT));
  #lastId = 0;
  #alive = true;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
    const workerData: AnalysisWorkerData = { cancelled: this.#cancelled };
    this.#worker = new Worker(options.file, { name: "heatline-analysis", stdin: false, workerData });
    this.#worker.on("message", (message: FromAnalysis) => this.#receive(message));
    this.#worker.on("messageerror", (error) => this.#die(false, String(error)));
    this.#worker.on("error", (error) =>
      this.#die("code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY", error.stack ?? error.message),
    );
    this.#worker.on("exit", (code) => this.#die(false, `exit code ${code}`));
  }

  get alive(): boolean {
    return this.#alive;
  }

  /**
   * Rejects with Cancelled as soon as `signal` is aborted. The worker skips requests cancelled before it starts them, and soon ends
   * long ones that are cancelled while they run.
   */
  async request<Name extends AnalysisRequestName>(name: Name, params: ParamsOf<Name>, signal?: AbortSignal): Promise<ResultOf<Name>> {
    if (signal?.aborted === true) throw new Cancelled();
    if (!this.#alive) throw this.#options.died(false);
    const id = ++this.#lastId;
    const onAbort = (): void => {
      const pending = this.#pending.get(id);
      this.#pending.delete(id);
      Atomics.store(this.#cancelled, id % cancelledPlaces, id);
      this.#send({ cancel: id });
      pending?.reject(new Cancelled());
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      const answer = new Promise<unknown>((resolve, reject) => this.#pending.set(id, { resolve, reject }));
      this.#send({ id, name, params } as ToAnalysis);
      return (await answer) as ResultOf<Name>;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#pending.delete(id);
    }
  }

  /** Terminates the worker, which frees its memory, and cancels pending requests. */
  [Symbol.dispose](): void {
    if (!this.#alive) return;
    this.#alive = false;
    this.#refuse(new Cancelled());
    void this.#worker.terminate();
  }

  #send(message: ToAnalysis): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
    this.#worker.postMessage(message, "params" in message ? bytesToTransfer(message.params) : []);
  }

  #receive(message: FromAnalysis): void {
    const pending = this.#pending.get(message.id);
    if (pending === undefined) return;
    if ("result" in message) pending.resolve(message.result);
    else if ("stopped" in message) pending.reject(new Cancelled());
    else if ("userError" in message) pending.reject(new UserError(message.userError.code, message.userError.values));
    else pending.reject(new Error(message.bug.message, { cause: message.bug.stack }));
  }

  #die(outOfMemory: boolean, detail: string): void {
    if (!this.#alive) return;
    this.#alive = false;
    const reason = this.#options.died(outOfMemory);
    this.#refuse(reason);
    void this.#worker.terminate();
    this.#options.onDeath(reason, detail);
  }

  #refuse(reason: Error): void {
    for (const pending of this.#pending.values()) pending.reject(reason);
    this.#pending.clear();
  }
}
