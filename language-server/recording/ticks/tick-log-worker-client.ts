import { Worker } from "node:worker_threads";
import { reasonOf } from "../../analysis/failure-reason.ts";
import { UserError } from "../../analysis/user-error.ts";
import { Deferred } from "../deferred.ts";
import type { LogTarget } from "../../platform/paths.ts";
import type { DecodeOrder } from "./decode-order.ts";
import type { DecodedThread, LogSpace, TickLogReader } from "./tick-logs.ts";

/** What the worker that reads the logs is asked to do. */
type TickLogCall = Exclude<keyof TickLogReader, symbol> | "close";

/** From the recording thread to that worker. */
export interface ToTickLogWorker {
  readonly id: number;
  readonly call: TickLogCall;
  readonly args: readonly unknown[];
}

/** From the worker, one response per message. `code` is that of a file system error. */
export type FromTickLogWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string; readonly code: string } };

/** Reads and decodes in a worker thread, so that the recording thread stays responsive. After the worker's death every request rejects. */
export class TickLogWorkerClient implements TickLogReader {
  readonly #worker: Worker;
  readonly #hasPipe: boolean;
  readonly #pending = new Map<number, Deferred<unknown>>();
  #lastId = 0;
  #death: Error | undefined;

  /** `script` is the bundled worker. */
  constructor(script: string, target: LogTarget) {
    this.#hasPipe = target.pipe !== undefined;
    this.#worker = new Worker(script, { name: "heatline-tick-logs", workerData: target });
    this.#worker.on("message", (message: FromTickLogWorker) => this.#receive(message));
    this.#worker.on("error", (error) => this.#die(error));
    this.#worker.on("exit", (code) => this.#die(new UserError("reason.exited", { exitCode: code })));
    // It must not keep the process alive after its session.
    this.#worker.unref();
  }

  listen(): Promise<void> {
    return this.#request("listen");
  }

  follow(): Promise<void> {
    return this.#request("follow");
  }

  measure(): Promise<LogSpace | undefined> {
    return this.#request("measure");
  }

  decode(order: DecodeOrder): Promise<readonly DecodedThread[]> {
    return this.#request("decode", order);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // Files of a pipe are open in the worker, and on Windows lock the folder.
    if (this.#hasPipe && this.#death === undefined) await this.#request("close");
    await this.#worker.terminate();
  }

  async #request<Result>(call: TickLogCall, ...args: readonly unknown[]): Promise<Result> {
    if (this.#death !== undefined) throw this.#death;
    const id = ++this.#lastId;
    const response = new Deferred<unknown>();
    this.#pending.set(id, response);
    this.#worker.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread has no origin
      this.#worker.postMessage({ id, call, args } satisfies ToTickLogWorker);
      return (await response.promise) as Result;
    } finally {
      this.#pending.delete(id);
      if (this.#pending.size === 0) this.#worker.unref();
    }
  }

  #receive(message: FromTickLogWorker): void {
    const response = this.#pending.get(message.id);
    if ("result" in message) response?.resolve(message.result);
    else response?.reject(Object.assign(new Error(message.error.message, { cause: message.error.stack }), { code: message.error.code }));
  }

  #die(reason: Error): void {
    this.#death ??= new UserError("exact.logUnreadable", { reason: reasonOf(reason) }, { cause: reason });
    for (const response of this.#pending.values()) response.reject(this.#death);
  }
}
