import * as v from "valibot";
import { encodeColumns, odd, openColumns } from "../profile/column-file.ts";
import { UserError } from "../user-error.ts";
import { readRequests, requestColumns, requestHeader, requestHeaderSchema, rowCount } from "./request-codec.ts";
import type { Tracks } from "./tracks.ts";

/** The file of a run's tracks. */
const magic = 0x4b54_4c48;
const version = 1;

const moment = v.pipe(v.number(), v.finite());
const amount = v.pipe(moment, v.minValue(0));
const headerSchema = v.object({
  requests: v.optional(requestHeaderSchema),
  load: v.optional(v.object({ from: moment, to: moment })),
  loops: v.array(
    v.object({
      thread: rowCount,
      late: rowCount,
      readings: v.pipe(
        v.array(v.object({ at: moment, busy: v.pipe(amount, v.maxValue(1)), delayP99Ms: amount, heapUsed: amount })),
        v.maxLength(100_000),
      ),
    }),
  ),
});

export function encodeTracks({ requests, loops, load }: Tracks): Uint8Array {
  const header: v.InferOutput<typeof headerSchema> = {
    ...(requests === undefined ? {} : { requests: requestHeader(requests) }),
    ...(load === undefined ? {} : { load: { ...load } }),
    loops: loops.map(({ thread, late, readings }) => ({ thread, late: late.from.length, readings: [...readings] })),
  };
  const ofRequests = requests === undefined ? [] : requestColumns(requests);
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
  const requests = counted && readRequests(columns, counted);
  if (requests !== undefined && !isAscending(requests.due)) throw odd({ code: "samples.timeOrder" });
  if (requests?.weight.every((each) => each >= 1) === false) throw odd({ code: "samples.outOfBounds", values: { what: "request" } });
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

function isAscending(times: Float64Array): boolean {
  return times.every((time, row) => Number.isFinite(time) && (row === 0 || time >= (times[row - 1] ?? NaN)));
}
