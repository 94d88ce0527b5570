import type { LoadFigures } from "../load.ts";
import { known, numberAt, numberIn, roundedTime, latencyFrom } from "./figure-text.ts";

/**
 * The report of ApacheBench 2.3. Its percentiles are whole milliseconds; `ab -e FILE` writes finer ones, see `parseAbPercentiles`. A
 * `Length` failure only means that a response's length differs from the first one's, so it does not count. With `-r`, ab counts a connection
 * that was reset under `Receive` and again under `Exceptions`.
 */
export function parseAb(output: string): LoadFigures | undefined {
  const requests = numberAt(output, /^Complete requests:\s+(\d+)$/m);
  const requestsPerSecond = numberAt(output, /^Requests per second:\s+([\d.]+) \[#\/sec\] \(mean\)$/m);
  const failed = numberAt(output, /^Failed requests:\s+(\d+)$/m);
  if (requests === undefined || requestsPerSecond === undefined || failed === undefined) return undefined;
  const [, connect, receive, , exceptions] =
    /^\s+\(Connect: (\d+), Receive: (\d+), Length: (\d+), Exceptions: (\d+)\)$/m.exec(output)?.map(Number) ?? [];
  const detailed = connect !== undefined && receive !== undefined && exceptions !== undefined;
  const errors = failed === 0 ? 0 : detailed ? Math.min(requests, connect + Math.max(receive, exceptions)) : undefined;
  const durationSeconds = numberAt(output, /^Time taken for tests:\s+([\d.]+) seconds$/m);
  const percentile = (share: number): number | undefined =>
    roundedTime(numberAt(output, new RegExp(String.raw`^\s*${share}%\s+(\d+)(?: \(longest request\))?$`, "m")));
  return known({
    tool: "ab",
    requests,
    requestsPerSecond: errors === undefined || errors === 0 ? requestsPerSecond : answeredRate(requests - errors, durationSeconds),
    latency: latencyFrom(roundedTime(numberAt(output, /^Time per request:\s+([\d.]+) \[ms\] \(mean\)$/m)), percentile, percentile(100)),
    errors,
    requestsInclude: "unanswered" as const,
    // It includes requests in flight when its time was over.
    non2xx: Math.min(requests, numberAt(output, /^Non-2xx responses:\s+(\d+)$/m) ?? 0),
    non2xxFrom: 300,
    bytes: numberAt(output, /^Total transferred:\s+(\d+) bytes$/m),
    durationSeconds,
    connections: numberAt(output, /^Concurrency Level:\s+(\d+)$/m),
  });
}

/**
 * Figures of a run without an answer: ab ends without a report once no connection had one for 30 s, with APR_TIMEUP of its library apr as the
 * reason. Undefined for any other end, and if some requests were answered before.
 */
export function parseAbSilence(stdout: string, stderr: string, connections: number): LoadFigures | undefined {
  if (!/ \(70007\)$/m.test(stderr) || /Total of \d+ requests completed$/m.test(`${stdout}\n${stderr}`)) return undefined;
  return { tool: "ab", requests: 0, requestsPerSecond: 0, latency: {}, errors: 0, timeouts: connections };
}

function answeredRate(answers: number, seconds: number | undefined): number | undefined {
  return seconds === undefined || seconds === 0 ? undefined : Number((answers / seconds).toFixed(2));
}

/** The file of `ab -e`: the time in ms within which each percentage of the requests was served, from 0 to 100. */
export function parseAbPercentiles(csv: string): LoadFigures["latency"] {
  const [head, ...rows] = csv.split("\n");
  if (head?.trim() !== "Percentage served,Time in ms") return {};
  const times = new Map(rows.map((row) => row.trim().split(",")).map(([share, time]) => [share ?? "", numberIn(time)]));
  return known({ p50Ms: times.get("50"), p90Ms: times.get("90"), p99Ms: times.get("99"), maxMs: times.get("100") });
}
