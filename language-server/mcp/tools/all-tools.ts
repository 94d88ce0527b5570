import type * as v from "valibot";
import type { Session } from "../session.ts";
import { adviceTool } from "./advice.ts";
import { blocksTool } from "./blocks.ts";
import { compareTool } from "./compare.ts";
import { exportTool } from "./export.ts";
import { callersTool, functionTool } from "./functions.ts";
import { groupsTool } from "./groups.ts";
import { hotLinesTool } from "./hot-lines.ts";
import { importsTool } from "./imports.ts";
import { lineTool } from "./line.ts";
import { profileTool } from "./profile.ts";
import { runsTool } from "./runs.ts";
import { slowestRequestsTool } from "./slowest-requests.ts";
import type { ToolDefinition } from "./tool.ts";

/** To add a tool: copy `advice.ts`, and add it here. */
export const allTools = [
  profileTool,
  hotLinesTool,
  lineTool,
  functionTool,
  callersTool,
  adviceTool,
  blocksTool,
  slowestRequestsTool,
  importsTool,
  groupsTool,
  compareTool,
  runsTool,
  exportTool,
] as readonly unknown[] as readonly ToolDefinition<v.GenericSchema, Session>[];
