import type { Standing } from "../analysis/compare/before/standing.ts";
import type { Milliseconds, Share } from "../analysis/units.ts";
import type { ToolProfile } from "../history/profiles/tool-profiles.ts";
import type { Run } from "../history/run.ts";
import type { PassEntry } from "./explain/pass-findings.ts";
import { noParams, request, type ServerNotification } from "./message.ts";

type RunFacts = Pick<Run, "id" | "name" | "startedAt" | "durationMs" | "recorder" | "end" | "pinned" | "agent" | "startup">;

/** One run of the history. A pinned one is never pruned. */
export interface RunEntry extends RunFacts {
  /** Absolute path, used by `openRun` and every message about a run. */
  readonly folder: string;
  /** Name of the folder the app ran in. */
  readonly app: string;
  readonly nodeVersion: string;
  /** How far it can be relied on; `text`: a mark such as `cancelled`, "" for a good one. A worthless one is not shown by itself. */
  readonly standing: { readonly kind: Standing["kind"]; readonly text: string; readonly isWorthless?: boolean };
  /** Its requests per second by those of the run that it is compared with by itself; undefined without one, or without these figures. */
  readonly ratio?: number | undefined;
  /** Full hash, or "" if unknown. */
  readonly gitCommit: string;
  readonly threads: number;
  /** Share of the window in which the app was busy; undefined if nothing was sampled. */
  readonly busy?: Share | undefined;
  /** Figures that the load tool did not report are left out. */
  readonly load?:
    | {
        readonly label: string;
        readonly requestsPerSecond?: number | undefined;
        readonly p99Ms?: Milliseconds | undefined;
        readonly failed: number;
      }
    | undefined;
  /** The user marked it as its app's baseline. */
  readonly isBaseline: boolean;
  /** Folder of the run that it is compared with by itself: the baseline of its app if that is like it, else the newest earlier run that is. */
  readonly baseline?: string | undefined;
  readonly passes: readonly PassEntry[];
  /** Profiles that tools outside JavaScript wrote of their own work meanwhile. */
  readonly toolProfiles: readonly ToolProfile[];
}

/** A folder among the runs that cannot be read; it can be deleted like a run. */
export interface DamagedRun {
  readonly folder: string;
  readonly id: string;
  /** What is wrong with it, as a sentence. */
  readonly reason: string;
}

export interface RunList {
  /** Newest first, at most 1,000. */
  readonly runs: readonly RunEntry[];
  readonly damaged: readonly DamagedRun[];
  /** Number of older runs that are stored but not listed. */
  readonly unlisted: number;
}

/** The history in `runsFolder`, and what agents measured into `heatline-runs` of the client's folders. */
export const runs = request<RunList>()("heatline/runs", noParams);

/** A message of `run-details.ts` changed the history; request again what you show of it. */
export const runsChanged: ServerNotification<Record<string, never>> = { method: "heatline/runsChanged" };
