import type { LoadPlan } from "../../analysis/load/load.ts";
import { once } from "node:events";
import type { LoadTool } from "./load-tool.ts";

/** “I will drive it myself”: records from now until it is stopped. */
export const manualTool: LoadTool = {
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
