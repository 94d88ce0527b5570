import type { Milliseconds, Share } from "../analysis/units.ts";
import type { RecorderKind, RunEnd } from "../history/run.ts";
import { noParams, type Request, type ServerNotification } from "./message.ts";

/** One run of the history. */
export interface RunEntry {
  /** Absolute path: what `openRun` and every message about a run takes. */
  readonly folder: string;
  readonly id: string;
  readonly name: string;
  /** Name of the folder that the app ran in. */
  readonly app: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly durationMs: Milliseconds;
  readonly nodeVersion: string;
  readonly recorder: RecorderKind;
  readonly end: RunEnd;
  /** Full hash, or "" where it is not known. */
  readonly gitCommit: string;
  readonly threads: number;
  /** Part of the window in which the app was busy; undefined where nothing was sampled. */
  readonly busy?: Share | undefined;
  /** A figure that the load tool did not say is absent. */
  readonly load?:
    | {
        readonly label: string;
        readonly requestsPerSecond?: number | undefined;
        readonly p99Ms?: Milliseconds | undefined;
        readonly failed: number;
      }
    | undefined;
  /** Never pruned. */
  readonly pinned: boolean;
  /** The user made it the baseline of its app. */
  readonly isBaseline: boolean;
  /** Folder of the run that this one is compared with unless another is named: the baseline of its app, else the app's previous run. */
  readonly baseline?: string | undefined;
}

/** A folder among the runs that cannot be read; it can be deleted like a run. */
export interface DamagedRun {
  readonly folder: string;
  readonly id: string;
  /** What is wrong with it, in a sentence. */
  readonly reason: string;
}

export interface RunList {
  /** Newest first, at most 1,000. */
  readonly runs: readonly RunEntry[];
  readonly damaged: readonly DamagedRun[];
  /** Older runs that are kept but not listed. */
  readonly unlisted: number;
}

/** The history in `runsFolder`. */
export const runs: Request<typeof noParams, RunList> = { method: "heatline/runs", params: noParams };

/** A message of `run-edits.ts` changed the history; ask again for what you show of it. */
export const runsChanged: ServerNotification<Record<string, never>> = { method: "heatline/runsChanged" };
