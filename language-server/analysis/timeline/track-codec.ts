import * as v from "valibot";
import { encodeColumns, odd, openColumns } from "../profile/column-file.ts";
import { UserError } from "../user-error.ts";
import { outcomes, type RequestTable, type Tracks } from "./tracks.ts";

/** The file of a run's tracks. */
const magic = 0x4b54_4c48;
const version = 1;

/** Rows of a run: some more than the load keeps, and a late turn every 50 ms for two days. */
const mostRows = 4_000_000;

const rows = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRows));
const moment = v.pipe(v.number(), v.finite());
const amount = v.pipe(moment, v.minValue(0));
const headerSchema = v.object({
  requests: v.optional(v.object({ rows, labels: v.array(v.string()) })),
  load: v.optional(v.object({ from: moment, to: moment })),
  loops: v.array(
    v.object({
      thread: rows,
      late: rows,
      readings: v.pipe(
        v.array(v.object({ at: moment, busy: v.pipe(amount, v.maxValue(1)), delayP99Ms: amount, heapUsed: amount })),
        v.maxLength(100_000),
      ),
    }),
  ),
});

export function encodeTracks({ requests, loops, load }: Tracks): Uint8Array {
  const header: v.InferOutput<typeof headerSchema> = {
    ...(requests === undefined ? {} : { requests: { rows: requests.due.length, labels: [...requests.labels] } }),
    ...(load === undefined ? {} : { load: { ...load } }),
    loops: loops.map(({ thread, late, readings }) => ({ thread, late: late.from.length, readings: [...readings] })),
  };
  const ofRequests =
    requests === undefined
      ? []
      : [requests.due, requests.sent, requests.end, requests.weight, requests.status, requests.outcome, requests.request];
  return encodeColumns({ magic, version }, header, [...ofRequests, ...loops.flatMap(({ late }) => [late.from, late.to])]);
}

/** Throws a UserError for anything that `encodeTracks` would not have written. */
export function decodeTracks(bytes: Uint8Array): Tracks {
  const file = openColumns(bytes, magic);
  if (file.version !== version) throw new UserError("samples.otherVersion");
  const parsed = v.safeParse(headerSchema, file.header);
  if (!parsed.success) throw odd({ code: "samples.badHeader" });
  const { requests: counted, load, loops } = parsed.output;
  const columns = file.columns;
  let requests: RequestTable | undefined;
  if (counted !== undefined) {
    const [due, sent, end, weight] = [0, 1, 2, 3].map(() => columns.float64(counted.rows)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    const [status, outcome, request] = [columns.int32(counted.rows), columns.uint8(counted.rows), columns.int32(counted.rows)];
    requests = { due, sent, end, weight, status, outcome, request, labels: counted.labels };
    checkRequests(requests);
  }
  const tracks: Tracks = {
    ...(requests === undefined ? {} : { requests }),
    ...(load === undefined ? {} : { load }),
    loops: loops.map(({ thread, late, readings }) => {
      const [from, to] = [columns.float64(late), columns.float64(late)];
      if (!from.every((time, row) => time <= (to[row] ?? NaN)) || !isAscending(to)) throw odd({ code: "samples.timeOrder" });
      return { thread, late: { from, to }, readings };
    }),
  };
  columns.end();
  return tracks;
}

function checkRequests({ due, sent, end, weight, status, outcome, request, labels }: RequestTable): void {
  const isWithin = due.every((time, row) => time <= (sent[row] ?? NaN) && time <= (end[row] ?? NaN));
  if (!isAscending(due) || !isWithin) throw odd({ code: "samples.timeOrder" });
  const isKnown =
    end.every(Number.isFinite) &&
    sent.every(Number.isFinite) &&
    weight.every((each) => each >= 1 && Number.isFinite(each)) &&
    status.every((each) => each >= 0 && each < 1000) &&
    outcome.every((each) => each < outcomes.length) &&
    request.every((each) => each >= 0 && each < labels.length);
  if (!isKnown) throw odd({ code: "samples.outOfBounds", values: { what: "request" } });
}

function isAscending(times: Float64Array): boolean {
  return times.every((time, row) => Number.isFinite(time) && (row === 0 || time >= (times[row - 1] ?? NaN)));
}
