import type { Microseconds } from "../units.ts";

/** Stretches of time in order, none of which overlap; columns, since a long run has many. In microseconds since the start of the window. */
export interface Spans {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** How much of the time from one moment to another is in the spans. Each answer takes the logarithm of their number. */
export function timeWithin({ from, to }: Spans): (start: Microseconds, end: Microseconds) => Microseconds {
  const before = new Float64Array(from.length + 1);
  for (let row = 0; row < from.length; row++) before[row + 1] = before[row] + to[row] - from[row];
  /** The time in the spans until then. */
  const until = (moment: Microseconds): Microseconds => {
    const row = firstFrom(to, moment);
    return before[row] + (row < from.length ? Math.max(0, moment - from[row]) : 0);
  };
  return (start, end) => (start < end ? until(end) - until(start) : 0);
}

/** The first row of an ascending column whose value is at least that; the column's length if there is none. */
export function firstFrom(column: Float64Array, value: number): number {
  // Two declarations: a pair is an array until it is compiled, and this is asked for each request.
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (column[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
