import { checkStop } from "../../budget.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { Microseconds } from "../../units.ts";
import { type Spans, timeWithin } from "../spans.ts";
import { isLatency, outcomes, type RequestTable } from "../tracks.ts";

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
  /** By row: the part of a request in which the app had no processor, and the rest of its time. */
  readonly noCpu: Float64Array;
  readonly net: Float64Array;
  /** Answers that took as long as slow ones, but not without that part. */
  readonly onlyNoCpu: number;
}

const slowestShare = 0.01;
const loadEnd = outcomes.indexOf("load-end");

/**
 * The slowest 1 % of the requests that began in `load` and ended in one of the spans (null: anywhere). Failures that took as long are slow, too;
 * what the load's end cut off counts only then. `noCpu`: when the app waited for a processor.
 */
export function slowRequests(
  requests: RequestTable,
  noCpu: Spans,
  { load, spans }: { readonly load: TimeSpan | undefined; readonly spans: Spans | null },
): SlowRequests {
  const { due, end, outcome, weight } = requests;
  const within = spans === null ? undefined : timeWithin(spans);
  const without = timeWithin(noCpu);
  const lost = new Float64Array(due.length);
  const net = new Float64Array(due.length);
  const rows = new Int32Array(due.length);
  const others: number[] = [];
  let [count, total, shortest] = [0, 0, Number.POSITIVE_INFINITY];
  for (let row = 0; row < due.length; row++) {
    checkStop(row);
    const [from, to] = [due[row] as number, end[row] as number];
    if (load !== undefined && (from < load.from || from >= load.to)) continue;
    if (within !== undefined && within(from, to) === 0) continue;
    lost[row] = without(from, to);
    net[row] = to - from - (lost[row] as number);
    if (outcome[row] !== loadEnd) total += weight[row] as number;
    if (!isLatency(outcome[row])) others.push(row);
    else {
      rows[count] = row;
      count += 1;
      shortest = Math.min(shortest, net[row] as number);
    }
  }
  const bySlowness = (one: number, other: number): number => (net[other] as number) - (net[one] as number) || one - other;
  const answered = rows.subarray(0, count);
  const tenth = slowestOf(answered, net, weight, total / 10);
  const slow = slowestOf(tenth, net, weight, total * slowestShare).filter((row) => (net[row] as number) > shortest);
  const threshold = slow.reduce((least, row) => Math.min(least, net[row] as number), Number.POSITIVE_INFINITY);
  const isSlow = (row: number): boolean => (net[row] as number) >= threshold;
  const failedSlowly = others.filter(isSlow);
  let onlyNoCpu = 0;
  for (const row of answered)
    if ((lost[row] as number) > 0 && !isSlow(row) && (net[row] as number) + (lost[row] as number) >= threshold)
      onlyNoCpu += weight[row] as number;
  return {
    slow: [...slow, ...failedSlowly].sort(bySlowness),
    twentieth: [...slowestOf(tenth, net, weight, total / 20), ...failedSlowly]
      .filter((row) => (net[row] as number) > shortest)
      .sort(bySlowness),
    tenth: Array.from(tenth),
    failed: others.filter((row) => !isSlow(row) && outcome[row] !== loadEnd),
    requests: total,
    threshold,
    noCpu: lost,
    net,
    onlyNoCpu,
  };
}

/** The slowest rows that stand for this many requests together, in no order: by quickselect, which moves them to the front of the column. */
function slowestOf(rows: Int32Array, net: Float64Array, weight: Float64Array, wanted: number): Int32Array {
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
