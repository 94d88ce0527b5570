import { mkdtemp, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { parseAb, parseAbPercentiles, parseAbSilence } from "../../../analysis/load/reports/ab.ts";
import { describeRequests, requestsOf, runExternalTool } from "./external-tool.ts";
import type { LoadTool } from "../load-tool.ts";
import { afterSetup } from "../setup/after-setup.ts";
import { writePrivately } from "./prepared-tool.ts";
import { type TargetedRequest, urlOf } from "../request-target.ts";
import { findTool } from "./tool-process.ts";

/** `-t` alone means at most 50,000 requests. ab allocates 32 bytes for each possible request. */
const requestsPerSecondAtMost = 50_000;
const requestsAtMost = 20_000_000;

/** ApacheBench, as installed: a single request, over HTTP/1.0, with keep-alive if the app agrees. */
export const abTool: LoadTool = {
  name: "ab",
  async run(plan, context) {
    const file = await findTool("ab", context.processes);
    const requests = requestsOf(await afterSetup(plan, context));
    const folder = await mkdtemp(path.join(context.privateFolder, "ab-"));
    try {
      const percentiles = path.join(folder, "percentiles.csv");
      const [request] = requests;
      if (request === undefined) return undefined;
      // -l: responses may differ in length. -r: a broken connection is counted and does not end the run.
      const options = [
        "-q",
        "-k",
        "-l",
        "-r",
        "-c",
        String(plan.connections),
        "-e",
        percentiles,
        ...(await requestOptions(request, folder)),
      ];
      const target = describeRequests(requests);
      return await runExternalTool(
        plan,
        {
          name: "ab",
          ...target,
          command: (seconds) => ({ file, args: [...options, ...timeOptions(seconds, plan.connections), urlOf(request)] }),
          seconds: plan.durationSeconds,
          connections: plan.connections,
          async read({ stdout, stderr }) {
            const figures = parseAb(stdout) ?? parseAbSilence(stdout, stderr, plan.connections);
            const finer = await readFile(percentiles, "utf8").then(parseAbPercentiles, () => ({}));
            return figures === undefined ? undefined : { ...figures, latency: { ...figures.latency, ...finer } };
          },
        },
        context,
      );
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** `-n` must come after `-t`, which sets it. */
function timeOptions(seconds: number, connections: number): readonly string[] {
  const most = Math.max(connections, Math.min(requestsAtMost, seconds * requestsPerSecondAtMost));
  return ["-t", String(seconds), "-n", String(most)];
}

async function requestOptions(request: TargetedRequest, folder: string): Promise<readonly string[]> {
  const { method, headers, body, bodyFile = "" } = request;
  const hasBody = body !== "" || bodyFile !== "";
  let content = bodyFile;
  if (body !== "") {
    content = await writePrivately(path.join(folder, "body"), body);
  }
  const isType = (name: string): boolean => name.toLowerCase() === "content-type";
  const type = Object.entries(headers).find(([name]) => isType(name))?.[1];
  // ab adds Content-Length itself.
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length" && !(hasBody && isType(name)));
  const methodOptions = hasBody ? [method === "PUT" ? "-u" : "-p", content] : method === "HEAD" ? ["-i"] : ["-m", method];
  return [
    ...methodOptions,
    ...(hasBody && type !== undefined ? ["-T", type] : []),
    ...sent.flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
  ];
}
