import type { LoadReport } from "../analysis/load/load.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import type { Bytes, Microseconds, Milliseconds, Share, Ticks } from "../analysis/units.ts";

export const runSchemaVersion = 1;

export type RecorderKind = "inspector" | "exact" | "import";
export type RunEnd = "load-ended" | "cancelled" | "exited" | "stopped" | "crashed" | "time-cap" | "disconnected";

/** What V8's tick log tells of a thread beside its samples. */
export interface TickLogFacts {
  /** Ticks whose lost frame was put back, and how many of these rest on a guess among several places. */
  readonly repairedTicks: Ticks;
  readonly doubtfulTicks: Ticks;
  /** Disk that the log had taken by the end of the window; it is gone with the session. */
  readonly logBytes: Bytes;
  /** How long V8 logged no ticks though the thread worked; missing where it logged all along. */
  readonly unloggedMs?: Milliseconds | undefined;
}

/** One thread (or process) of a run. */
export interface RunThread {
  readonly id: number;
  readonly pid: number;
  /** `main`, `worker 3`, `child 4711`. */
  readonly name: string;
  /** File of the samples, relative to the run folder. */
  readonly file: string;
  readonly ticks: number;
  readonly busyTicks: number;
  /** Mean, over the measured window. */
  readonly intervalUs: Microseconds;
  /** Only of the exact recorder. */
  readonly tickLog?: TickLogFacts | undefined;
}

/** A script (or a source it was made from) as it ran; the text is `scripts/<hash>` in the run folder. */
export interface RunScript {
  /** As V8 reported it. */
  readonly url: string;
  readonly hash: string;
  /** Hash of the source map's text, or "" where there is none. */
  readonly mapHash: string;
  /** URL that the map's relative sources resolve against. */
  readonly mapBase: string;
}

/** A warning of the app's process (`MaxListenersExceededWarning`), by where its stack says it came about. */
export interface RunWarning {
  readonly name: string;
  readonly message: string;
  /** Scripts as V8 reported them, innermost first; lines 1-based, columns 0-based. */
  readonly frames: readonly { readonly url: string; readonly line: number; readonly column: number }[];
}

/** `run.json`: what ran, how, and what came of it. Untrusted when read back: validated at the door. */
export interface Run {
  readonly schema: typeof runSchemaVersion;
  readonly id: string;
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly app: {
    /** The app's folder: own code is what lies in `workspaceFolders` outside node_modules. */
    readonly cwd: string;
    readonly workspaceFolders: readonly string[];
    /** Where the app's folders are on this machine, as its run configuration said. */
    readonly pathMappings?: PathMappings | undefined;
    readonly argv: readonly string[];
    readonly nodeVersion: string;
    readonly v8Version: string;
    readonly gitCommit: string;
  };
  readonly recorder: RecorderKind;
  /** Why the wanted recorder was not used, or "". */
  readonly recorderNote: string;
  readonly end: RunEnd;
  /** Exit code of the app where it ended by itself. */
  readonly exitCode?: number | undefined;
  /** The measured window. */
  readonly durationMs: Milliseconds;
  /** Process CPU used in the window, user + system; 0 where unknown. */
  readonly cpuMs: Milliseconds;
  /** Part of the window in which the event loop of the main process was not idle, as the app itself counts it. */
  readonly eventLoopBusy?: Share | undefined;
  /** How late the main process came back to its event loop in the window, as the app itself counts it. */
  readonly eventLoopDelay?: { readonly p99Ms: Milliseconds; readonly maxMs: Milliseconds } | undefined;
  readonly warnings?: readonly RunWarning[] | undefined;
  readonly load?: LoadReport | undefined;
  readonly threads: readonly RunThread[];
  readonly scripts: readonly RunScript[];
  readonly pinned: boolean;
  /** The user made it the baseline of its app. */
  readonly baseline?: boolean | undefined;
  readonly problems: readonly { readonly message: string; readonly count: number }[];
}
