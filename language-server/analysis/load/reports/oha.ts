import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, numberIn, scaledTime, latencyFrom } from "./figure-text.ts";
import { jsonIn, answersOf, errorLines, type StatusCounts, statusFigures, statusLines } from "./statuses.ts";
import { answeredRate } from "./request-rows.ts";

const number = v.optional(v.nullable(v.number()));
const counted = v.optional(v.record(v.string(), v.number()), {});

const report = v.object({
  summary: v.object({
    total: v.number(),
    slowest: number,
    average: number,
  }),
  latencyPercentiles: v.optional(v.record(v.string(), v.nullable(v.number())), {}),
  statusCodeDistribution: counted,
  errorDistribution: counted,
});

/** What oha calls a request in flight when its time was over. */
const inFlight = "aborted due to deadline";

/**
 * `oha --output-format json`, in seconds. Its success rate is 100 % for 404 and 500; its errors are requests without a response, of which those
 * in flight at its end do not count.
 */
export function parseOhaJson(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  if (!success) return undefined;
  const { summary, latencyPercentiles, statusCodeDistribution, errorDistribution } = found;
  const time = (seconds: number | null | undefined): number | undefined => scaledTime(seconds ?? undefined, 0.001);
  const latency = latencyFrom(time(summary.average), (share) => time(latencyPercentiles[`p${share}`]), time(summary.slowest));
  return ohaFigures(statusCodeDistribution, errorDistribution, summary.total, latency);
}

/** oha's text. Its times have a unit: `8.6610 ms`, `0.5419 sec` (`secs` in older versions). */
export function parseOhaText(output: string): LoadFigures | undefined {
  if (!/^\s*Success rate:\s/m.test(output) || !/^\s*Requests\/sec:\s/m.test(output)) return undefined;
  const time = (name: string): number | undefined => timeAt(output, new RegExp(String.raw`^\s*${name}:?\s+([\d.]+) (\S+)\s*$`, "m"));
  const total = time("Total");
  if (total === undefined) return undefined;
  const percentile = (share: number): number | undefined => time(String.raw`${share}(?:\.0+)?% in`);
  return ohaFigures(statusLines(output), errorLines(output), total / 1000, latencyFrom(time("Average"), percentile, time("Slowest")));
}

function timeAt(output: string, pattern: RegExp): number | undefined {
  const [, value, unit = ""] = pattern.exec(output) ?? [];
  const scale = { ns: 1e6, us: 1e3, µs: 1e3, ms: 1, sec: 1e-3, secs: 1e-3, s: 1e-3, min: 1 / 60e3, m: 1 / 60e3 }[unit];
  return scale === undefined ? undefined : scaledTime(numberIn(value), scale);
}

function ohaFigures(statuses: StatusCounts, failed: StatusCounts, seconds: number, latency: LoadFigures["latency"]): LoadFigures {
  const errors = answersOf(Object.fromEntries(Object.entries(failed).filter(([reason]) => !reason.includes(inFlight))));
  const answers = answersOf(statuses);
  return known({
    tool: "oha",
    requests: answers + errors,
    requestsPerSecond: answeredRate(statuses, seconds),
    latency: answers === 0 ? {} : latency,
    errors,
    ...statusFigures(statuses),
    requestsInclude: "unanswered" as const,
    durationSeconds: seconds,
  });
}
