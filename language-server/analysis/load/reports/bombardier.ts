import * as v from "valibot";
import type { LoadFigures } from "../load.ts";
import { known, millisecondsIn, numberAt, scaledTime, latencyFrom } from "./figure-text.ts";
import { jsonIn, answersOf, statusFigures } from "./statuses.ts";

const microsecond = 1e3;

const report = v.object({
  spec: v.optional(v.object({ numberOfConnections: v.optional(v.number()) }), {}),
  result: v.object({
    bytesRead: v.number(),
    timeTakenSeconds: v.number(),
    req1xx: v.number(),
    req2xx: v.number(),
    req3xx: v.number(),
    req4xx: v.number(),
    req5xx: v.number(),
    others: v.number(),
    latency: v.object({ mean: v.number(), max: v.number(), percentiles: v.optional(v.record(v.string(), v.number()), {}) }),
  }),
});

/**
 * `bombardier -o json`, in microseconds; percentiles with `-l`. Its `rps` are samples of the rate, whose mean is not the requests by the time.
 * `others` are requests without a response; their time is among its latencies.
 */
export function parseBombardierJson(output: string): LoadFigures | undefined {
  const { success, output: found } = v.safeParse(report, jsonIn(output));
  if (!success) return undefined;
  const { spec, result } = found;
  const { percentiles, mean, max } = result.latency;
  const time = (value: number | undefined): number | undefined => scaledTime(value, microsecond);
  const counts = [result.req1xx, result.req2xx, result.req3xx, result.req4xx, result.req5xx] as const;
  return bombardierFigures(counts, result.others, result.timeTakenSeconds, {
    latency: latencyFrom(time(mean), (share) => time(percentiles[share]), time(max)),
    bytes: result.bytesRead,
    connections: spec.numberOfConnections,
  });
}

/** bombardier's text. Only its first line, which `-p r` leaves out, has the time: without it there is no rate, as its average is not one. */
export function parseBombardierText(output: string): LoadFigures | undefined {
  const [, ...classes] = /^\s*1xx - (\d+), 2xx - (\d+), 3xx - (\d+), 4xx - (\d+), 5xx - (\d+)$/m.exec(output) ?? [];
  const others = numberAt(output, /^\s*others - (\d+)$/m);
  const [c1, c2, c3, c4, c5] = classes.map(Number);
  if (c1 === undefined || c2 === undefined || c3 === undefined || c4 === undefined || c5 === undefined || others === undefined)
    return undefined;
  const [, seconds, connections] = /^Bombarding \S+ for (\S+) using (\d+) connection/m.exec(output) ?? [];
  const [, mean, max] = /^\s+Latency\s+(\S+)\s+\S+\s+(\S+)\s*$/m.exec(output) ?? [];
  const percentile = (share: number): number | undefined =>
    millisecondsIn(new RegExp(String.raw`^\s+${share}%\s+(\S+)\s*$`, "m").exec(output)?.[1]);
  const measured = millisecondsIn(seconds);
  return bombardierFigures([c1, c2, c3, c4, c5], others, measured === undefined ? undefined : measured / 1000, {
    latency: latencyFrom(millisecondsIn(mean), percentile, millisecondsIn(max)),
    connections: connections === undefined ? undefined : Number(connections),
  });
}

function bombardierFigures(
  classes: readonly [number, number, number, number, number],
  others: number,
  seconds: number | undefined,
  rest: Pick<LoadFigures, "latency" | "bytes" | "connections">,
): LoadFigures {
  const statuses = Object.fromEntries(classes.map((count, index) => [`${index + 1}xx`, count]));
  const answers = answersOf(statuses);
  return known({
    tool: "bombardier",
    requests: answers + others,
    requestsPerSecond: answers === 0 ? 0 : seconds === undefined || seconds === 0 ? undefined : answers / seconds,
    ...rest,
    latency: answers === 0 ? {} : rest.latency,
    errors: others,
    ...statusFigures(statuses),
    requestsInclude: "unanswered" as const,
    ...(classes[0] > 0 ? { interimTaken: ["1xx"] } : {}),
    durationSeconds: seconds,
  });
}
