import path from "node:path";
import { parseWrk } from "../../../analysis/load/reports/wrk.ts";
import { preparedTool, timeoutSeconds, writePrivately } from "./prepared-tool.ts";
import { wrkScript } from "./wrk-script.ts";

/** wrk, as installed: one of its threads can saturate a Node process. Its script has the paths; of the URL it takes the server. */
export const wrkTool = preparedTool("wrk", async ({ file, plan, requests, request, folder }) => {
  const script = await writePrivately(path.join(folder, "requests.lua"), wrkScript(requests, plan.pipelining));
  const options = ["-t1", `-c${plan.connections}`, "--latency", "--timeout", `${timeoutSeconds}s`, "-s", script];
  return {
    command: (seconds) => ({ file, args: [...options, `-d${seconds}s`, `${request.origin}/`] }),
    read: ({ stdout }) => Promise.resolve(parseWrk(stdout)),
  };
});
