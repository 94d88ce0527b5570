import type { LoadFigures } from "../load.ts";
import { known, millisecondsIn, numberAt, numberIn, latencyFrom } from "./figure-text.ts";

/** The summary of wrk 4 (`wrk --latency`; without that option there are no percentiles). wrk2's is read as its documents show it. */
export function parseWrk(output: string): LoadFigures | undefined {
  const [, requestsText, elapsed, elapsedUnit, read, readUnit] =
    /^\s+(\d+) requests in ([\d.]+)(us|ms|s|m|h), ([\d.]+)([KMGTP]?)B read$/m.exec(output) ?? [];
  const requests = numberIn(requestsText);
  const requestsPerSecond = numberAt(output, /^Requests\/sec:\s+([\d.]+)$/m);
  if (requests === undefined || requestsPerSecond === undefined || !/^Running .* test @ /m.test(output)) return undefined;
  const [, connect = 0, receive = 0, write = 0, timeouts = 0] =
    /^\s+Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)$/m.exec(output)?.map(Number) ?? [];
  const [, average, , max] = /^\s+Latency\s+(\S+)\s+(\S+)\s+(\S+)\s/m.exec(output) ?? [];
  const percentile = (share: number): number | undefined =>
    millisecondsIn(new RegExp(String.raw`^\s+${share}(?:\.0+)?%\s+(\S+)$`, "m").exec(output)?.[1]);
  return known({
    tool: "wrk",
    requests,
    requestsPerSecond,
    latency: latencyFrom(millisecondsIn(average), percentile, millisecondsIn(max)),
    errors: connect + receive + write,
    timeouts,
    non2xx: numberAt(output, /^\s+Non-2xx or 3xx responses: (\d+)$/m) ?? 0,
    bytes: scaled(read, binary[readUnit ?? ""]),
    durationSeconds: scaled(elapsed, secondsOf[elapsedUnit ?? ""]),
    connections: numberAt(output, /^\s+\d+ threads and (\d+) connections$/m),
  });
}

/** Units of wrk's `format_binary`. */
const binary: Readonly<Record<string, number>> = { "": 1, K: 2 ** 10, M: 2 ** 20, G: 2 ** 30, T: 2 ** 40, P: 2 ** 50 };
/** Units of wrk's `format_time_us` and `format_time_s`. */
const secondsOf: Readonly<Record<string, number>> = { us: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 };

function scaled(text: string | undefined, scale: number | undefined): number | undefined {
  const value = numberIn(text);
  return value === undefined || scale === undefined ? undefined : value * scale;
}
