import * as v from "valibot";
import { type Column, type ColumnReader, odd } from "../profile/column-file.ts";
import { outcomes, type RequestTable } from "./tracks.ts";

/** Rows of a file: some more than a load keeps, and a late turn every 50 ms for two days. */
const mostRows = 4_000_000;

export const rowCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRows));

/** What a file's header says of its requests. */
export const requestHeaderSchema = v.object({
  rows: rowCount,
  labels: v.array(v.string()),
  weights: v.optional(v.literal("bytes")),
  connections: v.optional(v.literal(true)),
});
export type RequestHeader = v.InferOutput<typeof requestHeaderSchema>;

export function requestHeader({ due, weight, labels, port, ordinal }: RequestTable): RequestHeader {
  const weights = weight instanceof Uint8Array ? ({ weights: "bytes" } as const) : {};
  const connections = port === undefined || ordinal === undefined ? {} : ({ connections: true } as const);
  return { rows: due.length, labels: [...labels], ...weights, ...connections };
}

export function requestColumns({ due, sent, end, weight, status, outcome, request, port, ordinal }: RequestTable): readonly Column[] {
  const connections = port === undefined || ordinal === undefined ? [] : [port, ordinal];
  return [due, sent, end, weight, status, outcome, request, ...connections];
}

/** Leaves the columns of requests unread. Throws a UserError if they are cut short. */
export function skipRequests(columns: ColumnReader, { rows, weights, connections }: RequestHeader): void {
  const sizes = [8, 8, 8, weights === "bytes" ? 1 : 8, 4, 1, 4, ...(connections === true ? [4, 4] : [])];
  for (const size of sizes) columns.skip(rows * size);
}

/** In any order; rows of weight 0 stand for no request. Throws a UserError for columns that are not of requests. */
export function readRequests(columns: ColumnReader, { rows, labels, weights, connections }: RequestHeader): RequestTable {
  const [due, sent, end] = [columns.float64(rows), columns.float64(rows), columns.float64(rows)];
  const weight = weights === "bytes" ? columns.uint8(rows) : columns.float64(rows);
  const [status, outcome, request] = [columns.int32(rows), columns.uint8(rows), columns.int32(rows)];
  const [port, ordinal] = connections === true ? [columns.int32(rows), columns.int32(rows)] : [];
  if (!isOrdered(due, sent) || !isOrdered(due, end)) throw odd({ code: "samples.timeOrder" });
  const isKnown =
    [due, sent, end].every((times) => isWithin(times, -Number.MAX_VALUE, Number.MAX_VALUE)) &&
    isWithin(weight, 0, Number.MAX_VALUE) &&
    isWithin(status, 0, 999) &&
    isWithin(outcome, 0, outcomes.length - 1) &&
    isWithin(request, 0, labels.length - 1) &&
    (port === undefined || isWithin(port, 0, 0xffff)) &&
    (ordinal === undefined || isWithin(ordinal, 0, 0x7fff_ffff));
  if (!isKnown) throw odd({ code: "samples.outOfBounds", values: { what: "request" } });
  return { due, sent, end, weight, status, outcome, request, labels, ...(port && { port, ordinal }) };
}

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
