import { checkStop } from "../../budget.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { Microseconds } from "../../units.ts";
import { type Spans, timeWithin } from "../spans.ts";
import { isCutOff, isLatency, type Outcome, outcomes, type RequestTable } from "../tracks.ts";

/** Requests that ended alike. */
export interface Failures {
  readonly outcome: Outcome;
  /** 400 and up, or 0 without an answer. */
  readonly status: number;
  readonly requests: number;
}

/** Of all requests that the load's histogram counts. */
export interface Latencies {
  readonly p50: Microseconds;
  readonly p99: Microseconds;
  readonly slowest: Microseconds;
}

/** Which requests are slow: rows of the table. */
export interface SlowRequests {
  /** By time without that in which the app had no processor, slowest first. */
  readonly slow: readonly number[];
  /** The slowest 5 %, slowest first, and the slowest 10 %, in no order. */
  readonly twentieth: readonly number[];
  readonly tenth: readonly number[];
  /** Failed sooner than slow requests were answered, in the order of the table. How long an answer would have taken is not known. */
  readonly failed: readonly number[];
  /** Requests that count, also those that rows stand for. */
  readonly requests: number;
  /** From this time on a request is slow. */
  readonly threshold: Microseconds;
  /** The part of a row's request in which the app had no processor. */
  readonly noCpu: (row: number) => Microseconds;
  /** By row the rest of its time. */
  readonly net: Float64Array;
  /** Answers that took as long as slow ones, but not without that part. */
  readonly onlyNoCpu: number;
  /** Undefined without an answer. */
  readonly latencies: Latencies | undefined;
  /** Answers of a status below 400. */
  readonly succeeded: number;
  /** Due at a fixed rate while an earlier answer was late, and never sent. */
  readonly unsent: number;
  /** Most frequent first; what was cut off or never sent is among them only if there was no answer. */
  readonly failures: readonly Failures[];
}

const slowestShare = 0.01;
const answer = outcomes.indexOf("answer");
const unsent = outcomes.indexOf("unsent");

/**
 * The slowest 1 % of the requests that began in `load` and ended in one of the spans (null: anywhere). Failures that took as long are slow, too;
 * what the load's end cut off counts only then. `noCpu`: when the app waited for a processor.
 */
export function slowRequests(
  requests: RequestTable,
  noCpu: Spans,
  { load, spans }: { readonly load: TimeSpan | undefined; readonly spans: Spans | null },
): SlowRequests {
  const { due, end, outcome, status, weight } = requests;
  const within = spans === null ? undefined : timeWithin(spans);
  const without = timeWithin(noCpu);
  const net = new Float64Array(due.length);
  const rows = new Int32Array(due.length);
  const others: number[] = [];
  const ends = new Endings();
  let [count, total, least] = [0, 0, Number.POSITIVE_INFINITY];
  for (let row = 0; row < due.length; row++) {
    checkStop(row);
    const from = due[row] as number;
    const to = end[row] as number;
    if (load !== undefined && (from < load.from || from >= load.to)) continue;
    if (within !== undefined && within(from, to) === 0) continue;
    net[row] = to - from - without(from, to);
    if (!isCutOff(outcome[row])) total += weight[row] as number;
    ends.add(outcome[row] as number, status[row] as number, weight[row] as number);
    if (!isLatency(outcome[row])) others.push(row);
    else {
      rows[count] = row;
      count += 1;
      least = Math.min(least, net[row] as number);
    }
  }
  const shortest = least;
  const bySlowness = (one: number, other: number): number => (net[other] as number) - (net[one] as number) || one - other;
  const answered = rows.subarray(0, count);
  const tenth = slowestOf(answered, net, weight, total / 10);
  const slow = slowestOf(tenth, net, weight, total * slowestShare).filter((row) => (net[row] as number) > shortest);
  const threshold = slow.reduce((least, row) => Math.min(least, net[row] as number), Number.POSITIVE_INFINITY);
  const isSlow = (row: number): boolean => (net[row] as number) >= threshold;
  const failedSlowly = others.filter(isSlow);
  let onlyNoCpu = 0;
  for (const row of answered)
    if (!isSlow(row) && (end[row] as number) - (due[row] as number) >= threshold) onlyNoCpu += weight[row] as number;
  return {
    slow: [...slow, ...failedSlowly].sort(bySlowness),
    twentieth: [...slowestOf(tenth, net, weight, total / 20), ...failedSlowly]
      .filter((row) => (net[row] as number) > shortest)
      .sort(bySlowness),
    tenth: Array.from(tenth),
    failed: others.filter((row) => !isSlow(row) && (!isCutOff(outcome[row]) || count === 0)),
    requests: total,
    threshold,
    noCpu: (row) => without(due[row] as number, end[row] as number),
    net,
    onlyNoCpu,
    latencies: latenciesOf(requests, answered.slice()),
    ...ends.reported,
  };
}

