import type { LoadFigures } from "../load.ts";
import { known, numberAt, scaledTime, latencyFrom } from "./figure-text.ts";
import { answeredRate } from "./request-rows.ts";
import { answersOf, errorLines, statusFigures, statusLines } from "./statuses.ts";

const perMillisecond = 0.001;

/**
 * The summary of hey, in seconds. Its own rate and number count requests that were refused or timed out, so with such the rate is that of the
 * answers. Its average is left out: from a million requests on it divides the sum of all by a million.
 */
export function parseHey(output: string): LoadFigures | undefined {
  const total = numberAt(output, /^\s*Total:\s+([\d.]+) secs$/m);
  const rate = numberAt(output, /^\s*Requests\/sec:\s+([\d.]+)$/m);
  if (total === undefined || rate === undefined || !/^Status code distribution:/m.test(output)) return undefined;
  const counts = statusLines(output);
  const answers = answersOf(counts);
  const errors = answersOf(errorLines(output));
  const percentile = (share: number): number | undefined =>
    scaledTime(numberAt(output, new RegExp(String.raw`^\s*${share}%%? in ([\d.]+) secs$`, "m")), perMillisecond);
  const slowest = scaledTime(numberAt(output, /^\s*Slowest:\s+([\d.]+) secs$/m), perMillisecond);
  return known({
    tool: "hey",
    requests: answers + errors,
    requestsPerSecond: errors === 0 ? rate : answeredRate(counts, total),
    latency: answers === 0 ? {} : latencyFrom(undefined, percentile, slowest),
    errors,
    ...statusFigures(counts),
    requestsInclude: "unanswered" as const,
    bytes: numberAt(output, /^\s*Total data:\s+(\d+) bytes$/m),
    durationSeconds: total,
  });
}
