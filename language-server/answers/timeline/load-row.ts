import { inSteps } from "../../analysis/budget.ts";
import type { TimeSpan } from "../../analysis/selection/selection.ts";
import type { StripLoad } from "../../analysis/timeline/strip.ts";
import { isCutOff, isLatency, outcomes, type RequestTable, type Tracks } from "../../analysis/timeline/tracks.ts";
import type { Microseconds, Milliseconds } from "../../analysis/units.ts";

const answer = outcomes.indexOf("answer");
const unsent = outcomes.indexOf("unsent");
/** Answers that a rate is of at least, where they come evenly; and the part of what is shown in which they are counted at most. */
const [leastAnswers, mostOfShown] = [4, 1 / 40];

/**
 * What the time strip draws of a load from `from` to `to`, by the columns in which its requests ended. Undefined without single requests. The p99 of
 * one column over the whole load is that of the load's report.
 */
export function loadRow(
  { requests, load }: Pick<Tracks, "requests" | "load">,
  from: Microseconds,
  to: Microseconds,
  columns: number,
): StripLoad | undefined {
  if (requests === undefined || load === undefined) return undefined;
  const { sent, end, weight, status, outcome } = requests;
  const [answers, errors, latencies] = [new Float64Array(columns), new Float64Array(columns), new Float64Array(columns)];
  /** How many more requests are under way in the middle of a column than in the one before. */
  const begun = new Float64Array(columns + 1);
  const columnOf = new Int16Array(end.length).fill(-1);
  const slots = new Int32Array(columns + 1);
  const width = to - from;
  let firstSent = load.from;
  const columnAfter = (time: Microseconds): number => Math.min(columns, Math.max(0, Math.ceil(((time - from) / width) * columns - 0.5)));
  inSteps(end.length, (start, until) => {
    for (let row = start; row < until; row++) {
      const time = end[row] as number;
      const how = outcome[row] as number;
      const worth = weight[row] as number;
      const began = sent[row] as number;
      if (how !== unsent && began < firstSent) firstSent = began;
      if (how !== unsent && began < to && time > from) {
        const [first, after] = [columnAfter(began), columnAfter(time)];
        begun[first] = (begun[first] as number) + worth;
        begun[after] = (begun[after] as number) - worth;
      }
      if (time < from || time >= to || isCutOff(how)) continue;
      const column = Math.min(columns - 1, Math.floor(((time - from) / width) * columns));
      if (how === answer) answers[column] = (answers[column] as number) + worth;
      if (how !== answer || (status[row] as number) >= 400) errors[column] = (errors[column] as number) + worth;
      if (!isLatency(how)) continue;
      latencies[column] = (latencies[column] as number) + worth;
      columnOf[row] = column;
      slots[column + 1] = (slots[column + 1] as number) + 1;
    }
  });
  for (let column = 0; column < columns; column++) slots[column + 1] = (slots[column + 1] as number) + (slots[column] as number);
  const sorted = fastestFirst(requests, columnOf, slots);
  const at = (share: number, column: number): Milliseconds | null => {
    const all = latencies[column] as number;
    // As HdrHistogram counts, which has the load's own.
    let left = Math.max(1, Math.floor(share * all + 0.5));
    for (let slot = slots[column] as number; slot < (slots[column + 1] as number); slot++) {
      const row = sorted[slot] as number;
      left -= weight[row] as number;
      if (left <= 0) return latencyOf(requests, row) / 1000;
    }
    return null;
  };
  const each = <Value>(valueOf: (column: number) => Value): readonly Value[] =>
    Array.from({ length: columns }, (_, column) => valueOf(column));
  return {
    ...load,
    perSecond: rates(answers, { from, to }, { from: firstSent, to: load.to }),
    p50Ms: each((column) => at(0.5, column)),
    p99Ms: each((column) => at(0.99, column)),
    errors: [...errors],
    underWay: sums(begun).slice(0, columns).map(Math.round),
  };
}

/**
 * Answers a second: of each column, or of as many around it as have enough answers in the mean, so that single answers draw no comb. Null outside
 * of the load.
 */
function rates(answers: Float64Array, shown: TimeSpan, load: TimeSpan): readonly (number | null)[] {
  const columns = answers.length;
  const width = (shown.to - shown.from) / columns;
  const upTo = [0, ...sums(answers)];
  const loaded = Math.max(0, Math.min(load.to, shown.to) - Math.max(load.from, shown.from)) / width;
  const wanted = Math.min((leastAnswers * loaded) / (upTo[columns] as number), columns * mostOfShown);
  const reach = Math.max(0, Math.ceil((wanted - 1) / 2));
  return Array.from(answers, (own, column) => {
    const time = shown.from + column * width;
    if (own === 0 && (time + width <= load.from || time >= load.to)) return null;
    const first = Math.max(column - reach, 0, Math.min(column, Math.floor((load.from - shown.from) / width)));
    const last = Math.min(column + reach, columns - 1, Math.max(column, Math.ceil((load.to - shown.from) / width) - 1));
    return ((upTo[last + 1] as number) - (upTo[first] as number)) / (((last + 1 - first) * width) / 1e6);
  });
}

/** The sum of the values up to each. */
function sums(values: Float64Array): number[] {
  let sum = 0;
  return Array.from(values, (value) => (sum += value));
}

/** The rows that have a column, by columns from `slots` on; in each the fastest first, to a microsecond. Sorts of few numbers are short, and never compiled. */
function fastestFirst(requests: RequestTable, columnOf: Int16Array, slots: Int32Array): Float64Array {
  const count = columnOf.length;
  const longest: Microseconds = Math.floor(Number.MAX_SAFE_INTEGER / count) - 1;
  const columns = slots.length - 1;
  const next = slots.slice();
  /** Of each row its latency, and in the digits below that itself. */
  const keys = new Float64Array(slots[columns] as number);
  inSteps(count, (from, to) => {
    for (let row = from; row < to; row++) {
      const column = columnOf[row] as number;
      if (column < 0) continue;
      const slot = next[column] as number;
      keys[slot] = Math.min(longest, Math.floor(latencyOf(requests, row))) * count + row;
      next[column] = slot + 1;
    }
  });
  inSteps(columns, (from, to) => {
    for (let column = from; column < to; column++) keys.subarray(slots[column], slots[column + 1]).sort();
  });
  inSteps(keys.length, (from, to) => {
    for (let slot = from; slot < to; slot++) {
      const key = keys[slot] as number;
      keys[slot] = key - Math.floor(key / count) * count;
    }
  });
  return keys;
}

function latencyOf({ due, end }: RequestTable, row: number): Microseconds {
  return (end[row] as number) - (due[row] as number);
}
