import type { CodedText } from "../texts/coded-text.ts";
import type { Problem, Profile } from "../analysis/profile/profile.ts";
import type { Bytes, Microseconds } from "../analysis/units.ts";
import type { RecordedScript } from "../history/scripts/run-scripts.ts";
import type { RecorderKind } from "../history/run.ts";
import type { TickLogFacts } from "../history/run-thread.ts";
import type { DecodeOrder } from "./ticks/decode-order.ts";
import type { ProcessReport } from "./in-app/reports.ts";
import type { ThreadClock } from "./in-app/messages.ts";

/** What is known before the app starts. */
export interface RecorderLaunch {
  /** Absolute path of the Node that will run the app. */
  readonly nodePath: string;
  /** As in `process.version`, without the `v`. */
  readonly nodeVersion: string;
  readonly interval: Microseconds;
  /** The argument by which the app's Node profiles itself (`--cpu-prof`), where it does. */
  readonly ownProfiler?: string | undefined;
  /** Private to this session (0700), on the app's machine; deleted when the session ends. */
  readonly sessionFolder: string;
  /** The bundled worker that reads tick logs; without it the recording process reads them. */
  readonly tickLogWorker?: string | undefined;
  /** Disk that a recorder may use at most. */
  readonly diskLimit?: Bytes | undefined;
  /** The limit is reached: nothing more can be recorded in this session. */
  readonly onDiskFull?: (() => void) | undefined;
}

/** One Node process of the app, spoken to by its inspector. All calls reject once the process or its inspector is gone. */
export interface AppProcessTarget {
  readonly pid: number;
  /** What the process said of itself before its first line. */
  readonly report: ProcessReport;
  /** `main`, `child 4711`. */
  readonly name: string;
  /** Sends a protocol command to the main thread. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Threads that run now: the main one first, then workers. */
  readonly threads: readonly AppThreadTarget[];
}

/** One JavaScript thread (V8 isolate) of a process. */
export interface AppThreadTarget {
  readonly pid: number;
  /** `main`, `worker 3`, `child 4711`, `child 4711 worker 2`. */
  readonly name: string;
  readonly isMain: boolean;
  /** A worker that has not begun waits for its first line, and has no samples. */
  readonly hasBegun: boolean;
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Answers the function that ends the listening. */
  on(method: string, listener: (params: Record<string, unknown>) => void): () => void;
  /** What the thread has counted by now; nothing where it does not answer in time. */
  readClock(): Promise<ThreadClock>;
}

export interface RecordedThread {
  readonly pid: number;
  readonly name: string;
  readonly recorder: RecorderKind;
  /** Why the wanted recorder was not used, or "". */
  readonly recorderNote?: CodedText | undefined;
  /** `scripts.hash` may be left "": the recording fills it in. */
  readonly profile: Profile;
  readonly problems: readonly Problem[];
  /** Scripts whose text the recorder itself has (the tick log does); the inspector is asked for it. */
  readonly scripts: readonly RecordedScript[];
  readonly tickLog?: TickLogFacts | undefined;
}

/**
 * Samples the app's threads over a window. Lifecycle: made before the launch (`nodeArgs` and `env` go into it), told of every
 * process and worker before its first line runs (`attach`) and before it ends by itself (`leaving`), then any number of windows:
 * `start` … `stop` or `discard`. Processes and threads that appear inside a window are recorded from their first line.
 */
export interface Recorder extends AsyncDisposable {
  /** What it is for: a thread that cannot be recorded so says which recorder it has. */
  readonly kind: RecorderKind;
  /** Arguments that must stand on the command line of the app's own node, before the script. */
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** A thread appeared: the main one of a new process, or a worker. It waits until this settles, before its first line. */
  attach(process: AppProcessTarget, thread: AppThreadTarget): Promise<void>;
  /**
   * The thread's first line comes at that moment of the machine's monotonic clock: before it, Node started and waited for us. `clock`: what the
   * thread has counted by then.
   */
  running?(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void;
  /** The thread runs its last JavaScript: what it has counted by then. One that is terminated tells nothing. */
  exiting?(thread: AppThreadTarget, clock: ThreadClock): void;
  /**
   * The thread is about to end by itself (with its process, where it is `main` or `child N`) and waits until this settles; its
   * inspector still answers, but no JavaScript can be run in it any more. Nothing of the window may be lost.
   */
  leaving(process: AppProcessTarget, thread: AppThreadTarget): Promise<void>;
  /** The thread exists no more, however it ended: what comes after is none of its time. */
  gone?(thread: AppThreadTarget): void;
  start(): Promise<void>;
  /** What the open window has so far, without ending it; missing where asking would disturb the app. */
  snapshot?(): Promise<readonly RecordedThread[]>;
  /** How to read the logs of the open window where we do not live to do so; missing where there are none, undefined while no window is open. */
  toRecover?(): DecodeOrder | undefined;
  /**
   * Ends the window. Never rejects because a process is gone: what is missing is told as a problem of its thread. Rejects with a UserError where
   * there is nothing of any thread, and why is known.
   */
  stop(): Promise<readonly RecordedThread[]>;
  /** Ends the window and drops it, without the cost of fetching it. */
  discard(): Promise<void>;
}

/** The constructor of a recorder; rejects with a UserError when this Node cannot be recorded so. */
export type RecorderFactory = (launch: RecorderLaunch) => Promise<Recorder>;
