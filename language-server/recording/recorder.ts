import type { CodedText } from "../texts/coded-text.ts";
import type { Problem, Profile } from "../analysis/profile/profile.ts";
import type { ThreadCounts } from "../analysis/counts/counts.ts";
import type { ModuleGraph } from "../analysis/imports/module-graph.ts";
import type { Bytes, Microseconds } from "../analysis/units.ts";
import type { RecordedScript } from "../history/scripts/script-reader.ts";
import type { RecorderKind } from "../history/run.ts";
import type { TickLogFacts } from "../history/run-thread.ts";
import type { DecodeOrder } from "./ticks/decode-order.ts";
import type { ProcessReport } from "./in-app/reports.ts";
import type { LoopReport, ThreadClock } from "./in-app/messages.ts";

/** What is known before the app starts. */
export interface RecorderLaunch {
  /** Absolute path of the Node that will run the app. */
  readonly nodePath: string;
  /** As in `process.version`, without the `v`. */
  readonly nodeVersion: string;
  /** What the app's children get as plain `node`, if that is another Node. */
  readonly pathNode?: Pick<RecorderLaunch, "nodePath" | "nodeVersion"> | undefined;
  readonly interval: Microseconds;
  /** Options of the app for its Node, on the command line and in NODE_OPTIONS. */
  readonly ownOptions?: readonly string[] | undefined;
  /** Private to this session (0700), on the app's machine; deleted when the session ends. */
  readonly sessionFolder: string;
  /** The bundled worker that reads tick logs; without it the recording process reads them. */
  readonly tickLogWorker?: string | undefined;
  /** Maximum disk space for a recorder. */
  readonly diskLimit?: Bytes | undefined;
  /** The disk is considered full if less than this is free. */
  readonly leastFree?: Bytes | undefined;
  /** Called when nothing more can be recorded in this session. */
  readonly onLogEnd?: ((why: LogEnd) => void) | undefined;
}

/**
 * Why logging ends before the app does: the disk limit is reached, the disk is full, the folder was deleted, or a log is as large as the system
 * lets a file be.
 */
export type LogEnd = "limit" | "disk" | "folder" | "file-size";

/** A Node process of the app, reached by the channel or its inspector. All calls reject once it can no longer be reached. */
export interface AppProcessTarget {
  readonly pid: number;
  /** What the process reported about itself before its first line. */
  readonly report: ProcessReport;
  /** `main`, `child 4711`. */
  readonly name: string;
  /** Sends a protocol command to the main thread. */
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Living threads: the main one first, then workers. */
  readonly threads: readonly AppThreadTarget[];
}

/** One JavaScript thread (V8 isolate) of a process. */
export interface AppThreadTarget {
  readonly pid: number;
  /** `main`, `worker 3`, `child 4711`, `child 4711 worker 2`. */
  readonly name: string;
  readonly isMain: boolean;
  /** What the machine's monotonic clock showed when scripts of these names ran in it, if it has run such itself. */
  readonly anchors?: ReadonlyMap<string, Microseconds>;
  /** False if it waits for its first line, and has no samples. */
  hasBegun(): boolean;
  send(method: string, params?: object): Promise<Record<string, unknown>>;
  /** Returns a function that removes the listener. */
  on(method: string, listener: (params: Record<string, unknown>) => void): () => void;
  /** What the thread has counted so far; empty if it does not answer in time. */
  readClock(): Promise<ThreadClock>;
  /** Has its event loop watched or not watched. Resolves to what it had not reported by then; undefined if it does not answer, or cannot be watched. */
  askLoop(hook: "watchLoop" | "unwatchLoop"): Promise<LoopReport | undefined>;
  /** See `AppHooks`. Resolves when that is done, or the thread does not answer in time. */
  flushMarks(restarts: boolean): Promise<void>;
}

