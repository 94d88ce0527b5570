import type { TickLogReader } from "./tick-logs.ts";

/** What the worker that reads the logs is asked to do. */
export type TickLogCall = Exclude<keyof TickLogReader, symbol> | "close";

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
