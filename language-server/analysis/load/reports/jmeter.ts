import type { LoadFigures } from "../load.ts";
import { known, numberIn, roundedTime } from "./figure-text.ts";

/**
 * The last `summary =` line of a JMeter run without GUI (`jmeter -n -t plan.jmx`), which counts from the run's start; `summary +` is the
 * part since the last one. It counts samples, which may be more than requests, and failed ones of any kind. A run without samples has stars for its rate,
 * and the limits of its numbers for its times.
 */
export function parseJmeter(output: string): LoadFigures | undefined {
  const line = output.split("\n").findLast((each) => summary.test(each));
  const [, samples, hours = 0, minutes = 0, seconds, perSecond, average, max, failed] = summary.exec(line ?? "") ?? [];
  const requests = numberIn(samples);
  const requestsPerSecond = requests === 0 ? 0 : numberIn(perSecond);
  if (requests === undefined || requestsPerSecond === undefined) return undefined;
  if (requests === 0) return { tool: "JMeter", requests, requestsPerSecond, latency: {}, errors: 0 };
  return known({
    tool: "JMeter",
    requests,
    requestsPerSecond,
    latency: known({ averageMs: roundedTime(numberIn(average)), maxMs: roundedTime(numberIn(max)) }),
    errors: numberIn(failed),
    requestsInclude: "failed" as const,
    durationSeconds: roundedTime(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)),
  });
}

const summary =
  /\bsummary =\s+(\d+) in\s+(?:(\d+):(\d+):)?(\d+(?:\.\d+)?)s? =\s+([\d.]+|\*+)\/s Avg:\s+(\d+) Min:\s+-?\d+ Max:\s+(-?\d+) Err:\s+(\d+) \([\d.]+%\)\s*$/;
