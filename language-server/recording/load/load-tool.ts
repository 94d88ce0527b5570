import type { ChildProcess } from "node:child_process";
import type { Confirm } from "./first-responses.ts";
import type { KeptSetup } from "./setup/setup-session.ts";
import type { LoadPlan, LoadProgress, LoadReport, LoadTool as LoadToolName } from "../../analysis/load/load.ts";

export interface ToolCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** Variables besides those of our environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Writes what this run of the tool needs, before it starts. */
  readonly before?: () => Promise<void>;
}

/** A tool's process and its descendants. */
export interface ToolProcess {
  readonly child: ChildProcess;
  /** Like Ctrl+C, on which most tools print their report. */
  interrupt(): void;
  /** Also kills what the tool left behind. */
  kill(): void;
  /** Call when it has ended: its pid may be reused. */
  forget(): void;
}

/** Starts processes for load tools. None outlives our own process. */
export interface ToolProcesses {
  /** Absolute path of a program, from the PATH or the app's `node_modules/.bin`; undefined if not found. */
  find(name: string): Promise<string | undefined>;
  /** Starts a tool in the app's folder. */
  start(command: ToolCommand): ToolProcess;
  /** Starts the bundled autocannon-child.js on the app's Node, with an IPC channel. */
  startAutocannon(): ChildProcess;
}

/** What a load tool can use, and its callbacks. */
export interface LoadContext {
  /** Aborted by Cancel, Stop or the end of the app: the tool ends and reports what it has measured. */
  readonly signal: AbortSignal;
  /** Working folder of tools, and base of body files. */
  readonly appFolder: string;
  /** For files of a tool: readable only by us, and deleted with the session. */
  readonly privateFolder: string;
  readonly processes: ToolProcesses;
  /** Called about every half second; in the measured part with the report so far, which counts if we are killed. */
  readonly onProgress: (progress: LoadProgress, soFar?: LoadReport) => void;
  /** Called when set-up and warm-up are done; the measured part begins when it settles, so that only that part is recorded. */
  readonly measure: () => Promise<void>;
  /** Called after set-up and first requests if a response is doubtful. Without it the load always starts. */
  readonly confirm?: Confirm | undefined;
  /** Of several loads of one plan: its set-up requests are sent by the first alone. */
  readonly keptSetup?: KeptSetup | undefined;
}

/** Keeps the app busy while it is recorded. */
export interface LoadTool {
  readonly name: LoadToolName;
  /** Resolves when the load is over; undefined if the tool measured nothing. Rejects with a UserError for what the user can fix. */
  run(plan: LoadPlan, context: LoadContext): Promise<LoadReport | undefined>;
}