export interface RecordedThread {
  readonly pid: number;
  readonly name: string;
  readonly recorder: RecorderKind;
  /** Why the requested recorder was not used. */
  readonly recorderNote?: CodedText | undefined;
  /** `scripts.hash` may be left "": the recording fills it in. */
  readonly profile: Profile;
  /** The machine's monotonic clock at the zero of the profile's times. */
  readonly zeroUs: Microseconds;
  readonly problems: readonly Problem[];
  /** Scripts whose text the recorder has itself (as from the tick log); others are read through the inspector. */
  readonly scripts: readonly RecordedScript[];
  readonly tickLog?: TickLogFacts | undefined;
  /** Scripts of files outside `node_modules` that V8 compiled until the window's end, with samples or without; undefined if the recorder does not know. */
  readonly loaded?: readonly string[] | undefined;
  /** Which module loaded which, if the recorder knows. */
  readonly imports?: ModuleGraph | undefined;
  /** How often its code ran, of a recorder that takes no samples. */
  readonly counts?: ThreadCounts | undefined;
  /** Its samples cover too little of its CPU time (`short-work.ts`). */
  readonly lacksShortWork?: boolean | undefined;
}

/**
 * Samples the app's threads over a window. Lifecycle: created before the launch (which uses `nodeArgs`); notified of every process
 * and worker before its first line runs (`attach`) and before it ends by itself (`leaving`); then any number of windows: `start` … `stop`
 * or `discard`. Processes and threads that appear in a window are recorded from their first line.
 */
export interface Recorder extends AsyncDisposable {
  /** The recorder it is used as: a thread recorded in another way states its own. */
  readonly kind: RecorderKind;
  /** Arguments for the app's own node, to go before the script. */
  readonly nodeArgs: readonly string[];
  /** The same for the other Node that is first in PATH; without them its processes are left as they are. */
  readonly pathNodeArgs?: readonly string[];
  /** Whether the open window, or the next one, can only be read once the app has ended. */
  readonly isReadAtEnd?: boolean;
  /** A thread appeared: the main one of a new process, or a worker. It runs its first line when this settles. */
  attach(process: AppProcessTarget, thread: AppThreadTarget): Promise<void>;
  /**
   * The thread runs its first line at that time of the machine's monotonic clock; before, Node started and waited for us. `clock`: what the
   * thread has counted by then.
   */
  running?(thread: AppThreadTarget, atUs: Microseconds, clock: ThreadClock): void;
  /**
   * The thread calls its `exit` listeners, its last JavaScript, at that time; `clock` is what it has counted. Not called for terminated
   * threads; without a time where a signal ends it.
   */
  exiting?(thread: AppThreadTarget, clock: ThreadClock, atUs: Microseconds | undefined): void;
  /** The thread has run its last line. Only known of one that `process.exit` ends. */
  ended?(thread: AppThreadTarget, atUs: Microseconds): void;
  /**
   * The thread is about to end by itself (with its process, if it is `main` or `child N`) and waits until this settles. Its inspector still
   * answers, but cannot run JavaScript. No samples of the window may be lost.
   */
  leaving(process: AppProcessTarget, thread: AppThreadTarget): Promise<void>;
  /** The thread no longer exists, however it ended: its time stops here. */
  gone?(thread: AppThreadTarget): void;
  /** The session's folder is being deleted, and the logs in it. */
  folderGone?(): void;
  start(): Promise<void>;
  /** What the open window has so far, without ending it; undefined if reading it would disturb the app. */
  snapshot?(): Promise<readonly RecordedThread[]>;
  /** How another process can read the logs of the open window if this one is killed; missing if there are no logs, undefined if no window is open. */
  toRecover?(): DecodeOrder | undefined;
  /**
   * Ends the window. Never rejects because a process is gone: missing samples are a problem of their thread. Rejects with a UserError if no
   * thread has any, and the reason is known.
   */
  stop(): Promise<readonly RecordedThread[]>;
  /** Ends and drops the window, without fetching its samples. */
  discard(): Promise<void>;
}

/** Creates a recorder; rejects with a UserError if this Node cannot be recorded in this way. */
export type RecorderFactory = (launch: RecorderLaunch) => Promise<Recorder>;
