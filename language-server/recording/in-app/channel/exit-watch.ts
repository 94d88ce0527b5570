type Events = Record<string, unknown>;

interface ExitingProcess {
  readonly _exiting?: boolean;
  readonly _events: Events;
  readonly exitCode?: number | string | null | undefined;
}

const target = process as unknown as ExitingProcess;

/**
 * Notices that the main thread exits, before the app's own `exit` listeners, without being one: of two listeners the stack of one that
 * throws shows other lines of Node's own code, which Node prints. `process.emit` reads the listeners from `_events` (lib/events.js); while
 * the process exits that is for the event alone. `arm` again where an app may have removed its last listener, and the property with it.
 */
export class ExitWatch {
  readonly #onExit: (code: number) => void;
  #isReported = false;

  constructor(onExit: (code: number) => void) {
    this.#onExit = onExit;
  }

  arm(): void {
    const events = target._events;
    const found = Object.getOwnPropertyDescriptor(events, "exit");
    if (this.#isReported || found?.get !== undefined) return;
    let listeners: unknown = found?.value;
    Object.defineProperty(events, "exit", {
      configurable: true,
      enumerable: false,
      get: () => {
        if (target._exiting === true) this.#report();
        return listeners;
      },
      set: (value: unknown) => (listeners = value),
    });
  }

  disarm(): void {
    this.#isReported = true;
  }

  #report(): void {
    if (this.#isReported) return;
    this.#isReported = true;
    this.#onExit(Number(target.exitCode ?? 0));
  }
}
