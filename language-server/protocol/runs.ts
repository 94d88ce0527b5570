import type { Milliseconds, Share } from "../analysis/units.ts";
import type { RecorderKind, RunEnd } from "../history/run.ts";
import type { Message } from "./protocol.ts";

/** The messages of the history of runs: what `protocol.ts` says of messages holds here too. */

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

/** Client → server. The history in `runsFolder`. Folders of the messages below must lie right in it, else they are refused with a UserError. */
export const runs: Message<Record<string, never>, RunList> = { method: "heatline/runs" };

/** Client → server. Gives a run another name, 1 to 200 characters. */
export const renameRun: Message<{ readonly folder: string; readonly name: string }, null> = { method: "heatline/renameRun" };

/** Client → server. Pins a run against pruning, or unpins it. */
export const pinRun: Message<{ readonly folder: string; readonly pinned: boolean }, null> = { method: "heatline/pinRun" };

/** Client → server. Makes a run the baseline of its app in place of any other; `false`: the app's previous run is the baseline again. */
export const setBaseline: Message<{ readonly folder: string; readonly baseline: boolean }, null> = { method: "heatline/setBaseline" };

/** Client → server. Moves a run, also a damaged one, to the trash, from where `restoreRun` with the same folder brings it back until the server's next start. A shown run is closed. */
export const deleteRun: Message<{ readonly folder: string }, null> = { method: "heatline/deleteRun" };

/** Client → server. Undoes `deleteRun`. */
export const restoreRun: Message<{ readonly folder: string }, null> = { method: "heatline/restoreRun" };

/** Client → server. Deletes the oldest runs beyond `keep` (0: none); never pinned ones, baselines or the shown run. Answers how many went. */
export const pruneRuns: Message<{ readonly keep: number }, number> = { method: "heatline/pruneRuns" };

export type ExportFormat = "cpuprofile" | "collapsed" | "speedscope" | "pprof" | "svg" | "markdown";

/**
 * Client → server. Writes a run to `file` (absolute path) and answers the files written: a `.cpuprofile` holds one thread, so further
 * threads get files of their own beside it.
 */
export const exportRun: Message<
  { readonly folder: string; readonly format: ExportFormat; readonly file: string },
  { readonly files: readonly string[] }
> = { method: "heatline/exportRun" };

/** Server → client, notification: one of the messages above changed the history; ask again for what you show of it. */
export const runsChanged: Message<Record<string, never>, void> = { method: "heatline/runsChanged" };
