import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, millisecondsIn, numberAt, numberIn, roundedTime, latencyFrom } from "./figure-text.ts";
import { jsonIn } from "./statuses.ts";

const amounts = v.record(v.string(), v.unknown());
const report = v.object({
  metrics: v.object({ http_reqs: amounts, http_req_duration: amounts, http_req_failed: v.optional(amounts, {}) }),
});

/**
 * The JSON of k6's end of test, as its documents describe it: of `--summary-export`, and of `handleSummary`, whose figures are in `values`; in
 * milliseconds. `passes` of `http_req_failed` are the requests that failed: by default with a status from 400 on, or without a response.
 */
export function parseK6Json(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  if (!success) return undefined;
  const { http_reqs: sent, http_req_duration: times, http_req_failed: failed } = found.metrics;
  const requests = figure(sent, "count");
  if (requests === undefined) return undefined;
  const time = (name: string): number | undefined => roundedTime(figure(times, name));
  return k6Figures(requests, figure(sent, "rate"), figure(failed, "passes"), time);
}

/** k6's text: `http_reqs....: 180 4.36938/s`, and `http_req_failed....: 0.00% ✓ 0 ✗ 180` or `0.00% 0 out of 45`. */
export function parseK6Text(output: string): LoadFigures | undefined {
  const [, count, rate] = /^\s*http_reqs\.*:\s+(\d+)\s+([\d.]+)\/s\s*$/m.exec(output) ?? [];
  const requests = numberIn(count);
  if (requests === undefined) return undefined;
  const line = /^\s*http_req_duration\.*:\s+(avg=.*)$/m.exec(output)?.[1] ?? "";
  const times = new Map([...line.matchAll(/([\w()]+)=(\S+)/g)].map(([, name = "", value]) => [name, millisecondsIn(value)]));
  const failed = numberAt(output, /^\s*http_req_failed\.*:\s+[\d.]+%\s+(?:✓ )?(\d+)\s/m);
  return k6Figures(requests, numberIn(rate), failed, (name) => times.get(name));
}

function figure(metric: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const { values } = metric;
  const value = typeof values === "object" && values !== null ? (values as Readonly<Record<string, unknown>>)[name] : metric[name];
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}

function k6Figures(
  requests: number,
  requestsPerSecond: number | undefined,
  errors: number | undefined,
  time: (name: string) => number | undefined,
): LoadFigures {
  const percentile = (share: number): number | undefined => (share === 50 ? time("med") : undefined) ?? time(`p(${share})`);
  return known({
    tool: "k6",
    requests,
    requestsPerSecond: requests === 0 ? 0 : requestsPerSecond,
    latency: latencyFrom(time("avg"), percentile, time("max")),
    errors,
    requestsInclude: "failed" as const,
  });
}
