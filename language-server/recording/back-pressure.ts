import type { Writable } from "node:stream";
import type { Bytes } from "../analysis/units.ts";

/** How much may be buffered for a reader that is slower than the app. */
const mostWaiting: Bytes = 4 * 1024 * 1024;

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
