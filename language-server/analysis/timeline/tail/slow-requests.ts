import { checkStop } from "../../budget.ts";
import type { TimeSpan } from "../../selection/selection.ts";
import type { Microseconds } from "../../units.ts";
import { type Spans, timeWithin } from "../spans.ts";
import { isLatency, outcomes, type RequestTable } from "../tracks.ts";

/** Which requests are slow: rows of the table. */
export interface SlowRequests {
  /** By time without that in which the app had no processor, slowest first. */
  readonly slow: readonly number[];
  /** Took at least half as long as slow ones and are among the slowest 10 %: what ran while they waited is neither slow nor usual. */
  readonly near: readonly number[];
  /** Failed sooner than slow requests were answered, in the order of the table. How long an answer would have taken is not known. */
  readonly failed: readonly number[];
  /** Requests that count, also those that rows stand for. */
  readonly requests: number;
  /** From this time on a request is slow. */
  readonly threshold: Microseconds;
  /** By row: the part of a request in which the app had no processor. */
  readonly noCpu: Float64Array;
  /** Answers that took as long as slow ones, but not without that part. */
  readonly onlyNoCpu: number;
}

const slowestShare = 0.01;
const nearShare = 0.1;
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
  const counted: number[] = [];
  const without = timeWithin(noCpu);
  const lost = new Float64Array(due.length);
  const net = new Float64Array(due.length);
  for (let row = 0; row < due.length; row++) {
    checkStop(row);
    const [from, to] = [due[row] as number, end[row] as number];
    if (load !== undefined && (from < load.from || from >= load.to)) continue;
    if (within !== undefined && within(from, to) === 0) continue;
    lost[row] = without(from, to);
    net[row] = to - from - (lost[row] as number);
    counted.push(row);
  }
  const answered = counted.filter((row) => isLatency(outcome[row]));
  const others = counted.filter((row) => !isLatency(outcome[row]));
  const total = counted.reduce((sum, row) => sum + (outcome[row] === loadEnd ? 0 : (weight[row] as number)), 0);
  const shortest = answered.reduce((least, row) => Math.min(least, net[row] as number), Number.POSITIVE_INFINITY);
  const slow = slowestOf(answered, net, weight, total * slowestShare).filter((row) => (net[row] as number) > shortest);
  const last = slow.at(-1);
  const threshold = last === undefined ? Number.POSITIVE_INFINITY : (net[last] as number);
  const isSlow = (row: number): boolean => (net[row] as number) >= threshold;
  return {
    slow: [...slow, ...others.filter(isSlow)].sort((one, other) => (net[other] as number) - (net[one] as number) || one - other),
    near: slowestOf(answered, net, weight, total * nearShare).filter((row) => !isSlow(row) && (net[row] as number) >= threshold / 2),
    failed: others.filter((row) => !isSlow(row) && outcome[row] !== loadEnd),
    requests: total,
    threshold,
    noCpu: lost,
    onlyNoCpu: answered.reduce(
      (sum, row) => (isSlow(row) || (end[row] as number) - (due[row] as number) < threshold ? sum : sum + (weight[row] as number)),
      0,
    ),
  };
}

/** The slowest rows that stand for this many requests together, slowest first. Each stands for at least one. */
function slowestOf(rows: readonly number[], net: Float64Array, weight: Float64Array, wanted: number): readonly number[] {
  const most = Math.min(rows.length, Math.ceil(wanted));
  if (most === 0) return [];
  const least = Float64Array.from(rows, (row) => net[row] as number).sort()[rows.length - most] as number;
  const ordered = rows
    .filter((row) => (net[row] as number) >= least)
    .sort((one, other) => (net[other] as number) - (net[one] as number) || one - other);
  let sum = 0;
  const end = ordered.findIndex((row) => {
    sum += weight[row] as number;
    return sum >= wanted;
  });
  return end === -1 ? ordered : ordered.slice(0, end + 1);
}
