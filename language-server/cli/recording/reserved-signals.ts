import { exit } from "../exit.ts";

const terminating = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Calls `interrupt` when `ending` aborts; without it at each terminating signal, from now on. */
export function whenInterrupted(interrupt: () => void, ending: AbortSignal | undefined): void {
  if (ending?.aborted === true) interrupt();
  else if (ending !== undefined) ending.addEventListener("abort", interrupt, { once: true });
  else for (const signal of terminating) process.on(signal, interrupt);
}

/** Has terminating signals abort what is under way, in place of what they did before, until it is disposed of. A second one exits at once. */
export function reserveSignals(abort: AbortController, ending: () => void): Disposable {
  const interrupt = (): void => {
    // The watchdog ends the app.
    if (abort.signal.aborted) exit(130);
    abort.abort();
    ending();
  };
  const signals = terminating.map((signal) => ({ signal, others: process.listeners(signal) }));
  for (const { signal } of signals) process.removeAllListeners(signal).on(signal, interrupt);
  return {
    [Symbol.dispose]: () => {
      for (const { signal, others } of signals) {
        process.off(signal, interrupt);
        for (const other of others) process.on(signal, other);
      }
    },
  };
}
