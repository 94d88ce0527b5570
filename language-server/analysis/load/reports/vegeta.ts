import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import type { Milliseconds } from "../../units.ts";
import { known, millisecondsIn, numberIn, scaledTime } from "./figure-text.ts";
import { jsonIn, jsonLinesIn, answersOf, type StatusCounts, statusFigures } from "./statuses.ts";
import { latencyOf } from "./request-rows.ts";

const nanosecond = 1e6;

const report = v.object({
  latencies: v.record(v.string(), v.number()),
  bytes_in: v.object({ total: v.number() }),
  duration: v.number(),
  requests: v.number(),
  rate: v.number(),
  status_codes: v.record(v.string(), v.number()),
});

/**
 * `vegeta report -type json`, in nanoseconds. Status 0 is a request without a response. Its rate is the requests by the time from the start of
 * the first to that of the last one; its throughput, of successes only, is not used.
 */
export function parseVegetaJson(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  if (!success) return undefined;
  const { latencies, bytes_in: received, duration, requests, rate, status_codes: statuses } = found;
  const time = (name: string): number | undefined => scaledTime(latencies[name], nanosecond);
  return vegetaFigures(statuses, requests, rate, {
    latency: { averageMs: time("mean"), p50Ms: time("50th"), p90Ms: time("90th"), p99Ms: time("99th"), maxMs: time("max") },
    durationSeconds: duration / 1e9,
    bytes: received.total,
  });
}

/** `vegeta report`: lines of values after their names in brackets, as `Requests      [total, rate, throughput]         100, 50.39, 25.19`. */
export function parseVegetaText(output: string): LoadFigures | undefined {
  const [requests, rate] = ["total", "rate"].map((name) => numberIn(valuesOf(output, "Requests").get(name)));
  const codes = /^Status Codes\s+\[code:count\][^\S\n]*(.*)$/m.exec(output)?.[1];
  if (requests === undefined || rate === undefined || codes === undefined) return undefined;
  const statuses = Object.fromEntries([...codes.matchAll(/(\d+):(\d+)/g)].map(([, code, count]) => [code, Number(count)]));
  const latencies = valuesOf(output, "Latencies");
  const time = (name: string): number | undefined => millisecondsIn(latencies.get(name));
  const attack = millisecondsIn(valuesOf(output, "Duration").get("attack"));
  return vegetaFigures(statuses, requests, rate, {
    latency: { averageMs: time("mean"), p50Ms: time("50"), p90Ms: time("90"), p99Ms: time("99"), maxMs: time("max") },
    durationSeconds: attack === undefined ? undefined : attack / 1000,
    bytes: numberIn(valuesOf(output, "Bytes In").get("total")),
  });
}

const result = v.object({ code: v.number(), timestamp: v.string(), latency: v.number(), bytes_in: v.number(), seq: v.number() });

/** `vegeta encode`, also with `-to csv`: a line for each request, in nanoseconds. */
export function parseVegetaResults(output: string): LoadFigures | undefined {
  const rows = jsonLinesIn(output).flatMap((line) => {
    const { success, output: found } = v.safeParse(result, line);
    return success ? [{ ...found, startMs: timeOf(found.timestamp) }] : [];
  });
  // Nineteen digits of the start in nanoseconds since 1970.
  for (const [, start, code, latency, bytes] of output.matchAll(/^(\d{19}),(\d{1,3}),(\d+),\d+,(\d+),/gm))
    rows.push({
      code: Number(code),
      latency: Number(latency),
      bytes_in: Number(bytes),
      seq: 0,
      timestamp: "",
      startMs: Number(start) / nanosecond,
    });
  if (rows.length === 0) return undefined;
  const statuses: Record<string, number> = {};
  for (const { code } of rows) statuses[code] = (statuses[code] ?? 0) + 1;
  const starts = Float64Array.from(rows, ({ startMs }) => startMs).sort();
  const seconds = ((starts.at(-1) ?? 0) - (starts[0] ?? 0)) / 1000;
  return vegetaFigures(statuses, rows.length, seconds === 0 ? undefined : rows.length / seconds, {
    latency: latencyOf(rows.map(({ latency }) => latency / nanosecond)),
    durationSeconds: seconds,
    bytes: rows.reduce((sum, row) => sum + row.bytes_in, 0),
  });
}

/** Milliseconds since some day, of `2026-11-28T10:44:41.56322706Z`; all results of a file have the same time zone. */
function timeOf(timestamp: string): Milliseconds {
  const [year = 0, month = 0, day = 0, hours = 0, minutes = 0, seconds = 0] = timestamp.split(/[-T:Z+]/).map(Number);
  // Years begin with March, so that the day that some have more is their last one.
  const [marchYear, marchMonth] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const days = 365 * marchYear + Math.floor(marchYear / 4) + Math.floor((153 * marchMonth + 2) / 5) + day;
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
}

function valuesOf(output: string, name: string): ReadonlyMap<string, string> {
  const [, names = "", values = ""] = new RegExp(String.raw`^${name}\s+\[([^\]]*)\]\s+(.*)$`, "m").exec(output) ?? [];
  const all = values.trim().split(", ");
  return new Map(names.split(", ").map((each, index) => [each, all[index] ?? ""]));
}

function vegetaFigures(
  all: StatusCounts,
  requests: number,
  rate: number | undefined,
  rest: Pick<LoadFigures, "latency" | "durationSeconds" | "bytes">,
): LoadFigures {
  const { 0: errors = 0, ...statuses } = all;
  const answers = answersOf(statuses);
  return known({
    tool: "vegeta",
    requests,
    requestsPerSecond: answers === 0 ? 0 : rate === undefined ? undefined : errors === 0 ? rate : (rate * answers) / requests,
    ...rest,
    latency: answers === 0 ? {} : known(rest.latency),
    errors,
    ...statusFigures(statuses),
    requestsInclude: "unanswered" as const,
  });
}
