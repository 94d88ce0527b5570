import type { DecodeOrder } from "./decode-order.ts";

/** From the recording thread to the worker that reads its logs. */
export type ToTickLogWorker =
  | { readonly id: number; readonly kind: "listen" }
  | { readonly id: number; readonly kind: "close" }
  | { readonly id: number; readonly kind: "follow" }
  | { readonly id: number; readonly kind: "measure" }
  | { readonly id: number; readonly kind: "decode"; readonly order: DecodeOrder };

/** From the worker, one response per message. `code` is that of a file system error. */
export type FromTickLogWorker =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string; readonly code: string } };
