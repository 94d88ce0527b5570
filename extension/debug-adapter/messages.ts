import type { FirstResponse } from "../../language-server/analysis/load/first-response.ts";
import type { LoadPlan, LoadProgress, LoadReport } from "../../language-server/analysis/load/load.ts";

/**
 * What the extension and the debug adapter say to each other beside DAP's own messages. Requests go extension → adapter by
 * `session.customRequest(name, argument)`; events go adapter → extension. Both sides validate what they receive.
 */
export interface LaunchArguments {
  readonly program?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** null unsets a variable. */
  readonly env?: Readonly<Record<string, string | null>>;
  readonly envFile?: string;
  /** `node`, a path to one, or `npm`/`yarn`/`pnpm`. */
  readonly runtimeExecutable?: string;
  readonly runtimeArgs?: readonly string[];
  readonly console?: "internalConsole" | "integratedTerminal" | "externalTerminal";
  readonly samplingIntervalUs?: number;
  /** `exact`: V8's tick log, and where the app's Node cannot write one, the inspector. Default: `exact`. */
  readonly recorder?: "exact" | "inspector";
  /** Recording stops by itself after this long. */
  readonly maxDurationSeconds?: number;
  /** Folders as the app knows them → absolute paths on this machine: for containers. */
  readonly pathMappings?: Readonly<Record<string, string>>;
  /** Where run folders go; the extension fills it in. */
  readonly runsFolder: string;
  readonly workspaceFolders: readonly string[];
  /** Name of the run, for the history: `koa-listener-leak · npm start`. */
  readonly runName: string;
}

/** Joins an app that runs already, by its inspector. */
export interface AttachArguments extends Pick<
  LaunchArguments,
  "cwd" | "samplingIntervalUs" | "recorder" | "maxDurationSeconds" | "pathMappings" | "runsFolder" | "workspaceFolders" | "runName"
> {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  readonly port: number;
}

export interface AdapterRequests {
  /** Runs a load run; the answer comes when it has started. The end is told by `heatline.loadEnded`. */
  "heatline.startLoad": { readonly plan: LoadPlan };
  /** The same, but each request is sent once first, and what the app answers doubtfully is told by `heatline.firstResponses`. */
  "heatline.startCheckedLoad": { readonly plan: LoadPlan };
  /** Starts the load although first responses were doubtful. */
  "heatline.proceedLoad": Record<string, never>;
  /** Ends the load run early; what was recorded is kept. */
  "heatline.cancelLoad": Record<string, never>;
  /** “I will drive it myself”: sampling from now… */
  "heatline.startRecording": Record<string, never>;
  /** …to now. */
  "heatline.stopRecording": Record<string, never>;
}

export interface AdapterEvents {
  /** The app runs. Origins are where its servers are reached from this machine, such as `https://127.0.0.1:3000`, in the order they were opened. Sent again when they change. */
  "heatline.ready": {
    readonly pid: number;
    readonly nodeVersion: string;
    readonly origins: readonly string[];
    /** Whether `heatline.liveRun` will tell what is recorded while it grows. */
    readonly hasLiveHeat: boolean;
  };
  "heatline.recording": { readonly recording: boolean };
  "heatline.loadProgress": LoadProgress;
  /** No load was sent yet: `heatline.proceedLoad` or `heatline.cancelLoad` says how it goes on. */
  "heatline.firstResponses": { readonly responses: readonly FirstResponse[] };
  /** The load tool is done, or failed with `error`; the run follows unless nothing was recorded. */
  "heatline.loadEnded": { readonly report?: LoadReport; readonly error?: { readonly message: string; readonly remedy: string } };
  /** What is recorded so far can be read in this run folder, which is none of the kept ones; the next state of it replaces this one. null: it came to nothing. */
  "heatline.liveRun": { readonly folder: string | null };
  /** A run folder is whole. */
  "heatline.runWritten": { readonly folder: string; readonly id: string };
  /** Something the user should know and can fix; the session goes on unless it also terminates. */
  "heatline.problem": { readonly message: string; readonly remedy: string };
  /** The app ended by itself and not well: its output says why. */
  "heatline.appFailed": Record<string, never>;
}
