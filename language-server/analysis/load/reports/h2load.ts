import type { LoadFigures } from "../load.ts";
import { known, millisecondsIn, numberIn, latencyFrom } from "./figure-text.ts";
import { answersOf, statusFigures } from "./statuses.ts";

/**
 * The summary of h2load. Its `failed` are those of 4xx and 5xx and the `errored`, which had no response; `timeout` is a part of the latter. In a
 * load by time it reports neither refused connections nor requests that are never answered.
 */
export function parseH2load(output: string): LoadFigures | undefined {
  const [, elapsed, rate] = /^finished in (\S+), ([\d.]+) req\/s, /m.exec(output) ?? [];
  const [, done, errored, late] =
    /^requests: \d+ total, \d+ started, (\d+) done, \d+ succeeded, \d+ failed, (\d+) errored, (\d+) timeout$/m.exec(output)?.map(Number) ??
    [];
  const [, ...classes] = /^status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx$/m.exec(output)?.map(Number) ?? [];
  const perSecond = numberIn(rate);
  const seconds = millisecondsIn(elapsed);
  if (done === undefined || errored === undefined || late === undefined || classes.length === 0 || perSecond === undefined)
    return undefined;
  const statuses = Object.fromEntries(classes.map((count, index) => [`${index + 2}xx`, count]));
  const answers = answersOf(statuses);
  const times = timesOf(output);
  const percentile = (share: number): number | undefined => times.get(share === 50 ? "median" : `p${share}`);
  return known({
    tool: "h2load",
    requests: answers + errored,
    requestsPerSecond: answers === 0 ? 0 : done > answers ? (perSecond * answers) / done : perSecond,
    latency: answers === 0 ? {} : latencyFrom(times.get("mean"), percentile, times.get("max")),
    errors: errored - late,
    timeouts: late,
    ...statusFigures(statuses),
    requestsInclude: "unanswered" as const,
    durationSeconds: seconds === undefined ? undefined : seconds / 1000,
    connections: numberIn(/^spawning thread #0: (\d+) total client\(s\)/m.exec(output)?.[1]),
  });
}

/** The columns of `time for request:` by their heads; newer versions have more of them. */
function timesOf(output: string): ReadonlyMap<string, number | undefined> {
  const heads =
    /^\s+(min\s+.*)$/m
      .exec(output)?.[1]
      ?.trim()
      .split(/\s{2,}/) ?? [];
  const values = /^(?:time for )?request\s*:\s+(.*)$/m.exec(output)?.[1]?.trim().split(/\s+/) ?? [];
  return new Map(heads.map((head, index) => [head, millisecondsIn(values[index])]));
}
