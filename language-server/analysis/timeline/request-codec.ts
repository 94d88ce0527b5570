import * as v from "valibot";
import { type Column, type ColumnReader, odd } from "../profile/column-file.ts";
import { outcomes, type RequestTable } from "./tracks.ts";

/** Rows of a file: some more than a load keeps, and a late turn every 50 ms for two days. */
const mostRows = 4_000_000;

export const rowCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRows));

/** What a file's header says of its requests. */
export const requestHeaderSchema = v.object({ rows: rowCount, labels: v.array(v.string()) });
type RequestHeader = v.InferOutput<typeof requestHeaderSchema>;

export function requestHeader({ due, labels }: RequestTable): RequestHeader {
  return { rows: due.length, labels: [...labels] };
}

export function requestColumns({ due, sent, end, weight, status, outcome, request }: RequestTable): readonly Column[] {
  return [due, sent, end, weight, status, outcome, request];
}

/** In any order; rows of weight 0 stand for no request. Throws a UserError for columns that are not of requests. */
export function readRequests(columns: ColumnReader, { rows, labels }: RequestHeader): RequestTable {
  const [due, sent, end, weight] = [columns.float64(rows), columns.float64(rows), columns.float64(rows), columns.float64(rows)];
  const [status, outcome, request] = [columns.int32(rows), columns.uint8(rows), columns.int32(rows)];
  if (!due.every((time, row) => time <= (sent[row] ?? NaN) && time <= (end[row] ?? NaN))) throw odd({ code: "samples.timeOrder" });
  const isKnown =
    due.every(Number.isFinite) &&
    end.every(Number.isFinite) &&
    sent.every(Number.isFinite) &&
    weight.every((each) => each >= 0 && Number.isFinite(each)) &&
    status.every((each) => each >= 0 && each < 1000) &&
    outcome.every((each) => each < outcomes.length) &&
    request.every((each) => each >= 0 && each < labels.length);
  if (!isKnown) throw odd({ code: "samples.outOfBounds", values: { what: "request" } });
  return { due, sent, end, weight, status, outcome, request, labels };
}
