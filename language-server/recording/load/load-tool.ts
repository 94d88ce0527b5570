import type { LoadPlan, LoadProgress, LoadReport, LoadTool as LoadToolName } from "../../analysis/load/load.ts";
import type { Watchdog } from "../processes/watchdog-client.ts";
import { abTool } from "./ab.ts";
import { autocannonTool } from "./autocannon.ts";
import { commandTool } from "./command.ts";
import { manualTool } from "./manual.ts";
import { wrkTool } from "./wrk.ts";

/** What a load tool may use, and whom it tells. */
export interface LoadContext {
  /** Aborted by Cancel, by the end of the app and by Stop: the tool ends and reports what it has measured. */
  readonly signal: AbortSignal;
  /** Absolute path of the app's Node. */
  readonly nodePath: string;
  /** The bundled autocannon-child.js. */
  readonly autocannonChild: string;
  /** Where tools are run, and body files found. */
  readonly appFolder: string;
  /** For files of a tool: readable by us alone, and gone with the session. */
  readonly privateFolder: string;
  /** Ends the tool's process should we die. */
  readonly watchdog: Pick<Watchdog, "watchStart" | "forget">;
  /** About every half second. */
  readonly onProgress: (progress: LoadProgress) => void;
  /** Called when set-up and warm-up are over; the measured part begins when it settles, so that the recorder sees that part and nothing else. */
  readonly measure: () => Promise<void>;
}

/** Something that keeps the app busy while it is recorded. */
export interface LoadTool {
  readonly name: LoadToolName;
  /** Resolves when the load is over; undefined where it measured nothing itself. Rejects with a UserError for what the user can mend. */
  run(plan: LoadPlan, context: LoadContext): Promise<LoadReport | undefined>;
}

/** The load tools: one line each. */
export const loadToolList: Readonly<Record<LoadToolName, LoadTool>> = {
  autocannon: autocannonTool,
  wrk: wrkTool,
  ab: abTool,
  command: commandTool,
  manual: manualTool,
};
