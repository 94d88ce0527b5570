import type { Latency, LoadFigures } from "../load.ts";
import type { Milliseconds } from "../../units.ts";
import { known, numberIn, roundedTime } from "./figure-text.ts";
import { answersOf, type StatusCounts, statusFigures } from "./statuses.ts";

/** CSV of one row for each answered request, in seconds: `hey -o csv` and `oha --output-format csv`. Neither has rows for other requests. */
export function parseRequestRows(output: string): LoadFigures | undefined {
  const start = /^(?:response-time|request-start),.*$/m.exec(output);
  if (start === null) return undefined;
  const columns = start[0].trim().split(",");
  const at = (...names: readonly string[]): number => columns.findIndex((column) => names.includes(column));
  const [begins, takes, has] = [at("offset", "request-start"), at("response-time", "request-duration"), at("status-code", "status")];
  if (begins < 0 || takes < 0 || has < 0) return undefined;
  const times: number[] = [];
  const counts: Record<string, number> = {};
  let endSeconds = 0;
  for (const line of output.slice(start.index + start[0].length).split("\n")) {
    const cells = line.trim().split(",");
    const [begin, seconds, status] = [numberIn(cells[begins]), numberIn(cells[takes]), cells[has] ?? ""];
    if (begin === undefined || seconds === undefined || !/^\d{3}$/.test(status)) continue;
    times.push(seconds * 1000);
    counts[status] = (counts[status] ?? 0) + 1;
    endSeconds = Math.max(endSeconds, begin + seconds);
  }
  return known({
    tool: columns.includes("offset") ? "hey" : "oha",
    requests: times.length,
    requestsPerSecond: endSeconds === 0 ? 0 : times.length / endSeconds,
    latency: latencyOf(times),
    ...statusFigures(counts),
    durationSeconds: endSeconds,
  });
}

/** Figures of single times, by the nearest rank. */
export function latencyOf(times: readonly Milliseconds[]): Latency {
  if (times.length === 0) return {};
  const sorted = Float64Array.from(times).sort();
  const at = (share: number): number | undefined => rounded(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]);
  return known({
    averageMs: rounded(sorted.reduce((sum, time) => sum + time, 0) / sorted.length),
    p50Ms: at(0.5),
    p90Ms: at(0.9),
    p97_5Ms: at(0.975),
    p99Ms: at(0.99),
    maxMs: rounded(sorted.at(-1)),
  });
}

function rounded(time: Milliseconds | undefined): Milliseconds | undefined {
  return time === undefined ? undefined : roundedTime(Number(time.toFixed(6)));
}

/** The rate of the answers, where a tool's own also counts requests without one. */
export function answeredRate(counts: StatusCounts, seconds: number | undefined): number | undefined {
  if (answersOf(counts) === 0) return 0;
  return seconds === undefined || seconds === 0 ? undefined : answersOf(counts) / seconds;
}
