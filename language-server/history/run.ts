import type { Problem } from "../analysis/profile/profile.ts";
import type { CodedText } from "../texts/coded-text.ts";
import type { LoadReport } from "../analysis/load/load.ts";
import type { PathMappings } from "../analysis/sources/source-paths.ts";
import type { Milliseconds, Share } from "../analysis/units.ts";
import type { RunScript } from "./scripts/run-script.ts";
import type { RunThread } from "./run-thread.ts";
import type { RunWarning } from "./run-warning.ts";

export const runSchemaVersion = 2;

export type RecorderKind = "inspector" | "exact" | "import";
export type RunEnd = "load-ended" | "cancelled" | "exited" | "stopped" | "crashed" | "time-cap" | "disconnected";

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
  /** Why the wanted recorder was not used. */
  readonly recorderNote?: CodedText | undefined;
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
  readonly problems: readonly Problem[];
}
