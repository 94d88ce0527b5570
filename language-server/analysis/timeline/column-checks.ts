import type { Column } from "../profile/column-file.ts";

// Plain loops that all columns of a file share: they are compiled once and soon, and opening a run waits for them.

/** Whether no value is less than the one or more than the other. */
export function isWithin(column: Column, least: number, most: number): boolean {
  for (let row = 0; row < column.length; row++) if (!(column[row] >= least && column[row] <= most)) return false;
  return true;
}

/** Whether no row of a column is more than that of another, which is as long. */
export function isOrdered(column: Float64Array, next: Float64Array): boolean {
  for (let row = 0; row < column.length; row++) if (!(column[row] <= next[row])) return false;
  return true;
}

/** Whether the column ascends and has finite values only. */
export function isAscending(times: Float64Array): boolean {
  return isWithin(times, -Number.MAX_VALUE, Number.MAX_VALUE) && isOrdered(times.subarray(0, -1), times.subarray(1));
}
