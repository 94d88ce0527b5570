import type { LoadTool as LoadToolName, LoadPlan } from "../../analysis/load/load.ts";
import { autocannonTool } from "./autocannon/autocannon.ts";
import { abTool } from "./external/ab.ts";
import { artilleryTool } from "./external/artillery.ts";
import { bombardierTool } from "./external/bombardier.ts";
import { commandTool } from "./external/command.ts";
import { h2loadTool } from "./external/h2load.ts";
import { heyTool } from "./external/hey.ts";
import { locustTool } from "./external/locust.ts";
import { ohaTool } from "./external/oha.ts";
import { siegeTool } from "./external/siege.ts";
import { vegetaTool } from "./external/vegeta.ts";
import { wrkTool } from "./external/wrk.ts";
import type { LoadTool } from "./load-tool.ts";
import { once } from "node:events";

/** “I will drive it myself”: records from now until it is stopped. */
const manualTool: LoadTool = {
  name: "manual",
  async run(_plan, { signal, measure }) {
    await measure();
    if (!signal.aborted) await once(signal, "abort");
    return undefined;
  },
};

/** The plan for a recording without load. */
export const manualPlan: LoadPlan = {
  baseUrl: "",
  requests: [],
  setup: [],
  connections: 1,
  durationSeconds: 1,
  warmupSeconds: 0,
  pipelining: 1,
  ratePerSecond: 0,
  tool: "manual",
};

/** The load tools, one line each. */
export const loadToolList: Readonly<Record<LoadToolName, LoadTool>> = {
  autocannon: autocannonTool,
  wrk: wrkTool,
  ab: abTool,
  oha: ohaTool,
  hey: heyTool,
  vegeta: vegetaTool,
  bombardier: bombardierTool,
  h2load: h2loadTool,
  siege: siegeTool,
  artillery: artilleryTool,
  locust: locustTool,
  command: commandTool,
  manual: manualTool,
};
