/** The binding through which hooks send messages to the recorder; the app never sees it. */
export const hookBinding = "__heatlineReport";

/** The global symbol under which a thread's hooks are stored. */
export const hooksSymbol = "heatline";

/** CPU time of one thread alone, in microseconds. */
export interface OwnCpu {
  readonly user: number;
  readonly system: number;
}

/** What a thread has counted itself since it began; undefined if it does not count, or did not answer. */
export interface ThreadClock {
  /** Time its event loop waited, in milliseconds. */
  readonly idle?: number | undefined;
  /** CPU time in microseconds; for the main thread, that of the whole process. */
  readonly cpu?: number | undefined;
  /** Its own CPU time since it began, where Linux reports it. */
  readonly own?: OwnCpu | undefined;
}

/** CPU time of one of the process's threads, by its id in the system. */
export interface TaskCpu extends OwnCpu {
  readonly tid: number;
}

/** A warning by Node or the app (`process.emitWarning`). */
export interface AppWarning {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** Counters of a process since its start. */
export interface MeterReading {
  readonly cpuUs: number;
  /** Of the main thread alone. */
  readonly own?: OwnCpu | undefined;
  readonly idleMs: number;
  readonly activeMs: number;
  /** Delay of timers since the previous reading; undefined in the first one. */
  readonly delay?: { readonly p99Ms: number; readonly maxMs: number } | undefined;
  /** Warnings since the start of the process. */
  readonly warnings: readonly AppWarning[];
}

/** What a thread's event loop did since its last such report, or since it is watched. Times are of the machine's monotonic clock. */
export interface LoopReport {
  readonly atUs: number;
  /** Turns of over 50 ms: pairs of their starts and ends. */
  readonly late: readonly number[];
  /** Share of the time in which it was not idle. */
  readonly busy: number;
  readonly delayP99Ms: number;
  /** In bytes. */
  readonly heapUsed: number;
}

/** See `analysis/load/request-schedule.ts`. */
export interface AnsweredRequest {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly isWhole: boolean;
  readonly status: number;
  readonly count: number;
  readonly isAtLeast: boolean;
}

/** Messages of the hooks, as JSON through the channel or the binding. */
export type HookMessage =
  /** A thread has left the preload and runs its first line now. `atUs` is the machine's monotonic clock; `meters` are sent by main threads. */
  | { readonly kind: "running"; readonly atUs: number; readonly clock: ThreadClock; readonly meters?: MeterReading | undefined }
  /** `origin`: the server's URL for clients on this machine, such as `https://127.0.0.1:3000`, or its socket, as `unix:/run/app.sock`; since `atUs`. */
  | { readonly kind: "listening"; readonly server: number; readonly origin: string; readonly atUs: number }
  | { readonly kind: "closed"; readonly server: number }
  /** Counted since the last such message. */
  | { readonly kind: "answered"; readonly requests: readonly AnsweredRequest[] }
  /** About every half second while the loop is watched, every second while it is idle, and at the exit. */
  | ({ readonly kind: "loop" } & LoopReport)
  | { readonly kind: "signal"; readonly signal: NodeJS.Signals }
  /** Before the app's own `exit` listeners, which Node has called when `ended` follows: it does after `process.exit`. */
  | {
      readonly kind: "exiting";
      readonly code: number;
      readonly meters: MeterReading;
      readonly atUs: number;
      /** Of all its threads if it has workers, which end with it, and Linux reports it. */
      readonly tasks?: readonly TaskCpu[] | undefined;
    }
  | { readonly kind: "worker-exiting"; readonly clock: ThreadClock; readonly atUs: number }
  | { readonly kind: "ended"; readonly atUs: number }
  /** The process exits and waits briefly until its workers are released; `started` is how many it has started. */
  | { readonly kind: "releasing-workers"; readonly started: number }
  | { readonly kind: "closing-inspector" };

export type Report = (message: HookMessage) => void;

/** The hooks of a thread, which the recorder calls through the channel or the inspector. */
export interface AppHooks {
  /** Connects to the binding and reports the first line; false if no recorder has added a binding. */
  running(): boolean;
  /** From now on, reports signals that would end the process and does not let them take effect. Returns those that the app handles itself. */
  guardSignals(): readonly string[];
  unguardSignals(): void;
  /** Ends the process as the signal would have; does not return if it does. */
  die(signal: NodeJS.Signals): void;
  /** From now on, the process waits at its exit until `releaseWorkers`. */
  holdWorkers(): void;
  releaseWorkers(): void;
  /** Closes the inspector as the app requested, after this call has returned. */
  closeInspector(): void;
  readClock(): ThreadClock;
  /** From its first line on, a thread that we start is watched until the next call. */
  watchLoop(): void;
  /** Returns what was not reported yet; undefined if it was not watched. */
  unwatchLoop(): LoopReport | undefined;
  /** Reads the counters at the edges of a window. */
  readMeters(): MeterReading;
  /** From now on, counts no requests: the load sends its own. */
  pauseRequests(): void;
  /** In that many turns of the event loop. */
  resumeRequests(turns: number): void;
  /** Writes what a pass has marked into its files; `restarts`: forgets it instead, as a window begins. Does nothing without a pass. */
  flushMarks(restarts: boolean): void;
  /** Bytes allocated in the heap since the last call that went on, in a pass of allocations; undefined if they are not counted. */
  takeAllocated(goesOn: boolean): number | undefined;
  /** Removes all hooks. */
  uninstall(): void;
}
