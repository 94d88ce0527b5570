import type { Microseconds } from "../../units.ts";

/** A request as a load tool reports it, by the clock of day of its machine. */
export interface ReportedRequest {
  /** Since 1970. */
  readonly startUs: Microseconds;
  readonly latencyUs: Microseconds;
  /** 0 without an answer. */
  readonly status: number;
  readonly hasTimedOut: boolean;
  /** `GET http://127.0.0.1:3000/test`; "" if the tool does not say. */
  readonly target: string;
}

/**
 * A line of `vegeta encode -to csv`: start and latency in nanoseconds, error, method and URL are the first, third, sixth, tenth and eleventh.
 * Undefined for other lines, such as the second one of an error.
 */
export function vegetaRequest(line: string): ReportedRequest | undefined {
  const [, start, status, latency] = /^(\d{19}),(\d{1,3}),(\d{1,16}),/.exec(line) ?? [];
  if (start === undefined) return undefined;
  // Nearly all have no quotes, which cost most of the time.
  const cells = line.includes('"') ? quotedCells(line) : line.split(",", 11);
  const [error = "", method = "", url = ""] = [cells[5], cells[9], cells[10]];
  return {
    startUs: Number(start) / 1000,
    latencyUs: Number(latency) / 1000,
    status: Number(status),
    hasTimedOut: /\b(?:deadline exceeded|timeout|timed out)\b/i.test(error),
    target: url === "" ? "" : `${method} ${url}`,
  };
}

/** A line of `h2load --log-file`: start in microseconds, status or -1, latency in microseconds; newer versions may have more columns. */
export function h2loadRequest(line: string): ReportedRequest | undefined {
  const [, start, status, latency] = /^(\d{16})\t(-1|\d{1,3})\t(\d{1,13})(?:\t|$)/.exec(line) ?? [];
  if (start === undefined) return undefined;
  const answered = Math.max(0, Number(status));
  return { startUs: Number(start), latencyUs: Number(latency), status: answered, hasTimedOut: false, target: "" };
}

function quotedCells(line: string): readonly string[] {
  return Array.from(
    line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g),
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}
