import type { AnsweredRequest } from "../../language-server/analysis/load/answered-request.ts";
import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";

/**
 * Messages between extension and debug adapter beyond standard DAP. Requests go extension → adapter by `session.customRequest(name,
 * argument)`; events go adapter → extension. Both sides validate what they receive.
 */
export interface LaunchArguments {
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** null unsets a variable. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly envFile?: string;
  /** `node`, a path to it, or `npm`/`yarn`/`pnpm`. */
  readonly runtimeExecutable?: string;
  readonly runtimeArgs?: readonly string[];
  readonly console?: "internalConsole" | "integratedTerminal" | "externalTerminal";
  readonly samplingIntervalUs?: number;
  /** `exact` is V8's tick log, or the inspector if the app's Node cannot write one. Default: `exact`. */
  readonly recorder?: "exact" | "inspector";
  /** Recording stops automatically after this time. */
  readonly maxDurationSeconds?: number;
  /** Maps folders as the app sees them to absolute paths on this machine, for containers. */
  readonly pathMappings?: Readonly<Record<string, string>>;
  /** Does not mask secrets in the command lines and requests that runs have. */
  readonly keepSecrets?: boolean;
  /** Where run folders are written; set by the extension. */
  readonly runsFolder: string;
  readonly workspaceFolders: readonly string[];
  /** Name of the run in the history: `koa-listener-leak · npm start`. */
  readonly runName: string;
  /** What it starts is a test runner: its start is not recorded, and a test that is too short runs several times. */
  readonly test?: { readonly runner: string; readonly file: string; readonly name: string };
}

/** Attaches to a running app through its inspector. */
export interface AttachArguments extends Pick<
  LaunchArguments,
  | "cwd"
  | "samplingIntervalUs"
  | "recorder"
  | "maxDurationSeconds"
  | "pathMappings"
  | "keepSecrets"
  | "runsFolder"
  | "workspaceFolders"
  | "runName"
> {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
}

export interface AdapterRequests {
  /** Starts a load run and responds once it has started. `heatline.loadEnded` reports its end. */
  "heatline.startLoad": { readonly plan: LoadPlan };
  /** As `heatline.startLoad`, but sends each request once first and reports doubtful responses by `heatline.firstResponses`. */
  "heatline.startCheckedLoad": { readonly plan: LoadPlan };
  /** Starts the load in spite of doubtful first responses. */
  "heatline.proceedLoad": Record<string, never>;
  /** Ends the load run early; keeps what was recorded. */
  "heatline.cancelLoad": Record<string, never>;
  /** Starts a recording for “I will drive it myself”. */
  "heatline.startRecording": Record<string, never>;
  /** Ends that recording. */
  "heatline.stopRecording": Record<string, never>;
}

export interface AdapterEvents {
  /**
   * The app is running. `origins` are the URLs at which this machine reaches its servers, such as `https://127.0.0.1:3000`, in the order
   * they were opened. Sent again when they change.
   */
  "heatline.ready": {
    readonly pid: number;
    /** Absolute path of the script that it runs, or "". */
    readonly program: string;
    readonly nodeVersion: string;
    readonly origins: readonly string[];
    /** Whether `heatline.liveRun` will report intermediate states of the recording. */
    readonly hasLiveHeat: boolean;
  };
  /**
   * Requests that the app has answered since its start, whoever sent them, those answered last at the end: not those of a load. None again
   * after a restart, by the client or by a watcher.
   */
  "heatline.answered": { readonly requests: readonly AnsweredRequest[] };
  "heatline.recording": { readonly recording: boolean };
  "heatline.loadProgress": LoadProgress;
  /** The load has not started: answer with `heatline.proceedLoad` or `heatline.cancelLoad`. */
  "heatline.firstResponses": { readonly responses: readonly FirstResponse[] };
  /** The load tool finished, or failed with `error`. A run follows unless nothing was recorded. */
  "heatline.loadEnded": { readonly report?: LoadReport; readonly error?: { readonly message: string; readonly remedy: string } };
  /** A temporary run folder with what has been recorded so far; the next one replaces it. null: nothing was recorded. */
  "heatline.liveRun": { readonly folder: string | null };
  /** A run folder is complete. */
  "heatline.runWritten": { readonly folder: string; readonly id: string };
  /** Something the user should know and can fix. The session continues unless it also terminates. */
  "heatline.problem": { readonly message: string; readonly remedy: string };
  /** The app exited by itself with a failure; its output says why. */
  "heatline.appFailed": Record<string, never>;
}
