import type net from "node:net";
import type { Milliseconds } from "../../analysis/units.ts";

const limitMs: Milliseconds = 5000;

/** What `listen` settles with, and then the connection is closed. Undefined if that fails, ends or says nothing in time. */
export function connectionOutcome<Outcome>(
  socket: net.Socket,
  signal: AbortSignal,
  listen: (settle: (outcome: Outcome | undefined) => void) => void,
): Promise<Outcome | undefined> {
  return new Promise((resolve) => {
    const settle = (found: Outcome | undefined): void => {
      clearTimeout(limit);
      signal.removeEventListener("abort", stop);
      socket.destroy();
      resolve(found);
    };
    const stop = (): void => settle(undefined);
    const limit = setTimeout(stop, limitMs);
    signal.addEventListener("abort", stop);
    socket.on("error", stop).on("close", stop);
    listen(settle);
    if (signal.aborted) stop();
  });
}