/** Counts how requests ended. */
class Endings {
  readonly #byOutcome = new Float64Array(outcomes.length);
  /** Answers of a status of 400 and up. */
  readonly #byStatus = new Map<number, number>();

  add(outcome: number, status: number, requests: number): void {
    this.#byOutcome[outcome] = (this.#byOutcome[outcome] as number) + requests;
    if (status >= 400 && outcome === answer) this.#byStatus.set(status, (this.#byStatus.get(status) ?? 0) + requests);
  }

  get reported(): Pick<SlowRequests, "succeeded" | "unsent" | "failures"> {
    const counts = outcomes.map((outcome, index) => ({ outcome, status: 0, requests: Math.round(this.#byOutcome[index] as number) }));
    const answers = counts[answer]?.requests ?? 0;
    const errors = [...this.#byStatus].map(([status, requests]) => ({
      outcome: "answer" as const,
      status,
      requests: Math.round(requests),
    }));
    const isFailure = (outcome: Outcome): boolean =>
      outcome !== "answer" && (answers === 0 || (outcome !== "load-end" && outcome !== "unsent"));
    const failures = [...errors, ...counts.filter(({ outcome, requests }) => requests > 0 && isFailure(outcome))];
    return {
      succeeded: answers - errors.reduce((sum, { requests }) => sum + requests, 0),
      unsent: counts[unsent]?.requests ?? 0,
      failures: failures.sort((one, other) => other.requests - one.requests),
    };
  }
}

/** Moves the rows. */
function latenciesOf({ due, end, weight, outcome }: RequestTable, rows: Int32Array): Latencies | undefined {
  if (!rows.some((row) => outcome[row] === answer)) return undefined;
  const latency = new Float64Array(due.length);
  let all = 0;
  for (const row of rows) {
    latency[row] = (end[row] as number) - (due[row] as number);
    all += weight[row] as number;
  }
  const least = (found: Int32Array): Microseconds =>
    found.reduce((low, row) => Math.min(low, latency[row] as number), Number.POSITIVE_INFINITY);
  // As HdrHistogram counts, which has the load's own.
  const from = (share: number): number => all - Math.max(1, Math.floor(share * all + 0.5)) + 1;
  const half = slowestOf(rows, latency, weight, from(0.5));
  const p50 = least(half);
  const hundredth = slowestOf(half, latency, weight, from(0.99));
  const slowest = hundredth.reduce((most, row) => Math.max(most, latency[row] as number), 0);
  return { p50, p99: least(hundredth), slowest };
}

/** The slowest rows that stand for this many requests together, in no order: by quickselect, which moves them to the front of the column. */
function slowestOf(rows: Int32Array, net: Float64Array, weight: RequestTable["weight"], wanted: number): Int32Array {
  let [start, end, needed] = [0, rows.length, wanted];
  while (start < end && needed > 0) {
    const pivot = net[rows[(start + end) >> 1] as number] as number;
    let [slower, same, faster, weighed] = [start, start, end, 0];
    while (same < faster) {
      const row = rows[same] as number;
      const time = net[row] as number;
      if (time > pivot) {
        weighed += weight[row] as number;
        rows[same++] = rows[slower] as number;
        rows[slower++] = row;
      } else if (time < pivot) {
        rows[same] = rows[--faster] as number;
        rows[faster] = row;
      } else same += 1;
    }
    if (weighed >= needed) {
      end = slower;
      continue;
    }
    needed -= weighed;
    for (start = slower; start < faster && needed > 0; start++) needed -= weight[rows[start] as number] as number;
  }
  return rows.subarray(0, start);
}
