import type { PathMappings } from "../../analysis/sources/source-paths.ts";
import type { Microseconds, Seconds } from "../../analysis/units.ts";
import type { AppLaunch } from "../app/app-command.ts";
import type { TerminalCommand } from "../app/app-process.ts";
import type { RecorderFactory } from "./recorder.ts";

export interface RecordingOptions {
  readonly launch: AppLaunch;
  /** Runs the app's launcher in a terminal; without it the app's output comes as events. */
  readonly terminal?: ((command: TerminalCommand) => Promise<void>) | undefined;
  readonly workspaceFolders: readonly string[];
  /** Kept in the run: where the app's folders are on this machine. */
  readonly pathMappings?: PathMappings | undefined;
  readonly runsFolder: string;
  readonly runName: string;
  /** Default 1000. */
  readonly samplingIntervalUs?: Microseconds | undefined;
  /** A window ends by itself after this long; without it, never. */
  readonly maxDurationSeconds?: Seconds | undefined;
  /** Absolute paths of the bundles that run as processes of their own. */
  readonly bundles: { readonly watchdog: string; readonly autocannonChild: string; readonly tickLogWorker?: string | undefined };
  /** Default: the inspector's profiler. */
  readonly createRecorder?: RecorderFactory | undefined;
}
