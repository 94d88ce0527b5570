import type { LoadTool as LoadToolName } from "../../analysis/load/load.ts";
import { abTool } from "./ab.ts";
import { autocannonTool } from "./autocannon/autocannon.ts";
import { commandTool } from "./command.ts";
import type { LoadTool } from "./load-tool.ts";
import { manualTool } from "./manual.ts";
import { wrkTool } from "./wrk.ts";

/** The load tools, one line each. */
export const loadToolList: Readonly<Record<LoadToolName, LoadTool>> = {
  autocannon: autocannonTool,
  wrk: wrkTool,
  ab: abTool,
  command: commandTool,
  manual: manualTool,
};
