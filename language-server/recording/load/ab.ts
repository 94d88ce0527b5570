import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseAb, parseAbPercentiles } from "../../analysis/load/reports/ab.ts";
import { describeRequests, requestsOf, runExternalTool } from "./external-tool.ts";
import type { LoadTool } from "./load-tool.ts";
import type { TargetedRequest } from "./request-target.ts";
import { findTool } from "./tool-process.ts";

/** `-t` alone means 50 000 requests at most. ab sets 32 bytes aside for each that it may send. */
const requestsPerSecondAtMost = 50_000;
const requestsAtMost = 20_000_000;

/** ApacheBench, as installed: one request, over HTTP/1.0, kept alive where the app agrees. */
export const abTool: LoadTool = {
  name: "ab",
  async run(plan, context) {
    const file = await findTool("ab", context.processes);
    const requests = requestsOf(plan);
    const folder = await mkdtemp(path.join(context.privateFolder, "ab-"));
    try {
      const percentiles = path.join(folder, "percentiles.csv");
      const [request] = requests;
      if (request === undefined) return undefined;
      // -l: answers may differ in length. -r: a broken connection is counted and does not end it.
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
          command: (seconds) => ({ file, args: [...options, ...timeOptions(seconds, plan.connections), target.url] }),
          seconds: plan.durationSeconds,
          connections: plan.connections,
          async read({ stdout }) {
            const figures = parseAb(stdout);
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

/** `-n` after `-t`, which sets it. */
function timeOptions(seconds: number, connections: number): readonly string[] {
  const most = Math.max(connections, Math.min(requestsAtMost, seconds * requestsPerSecondAtMost));
  return ["-t", String(seconds), "-n", String(most)];
}

async function requestOptions(request: TargetedRequest, folder: string): Promise<readonly string[]> {
  const { method, headers, body, bodyFile = "" } = request;
  const hasBody = body !== "" || bodyFile !== "";
  let content = bodyFile;
  if (body !== "") {
    content = path.join(folder, "body");
    await writeFile(content, body);
  }
  const isType = (name: string): boolean => name.toLowerCase() === "content-type";
  const type = Object.entries(headers).find(([name]) => isType(name))?.[1];
  // ab counts the bytes itself.
  const sent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== "content-length" && !(hasBody && isType(name)));
  const methodOptions = hasBody ? [method === "PUT" ? "-u" : "-p", content] : method === "HEAD" ? ["-i"] : ["-m", method];
  return [
    ...methodOptions,
    ...(hasBody && type !== undefined ? ["-T", type] : []),
    ...sent.flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
  ];
}
