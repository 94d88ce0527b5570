import type { Writable } from "node:stream";
import type { Bytes } from "../analysis/units.ts";

/** What may wait for a reader that is slower than the app. */
const mostWaiting: Bytes = 4 * 1024 * 1024;

/** Undefined where the reader of a stream keeps up; else settles when it has read what waits, or is gone. Until then the app is to wait. */
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
