import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, numberIn, roundedTime, latencyFrom } from "./figure-text.ts";
import { jsonIn } from "./statuses.ts";

const entry = v.object({
  start_time: v.number(),
  last_request_timestamp: v.nullable(v.number()),
  num_requests: v.number(),
  num_none_requests: v.optional(v.number(), 0),
  num_failures: v.number(),
  total_response_time: v.number(),
  max_response_time: v.number(),
  response_times: v.record(v.string(), v.number()),
});

/**
 * `locust --json`, in milliseconds: an entry for each name. A failure is a status from 400 on, or no response, which it does not tell apart. Its
 * histogram of times has two digits.
 */
export function parseLocustJson(output: string): LoadFigures | undefined {
  const { success, output: entries } = v.safeParse(v.pipe(v.array(entry), v.minLength(1)), jsonIn(output));
  if (!success) return undefined;
  const sum = (of: (each: v.InferOutput<typeof entry>) => number): number => entries.reduce((total, each) => total + of(each), 0);
  const requests = sum((each) => each.num_requests);
  const start = Math.min(...entries.map((each) => each.start_time));
  const seconds = Math.max(...entries.map((each) => each.last_request_timestamp ?? each.start_time)) - start;
  const timed = requests - sum((each) => each.num_none_requests);
  const histogram = histogramOf(entries.map((each) => each.response_times));
  return locustFigures(
    requests,
    sum((each) => each.num_failures),
    seconds > 0 ? requests / seconds : undefined,
    {
      latency: {
        averageMs: timed > 0 ? sum((each) => each.total_response_time) / timed : undefined,
        p50Ms: percentile(histogram, 0.5),
        p90Ms: percentile(histogram, 0.9),
        p97_5Ms: percentile(histogram, 0.975),
        p99Ms: percentile(histogram, 0.99),
        maxMs: roundedTime(Math.max(...entries.map((each) => each.max_response_time))),
      },
      durationSeconds: roundedTime(seconds),
    },
  );
}

/** locust's table at its end. Its times are whole milliseconds. */
export function parseLocustText(output: string): LoadFigures | undefined {
  const rows = [
    ...output.matchAll(/^\s*Aggregated\s+(\d+)\s+(\d+)\([\d.]+%\)\s+\|\s+(\d+)\s+\d+\s+(\d+)\s+\d+\s+\|\s+([\d.]+)\s+[\d.]+\s*$/gm),
  ];
  const [, requests, failures, average, max, rate] = rows.at(-1)?.map(Number) ?? [];
  if (requests === undefined || failures === undefined) return undefined;
  const heads = /^Type\s+Name\s+((?:[\d.]+%\s+)+)# reqs\s*$/m.exec(output)?.[1]?.trim().split(/\s+/) ?? [];
  const last = [...output.matchAll(/^\s*Aggregated((?:\s+\d+){5,})\s*$/gm)].at(-1)?.[1]?.trim().split(/\s+/) ?? [];
  const at = (share: string): number | undefined => roundedTime(numberIn(heads.includes(share) ? last[heads.indexOf(share)] : undefined));
  return locustFigures(requests, failures, rate, {
    latency: { averageMs: roundedTime(average), p50Ms: at("50%"), p90Ms: at("90%"), p99Ms: at("99%"), maxMs: roundedTime(max) },
  });
}

/** `PREFIX_stats.csv` of `locust --csv`; its last row is of all names. */
export function parseLocustCsv(output: string): LoadFigures | undefined {
  const head = /^Type,Name,Request Count,Failure Count,.*$/m.exec(output);
  const row = [...output.matchAll(/^[^,\n]*,Aggregated,.*$/gm)].at(-1)?.[0].trim().split(",");
  if (head === null || row === undefined) return undefined;
  const columns = head[0].trim().split(",");
  const at = (name: string): number | undefined => numberIn(columns.includes(name) ? row[columns.indexOf(name)] : undefined);
  const [requests, failures] = [at("Request Count"), at("Failure Count")];
  if (requests === undefined || failures === undefined) return undefined;
  const time = (name: string): number | undefined => roundedTime(at(name));
  return locustFigures(requests, failures, at("Requests/s"), {
    latency: latencyFrom(time("Average Response Time"), (share) => time(`${share}%`), time("Max Response Time")),
  });
}

type Histogram = readonly (readonly [milliseconds: number, count: number])[];

function histogramOf(all: readonly Readonly<Record<string, number>>[]): Histogram {
  const counts = new Map<number, number>();
  for (const [time, count] of all.flatMap((each) => Object.entries(each)))
    counts.set(Number(time), (counts.get(Number(time)) ?? 0) + count);
  return [...counts].toSorted(([a], [b]) => a - b);
}

function percentile(histogram: Histogram, share: number): number | undefined {
  const rank = share * histogram.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  return roundedTime(histogram.find(([, count]) => (seen += count) >= rank)?.[0]);
}

function locustFigures(
  requests: number,
  errors: number,
  requestsPerSecond: number | undefined,
  rest: Pick<LoadFigures, "latency" | "durationSeconds">,
): LoadFigures {
  return known({
    tool: "locust",
    requests,
    requestsPerSecond: requests === 0 ? 0 : requestsPerSecond,
    ...rest,
    latency: known(rest.latency),
    errors,
    requestsInclude: "failed" as const,
  });
}
