/** The binding through which the hooks speak to the recorder; the app never sees it. */
export const hookBinding = "__heatlineReport";

/** The global symbol under which a thread of the app has its hooks. */
export const hooksSymbol = "heatline";

/** What a thread itself has counted since it began; undefined where it does not, or did not answer. */
export interface ThreadClock {
  /** How long its event loop waited, in milliseconds. */
  readonly idle?: number | undefined;
  /** In microseconds; of the main thread, that of the whole process. */
  readonly cpu?: number | undefined;
}

/** A warning that Node or the app gave (`process.emitWarning`). */
export interface AppWarning {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** What a process counts of itself since its start. */
export interface MeterReading {
  readonly cpuUs: number;
  readonly idleMs: number;
  readonly activeMs: number;
  /** How late timers came since the reading before; undefined in the first one. */
  readonly delay?: { readonly p99Ms: number; readonly maxMs: number } | undefined;
  /** Of the process since its start. */
  readonly warnings: readonly AppWarning[];
}

/** What the hooks report, as JSON through the binding. */
export type HookMessage =
  /** A thread has left the preload: its first line comes now. The time is that of the machine's monotonic clock. */
  | { readonly kind: "running"; readonly atUs: number; readonly clock: ThreadClock }
  /** `origin`: where a client of this machine reaches the server, such as `https://127.0.0.1:3000`. */
  | { readonly kind: "listening"; readonly server: number; readonly origin: string }
  | { readonly kind: "closed"; readonly server: number }
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  | { readonly kind: "exiting"; readonly code: number; readonly meters: MeterReading }
  | { readonly kind: "worker-exiting"; readonly clock: ThreadClock }
  /** The process exits and waits briefly until its workers are released; it has started this many. */
  | { readonly kind: "releasing-workers"; readonly started: number }
  | { readonly kind: "closing-inspector" };

export type Tell = (message: HookMessage) => void;

/** The hooks of one thread, as the recorder calls them through the inspector. */
export interface AppHooks {
  /** Takes the binding and reports that the first line comes; false where no recorder has added one. */
  running(): boolean;
  /** From now on a signal that would end the process is reported instead. */
  guardSignals(): void;
  unguardSignals(): void;
  /** Ends the process as the signal would have; does not return when it does. */
  die(signal: NodeJS.Signals): void;
  /** The process waits at its exit until `releaseWorkers`. */
  holdWorkers(): void;
  releaseWorkers(): void;
  /** Closes the inspector as the app wanted, once this call has returned. */
  closeInspector(): void;
  /** Counters for the edges of a window. */
  readMeters(): MeterReading;
  /** Leaves the thread as it was found. */
  uninstall(): void;
}
