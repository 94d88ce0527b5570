import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { parseWrk } from "../../../analysis/load/reports/wrk.ts";
import { describeRequests, requestsOf, runExternalTool } from "./external-tool.ts";
import type { LoadTool } from "../load-tool.ts";
import { afterSetup } from "../setup/after-setup.ts";
import { writePrivately } from "./prepared-tool.ts";
import { findTool } from "./tool-process.ts";
import { wrkScript } from "./wrk-script.ts";

/** The same time that autocannon waits for a response. */
const timeoutSeconds = 10;

/** wrk, as installed: one of its threads can saturate a Node process. Its script has the paths; of the URL it takes the server. */
export const wrkTool: LoadTool = {
  name: "wrk",
  async run(plan, context) {
    const file = await findTool("wrk", context.processes);
    const requests = requestsOf(await afterSetup(plan, context));
    const folder = await mkdtemp(path.join(context.privateFolder, "wrk-"));
    try {
      const script = path.join(folder, "requests.lua");
      await writePrivately(script, wrkScript(requests, plan.pipelining));
      const options = ["-t1", `-c${plan.connections}`, "--latency", "--timeout", `${timeoutSeconds}s`, "-s", script];
      return await runExternalTool(
        plan,
        {
          name: "wrk",
          ...describeRequests(requests),
          command: (seconds) => ({ file, args: [...options, `-d${seconds}s`, `${requests[0]?.origin ?? ""}/`] }),
          seconds: plan.durationSeconds,
          connections: plan.connections,
          read: ({ stdout }) => Promise.resolve(parseWrk(stdout)),
        },
        context,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};
