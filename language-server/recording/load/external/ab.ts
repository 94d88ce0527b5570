import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseAb, parseAbPercentiles, parseAbSilence } from "../../../analysis/load/reports/ab.ts";
import type { TargetedRequest } from "../request-target.ts";
import { bodyFileOf, optionsOf, preparedTool, sentHeaders } from "./prepared-tool.ts";

/** `-t` alone means at most 50,000 requests. ab allocates 32 bytes for each possible request. */
const requestsPerSecondAtMost = 50_000;
const requestsAtMost = 20_000_000;

/** ApacheBench, as installed: a single request, over HTTP/1.0, with keep-alive if the app agrees. */
export const abTool = preparedTool("ab", async ({ file, plan: { connections }, request, url, folder }) => {
  const percentiles = path.join(folder, "percentiles.csv");
  // -l: responses may differ in length. -r: a broken connection is counted and does not end the run.
  const options = ["-q", "-k", "-l", "-r", "-c", String(connections), "-e", percentiles, ...(await requestOptions(request, folder))];
  return {
    command: (seconds) => ({ file, args: [...options, ...timeOptions(seconds, connections), url] }),
    async read({ stdout, stderr }) {
      const figures = parseAb(stdout) ?? parseAbSilence(stdout, stderr, connections);
      const finer = await readFile(percentiles, "utf8").then(parseAbPercentiles, () => ({}));
      return figures === undefined ? undefined : { ...figures, latency: { ...figures.latency, ...finer } };
    },
  };
});

/** `-n` must come after `-t`, which sets it. */
function timeOptions(seconds: number, connections: number): readonly string[] {
  const most = Math.max(connections, Math.min(requestsAtMost, seconds * requestsPerSecondAtMost));
  return ["-t", String(seconds), "-n", String(most)];
}

async function requestOptions(request: TargetedRequest, folder: string): Promise<readonly string[]> {
  const { method, headers } = request;
  const body = await bodyFileOf(request, folder);
  const isType = (name: string): boolean => name.toLowerCase() === "content-type";
  const type = Object.entries(headers).find(([name]) => isType(name))?.[1];
  const sent = sentHeaders(headers).filter(([name]) => body === undefined || !isType(name));
  const methodOptions = body !== undefined ? [method === "PUT" ? "-u" : "-p", body] : method === "HEAD" ? ["-i"] : ["-m", method];
  return [
    ...methodOptions,
    ...optionsOf({ "-T": body === undefined ? undefined : type }),
    ...sent.flatMap(([name, value]) => ["-H", `${name}: ${value}`]),
  ];
}
