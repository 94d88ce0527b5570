import { inSteps } from "../../analysis/budget.ts";
import type { StripLoad } from "../../analysis/timeline/strip.ts";
import { isCutOff, isLatency, outcomes, type RequestTable, type Tracks } from "../../analysis/timeline/tracks.ts";
import type { Microseconds, Milliseconds } from "../../analysis/units.ts";

const answer = outcomes.indexOf("answer");
/** More than an hour. */
const longest: Microseconds = 0xffff_ffff;

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
  const { end, weight, status, outcome } = requests;
  const [answers, errors, latencies] = [new Float64Array(columns), new Float64Array(columns), new Float64Array(columns)];
  const columnOf = new Int32Array(end.length).fill(-1);
  const slots = new Int32Array(columns + 1);
  const width = to - from;
  inSteps(end.length, (start, until) => {
    for (let row = start; row < until; row++) {
      const time = end[row] as number;
      const how = outcome[row] as number;
      if (time < from || time >= to || isCutOff(how)) continue;
      const column = Math.min(columns - 1, Math.floor(((time - from) / width) * columns));
      const worth = weight[row] as number;
      if (how === answer) answers[column] = (answers[column] as number) + worth;
      if (how !== answer || (status[row] as number) >= 400) errors[column] = (errors[column] as number) + worth;
      if (!isLatency(how)) continue;
      latencies[column] = (latencies[column] as number) + worth;
      columnOf[row] = column;
      slots[column + 1] = (slots[column + 1] as number) + 1;
    }
  });
  for (let column = 0; column < columns; column++) slots[column + 1] = (slots[column + 1] as number) + (slots[column] as number);
  const sorted = fastestFirst(requests, columnOf, columns);
  const seconds = (to - from) / columns / 1e6;
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
    perSecond: each((column) => ((answers[column] as number) === 0 ? null : (answers[column] as number) / seconds)),
    p50Ms: each((column) => at(0.5, column)),
    p99Ms: each((column) => at(0.99, column)),
    errors: [...errors],
  };
}

/** The rows that have a column, by columns; in each the fastest first, to a microsecond. Radix sort: a sort of 200,000 numbers took four times as long. */
function fastestFirst(requests: RequestTable, columnOf: Int32Array, columns: number): Int32Array {
  const latency = new Uint32Array(columnOf.length);
  let count = 0;
  let most = 0;
  let rows: Int32Array = new Int32Array(columnOf.length);
  inSteps(columnOf.length, (from, to) => {
    for (let row = from; row < to; row++) {
      if ((columnOf[row] as number) < 0) continue;
      rows[count++] = row;
      const taken = Math.min(longest, latencyOf(requests, row));
      latency[row] = taken;
      if (taken > most) most = taken;
    }
  });
  rows = rows.subarray(0, count);
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += 11) rows = inOrder(rows, latency, shift, 11);
  return inOrder(rows, columnOf, 0, 32 - Math.clz32(columns));
}

/** The rows by these bits of their keys, and as they are where these are equal. */
function inOrder(rows: Int32Array, keys: Uint32Array | Int32Array, shift: number, bits: number): Int32Array {
  const mask = (1 << bits) - 1;
  const next = new Int32Array(mask + 2);
  inSteps(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const after = 1 + (((keys[rows[at] as number] as number) >>> shift) & mask);
      next[after] = (next[after] as number) + 1;
    }
  });
  for (let digit = 0; digit <= mask; digit++) next[digit + 1] = (next[digit + 1] as number) + (next[digit] as number);
  const ordered = new Int32Array(rows.length);
  inSteps(rows.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = rows[at] as number;
      const digit = ((keys[row] as number) >>> shift) & mask;
      const slot = next[digit] as number;
      ordered[slot] = row;
      next[digit] = slot + 1;
    }
  });
  return ordered;
}

function latencyOf({ due, end }: RequestTable, row: number): Microseconds {
  return (end[row] as number) - (due[row] as number);
}
