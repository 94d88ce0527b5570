import { readFile } from "node:fs/promises";
import path from "node:path";
import { weightOf } from "../../../analysis/load/load.ts";
import { requestSchedule } from "../../../analysis/load/request-schedule.ts";
import { vegetaRequest } from "../../../analysis/load/reports/single-requests.ts";
import { parseVegetaJson } from "../../../analysis/load/reports/vegeta.ts";
import type { TargetedRequest } from "../request-target.ts";
import { inMilliseconds, optionsOf, preparedTool, sentHeaders, timeoutSeconds, writePrivately } from "./prepared-tool.ts";
import { offsetOf } from "../requests/wall-clock.ts";
import { readTool, runTool } from "./tool-process.ts";

/** vegeta 12: `attack` writes a result for each request, of which `report` makes the figures. Without a rate it needs a number of workers. */
export const vegetaTool = preparedTool("vegeta", async ({ file, plan, requests, folder, processes }) => {
  const [targets, results] = [path.join(folder, "targets.json"), path.join(folder, "results.bin")];
  const lines = await Promise.all(requests.map(targetLine));
  const order = requestSchedule(requests.map((request) => weightOf(request)));
  await writePrivately(targets, `${order.map((index) => lines[index] ?? "").join("\n")}\n`);
  const { connections } = plan;
  const rate = plan.ratePerSecond > 0 ? `${Math.max(1, Math.round(plan.ratePerSecond * 60))}/1m` : 0;
  const options = [
    "attack",
    "-insecure",
    ...optionsOf({ "-format": "json", "-targets": targets, "-output": results, "-max-body": 0, "-redirects": -1 }),
    ...optionsOf({ "-timeout": `${timeoutSeconds}s`, "-max-workers": connections, "-connections": connections, "-workers": connections }),
    ...optionsOf({ "-rate": rate }),
  ];
  return {
    // Go agrees to it by TLS.
    spoken: requests.every(({ origin }) => origin.startsWith("https:")) ? "http2-too" : "http1",
    command: (seconds) => ({ file, args: [...options, "-duration", inMilliseconds(seconds)] }),
    async read() {
      const made = await runTool({ file, args: ["report", "-type", "json", results] }, processes, new AbortController().signal);
      return parseVegetaJson(made.stdout);
    },
    reportRequests: (reported, { began }) =>
      // It adds the time since its start to the time of day that it started at.
      readTool({ file, args: ["encode", "-to", "csv", results] }, processes, (output) =>
        reported.read(output, vegetaRequest, () => offsetOf(began)),
      ),
  };
});

async function targetLine(request: TargetedRequest): Promise<string> {
  const { method, origin, path: at, headers, body, bodyFile = "" } = request;
  const content = bodyFile === "" ? Buffer.from(body) : await readFile(bodyFile);
  return JSON.stringify({
    method,
    url: `${origin}${at}`,
    header: Object.fromEntries(sentHeaders(headers).map(([name, value]) => [name, [value]])),
    ...(content.length === 0 ? {} : { body: content.toString("base64") }),
  });
}
