import net from "node:net";
import type { Writable } from "node:stream";
import type { Bytes, Milliseconds } from "../analysis/units.ts";

/** How much may be buffered for a reader that is slower than the app. */
const mostWaiting: Bytes = 1024 * 1024;

/**
 * Undefined if the reader of a stream keeps up; else a promise that settles when it has read the buffered output or is gone. The app should
 * wait for it.
 */
export function caughtUp(out: Writable): Promise<void> | undefined {
  if (!out.writableNeedDrain || out.writableLength < mostWaiting) return undefined;
  return new Promise((resolve) => {
    const done = (): void => {
      out.off("drain", done).off("close", done);
      resolve();
    };
    out.once("drain", done).once("close", done);
  });
}

/** A reader that takes nothing for so long does not read at all. */
const patienceMs: Milliseconds = 60_000;

/** Settles when all that was written has been taken over, however slowly, or its reader is gone or does not read for `patience`. */
export function flushed(out: Writable, patience: Milliseconds = patienceMs): Promise<void> {
  if (out.destroyed || out.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => resolve();
    out.once("close", done).write("", done);
    // Node counts what the system takes as activity, also within one large write.
    if (out instanceof net.Socket) out.setTimeout(patience, done);
  });
}
