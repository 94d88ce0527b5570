import type { ChildProcess } from "node:child_process";
import type { Confirm } from "./first-responses.ts";
import type { LoadPlan, LoadProgress, LoadReport, LoadTool as LoadToolName } from "../../analysis/load/load.ts";

export interface ToolCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/** A tool's process and all that it starts. */
export interface ToolProcess {
  readonly child: ChildProcess;
  /** As by Ctrl+C, which makes most tools report what they have. */
  interrupt(): void;
  /** Also what the tool left behind. */
  kill(): void;
  /** It has ended: its number may be another's soon. */
  forget(): void;
}

/** How load tools get their processes. None outlives the process that starts it. */
export interface ToolProcesses {
  /** Absolute path of a program, by the PATH or the app's own `node_modules/.bin`; undefined where there is none. */
  find(name: string): Promise<string | undefined>;
  /** Starts a tool in the app's folder. */
  start(command: ToolCommand): ToolProcess;
  /** Starts the bundled autocannon-child.js on the app's Node; it speaks by IPC. */
  startAutocannon(): ChildProcess;
}

/** What a load tool may use, and whom it tells. */
export interface LoadContext {
  /** Aborted by Cancel, by the end of the app and by Stop: the tool ends and reports what it has measured. */
  readonly signal: AbortSignal;
  /** Where tools are run, and body files found. */
  readonly appFolder: string;
  /** For files of a tool: readable by us alone, and gone with the session. */
  readonly privateFolder: string;
  readonly processes: ToolProcesses;
  /** About every half second. */
  readonly onProgress: (progress: LoadProgress) => void;
  /** Called when set-up and warm-up are over; the measured part begins when it settles, so that the recorder sees that part and nothing else. */
  readonly measure: () => Promise<void>;
  /** Asked after set-up and first requests where a response is doubtful. Without it the load starts whatever the app answers. */
  readonly confirm?: Confirm | undefined;
}

/** Something that keeps the app busy while it is recorded. */
export interface LoadTool {
  readonly name: LoadToolName;
  /** Resolves when the load is over; undefined where it measured nothing itself. Rejects with a UserError for what the user can fix. */
  run(plan: LoadPlan, context: LoadContext): Promise<LoadReport | undefined>;
}
