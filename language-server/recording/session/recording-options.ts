import path from "node:path";
import { type AskedPass, isMarkedPass, type MarkedPass } from "../../analysis/passes/asked-passes.ts";
import type { PathMappings } from "../../analysis/sources/source-paths.ts";
import type { Microseconds, Seconds } from "../../analysis/units.ts";
import type { AppLaunch } from "../app/app-command.ts";
import type { TerminalCommand } from "../app/app-process.ts";
import type { PassKind } from "../in-app/pass/pass-protocol.ts";
import type { RecorderFactory } from "../recorder.ts";

/** Absolute paths of the bundles that run outside the recording's own thread. */
export interface RecordingBundles {
  readonly watchdog: string;
  readonly autocannonChild: string;
  readonly tickLogWorker?: string | undefined;
  /** Folder of the bundles that run inside the app. */
  readonly inApp: string;
}

/** All that a session needs of them, sooner or later. */
export function filesOf(
  { watchdog, autocannonChild, tickLogWorker, inApp }: RecordingBundles,
  pass: PassKind | undefined,
): readonly (string | undefined)[] {
  const ofPass = { routes: ["pass-hooks.js"], waits: ["pass-hooks.js", "../parser.js"], allocations: ["pass-hooks.js"] };
  const names = ["preload.js", "terminal-launcher.js", "facts.js", "attached-hooks.js", ...(pass === undefined ? [] : ofPass[pass])];
  const readImports = tickLogWorker && path.join(path.dirname(tickLogWorker), "read-imports.js");
  return [watchdog, autocannonChild, tickLogWorker, readImports, ...names.map((name) => path.join(inApp, name))];
}

/** What the app's threads mark. A run's pass of routes needs no marks: it loads each request in windows of its own. */
export function marksOf({ pass, passOf }: Pick<RecordingOptions, "pass" | "passOf">): MarkedPass | undefined {
  if (pass === undefined || !isMarkedPass(pass)) return undefined;
  return pass === "routes" && passOf !== undefined ? undefined : pass;
}

/** What a pass runs in the app's threads. */
export function inAppPass(options: Pick<RecordingOptions, "pass" | "passOf">): PassKind | undefined {
  return options.pass === "allocations" ? options.pass : marksOf(options);
}

/** A test as its runner names it. */
export interface RecordedTest {
  /** `Vitest`, `node:test`. */
  readonly runner: string;
  /** Absolute path. */
  readonly file: string;
  /** With its groups; "" for the whole file. */
  readonly name: string;
}

interface AskedStarts {
  /** Default: as many as the shares of its lines need, within limits (`startup/startup-recorder.ts`). */
  readonly starts?: number | undefined;
}

export interface RecordingOptions {
  readonly launch: AppLaunch;
  /** The app is a test runner: only what its test does is kept, and a test that is too short runs several times. */
  readonly test?: RecordedTest | undefined;
  /** The app is started again and again, each time until it listens or ends, and all starts become one run. */
  readonly startup?: AskedStarts | undefined;
  /** Runs the app's launcher in a terminal; without it the app's output comes as events. */
  readonly terminal?: ((command: TerminalCommand) => Promise<void>) | undefined;
  readonly workspaceFolders: readonly string[];
  /** Stored in the run: where the app's folders are on this machine. */
  readonly pathMappings?: PathMappings | undefined;
  /** In the command lines and requests that runs have; default: masked. */
  readonly keepSecrets?: boolean | undefined;
  /**
   * What is recorded besides ticks, not while attached. `waits`: the app's threads mark their requests, and what own code waits for, which
   * changes it. `routes`: they mark their requests; a run's pass loads each request of the plan in windows of its own instead. Others have a
   * recorder of their own (`passes/pass-recorders.ts`).
   */
  readonly pass?: AskedPass | undefined;
  /** Folder of the run that the load's window is written into as its `pass`; without it, each window becomes a run of its own. */
  readonly passOf?: string | undefined;
  /** Loads send each of their plan's routes alone, too, so that the run shows what each costs. */
  readonly loadsByRoutes?: boolean | undefined;
  /** The app is to be loaded once it listens: what ends before is not what was to be measured. */
  readonly awaitsLoad?: boolean | undefined;
  /** Its recording from the first line goes on when it listens, so that it has its start-up; no load is to come. */
  readonly keepsStart?: boolean | undefined;
  /** Nothing is recorded until a load or recording begins: the app was measured before, and is only brought back. */
  readonly skipsStart?: boolean | undefined;
  readonly runsFolder: string;
  readonly runName: string;
  /** Its runs are called after what the app says that it runs, and by `runName` only until then. */
  readonly isNamedByApp?: boolean | undefined;
  /** Stored in the run: the client of the agent that records, "" if it has no name. */
  readonly agent?: string | undefined;
  /** Default: 1000. */
  readonly samplingIntervalUs?: Microseconds | undefined;
  /** A window ends automatically after this time; without it, never. */
  readonly maxDurationSeconds?: Seconds | undefined;
  readonly bundles: RecordingBundles;
  /** Default: the inspector's profiler. */
  readonly createRecorder?: RecorderFactory | undefined;
}
