import type { Report } from "./messages.ts";
import { listen, unlisten } from "./process-listeners.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * During a recording, intercepts signals that would end the process and reports them; `die` then gives the signal its default effect. Does
 * nothing if the app has a handler. Hidden from `process.listeners`, since the package signal-exit uses that to check whether it is alone.
 */
export class SignalGuard {
  readonly #report: Report;
  readonly #handlers = new Map<string, () => void>();
  readonly #process = process as unknown as { listeners: (event: string | symbol) => (() => void)[] };
  readonly #listeners = this.#process.listeners;

  constructor(report: Report) {
    this.#report = report;
  }

  get isOn(): boolean {
    return this.#handlers.size > 0;
  }

  /** Returns the signals that the app handles itself. */
  guard(): readonly string[] {
    const handled = signals.filter((signal) => process.listenerCount(signal) > Number(this.#handlers.has(signal)));
    for (const signal of signals) {
      if (this.#handlers.has(signal)) continue;
      const onSignal = (): void => {
        if (process.listenerCount(signal) === 1) this.#report({ kind: "signal", signal });
      };
      this.#handlers.set(signal, onSignal);
      listen(signal, onSignal);
    }
    Reflect.set(this.#process, "listeners", this.#hidden);
    return handled;
  }

  unguard(): void {
    for (const [signal, handler] of this.#handlers) unlisten(signal, handler);
    this.#handlers.clear();
    if (this.#process.listeners === this.#hidden) Reflect.deleteProperty(process, "listeners");
  }

  die(signal: NodeJS.Signals): void {
    this.unguard();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  }

  readonly #hidden = (event: string | symbol): (() => void)[] =>
    this.#listeners.call(process, event).filter((listener) => listener !== this.#handlers.get(String(event)));
}
