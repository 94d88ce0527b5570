import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, numberAt, numberIn, roundedTime, latencyFrom } from "./figure-text.ts";
import { jsonIn, answersOf, statusFigures } from "./statuses.ts";

const amounts = v.record(v.string(), v.number());

const report = v.object({
  aggregate: v.object({
    counters: amounts,
    rates: v.optional(amounts, {}),
    firstMetricAt: v.optional(v.number()),
    lastMetricAt: v.optional(v.number()),
    summaries: v.optional(v.record(v.string(), v.record(v.string(), v.nullable(v.number()))), {}),
  }),
});

/**
 * The file of `artillery run -o`, in milliseconds. Its rate is the mean of whole requests per second over its periods, also of requests that had
 * no response: with such it is scaled to the answers.
 */
export function parseArtilleryJson(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  if (!success || found.aggregate.counters["vusers.created"] === undefined) return undefined;
  const { counters, rates, summaries, firstMetricAt, lastMetricAt } = found.aggregate;
  return artilleryFigures(
    counters,
    rates["http.request_rate"],
    summaries["http.response_time"] ?? {},
    firstMetricAt === undefined || lastMetricAt === undefined ? undefined : (lastMetricAt - firstMetricAt) / 1000,
  );
}

/** artillery's summary at its end: lines such as `http.codes.200: ....... 15`, and times below `http.response_time:`. */
export function parseArtilleryText(output: string): LoadFigures | undefined {
  const from = output.lastIndexOf("Summary report @");
  if (from === -1) return undefined;
  const summary = output.slice(from);
  const counters = Object.fromEntries(
    [...summary.matchAll(/^(\S+): \.+ (\d+)$/gm)].map(([, name, count]) => [name ?? "", Number(count)] as const),
  );
  if (counters["vusers.created"] === undefined) return undefined;
  const times = /^http\.response_time:\n((?: {2}.*\n?)+)/m.exec(summary)?.[1] ?? "";
  const named = [...times.matchAll(/^ {2}(\w+): \.+ ([\d.]+)$/gm)].map(([, name, value]) => [name ?? "", numberIn(value) ?? null] as const);
  return artilleryFigures(counters, numberAt(summary, /^http\.request_rate: \.+ ([\d.]+)\/sec$/m), Object.fromEntries(named), undefined);
}

function artilleryFigures(
  counters: Readonly<Record<string, number>>,
  rate: number | undefined,
  times: Readonly<Record<string, number | null>>,
  durationSeconds: number | undefined,
): LoadFigures {
  const codes = Object.entries(counters).flatMap(([name, count]) => {
    const [, status] = /^http\.codes\.(\d{3})$/.exec(name) ?? [];
    return status === undefined ? [] : [[status, count] as const];
  });
  const answers = answersOf(Object.fromEntries(codes));
  const requests = counters["http.requests"] ?? 0;
  const time = (name: string): number | undefined => roundedTime(times[name] ?? undefined);
  return known({
    tool: "artillery",
    requests,
    requestsPerSecond: answers === 0 ? 0 : rate === undefined || answers >= requests ? rate : (rate * answers) / requests,
    latency: latencyFrom(time("mean"), (share) => time(`p${share}`) ?? (share === 50 ? time("median") : undefined), time("max")),
    errors: Math.max(0, requests - answers),
    ...statusFigures(Object.fromEntries(codes)),
    requestsInclude: "unanswered" as const,
    durationSeconds: roundedTime(durationSeconds),
  });
}
