import * as v from "valibot";
import { type ColumnReader, encodeColumns, odd, openColumns } from "../profile/column-file.ts";
import { UserError } from "../user-error.ts";
import {
  isAscending,
  isOrdered,
  isWithin,
  readRequests,
  type RequestHeader,
  requestColumns,
  requestHeader,
  requestHeaderSchema,
  rowCount,
  skipRequests,
} from "./request-codec.ts";
import type { LoopReading, RequestTable, RouteWindows, Tracks } from "./tracks.ts";

/** The file of a run's tracks. */
const magic = 0x4b54_4c48;
const version = 1;

const moment = v.pipe(v.number(), v.finite());
const mostReadings = 100_000;

/** By hand: a schema of each takes a tenth of opening a run. */
function areReadings(value: unknown): boolean {
  return Array.isArray(value) && value.length <= mostReadings && value.every(isReading);
}

function isReading(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { at, busy, delayP99Ms, heapUsed } = value as Readonly<Record<string, unknown>>;
  return Number.isFinite(at) && isAmount(busy) && busy <= 1 && isAmount(delayP99Ms) && isAmount(heapUsed);
}

function isAmount(value: unknown): value is number {
  return Number.isFinite(value) && (value as number) >= 0;
}

/** In order and apart, over all routes: the app was loaded with one at a time. */
function areWindows(value: readonly RouteWindows[]): boolean {
  const spans = value.flatMap((route) => route.spans).toSorted((one, other) => one.from - other.from);
  return spans.every(({ from, to }, index) => from < to && to <= (spans[index + 1]?.from ?? Number.POSITIVE_INFINITY));
}

const routesSchema = v.pipe(
  v.array(
    v.object({
      name: v.pipe(v.string(), v.maxLength(4096)),
      spans: v.pipe(v.array(v.object({ from: moment, to: moment })), v.maxLength(10_000)),
      requests: v.pipe(v.number(), v.finite(), v.minValue(0)),
      share: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      cpuMs: v.optional(v.pipe(v.number(), v.finite(), v.minValue(0))),
    }),
  ),
  v.maxLength(1000),
  v.check((value) => areWindows(value), "overlap"),
);

const headerSchema = v.object({
  requests: v.optional(requestHeaderSchema),
  load: v.optional(v.object({ from: moment, to: moment })),
  routes: v.optional(routesSchema),
  loops: v.array(
    v.object({
      thread: rowCount,
      late: rowCount,
      readings: v.custom<readonly LoopReading[]>(areReadings),
    }),
  ),
});

export function encodeTracks({ requests, loops, load, routes }: Tracks): Uint8Array {
  const header: v.InferOutput<typeof headerSchema> = {
    ...(requests === undefined ? {} : { requests: requestHeader(requests) }),
    ...(load === undefined ? {} : { load: { ...load } }),
    ...(routes === undefined ? {} : { routes: routes.map((route) => ({ ...route, spans: [...route.spans] })) }),
    loops: loops.map(({ thread, late, readings }) => ({ thread, late: late.from.length, readings: [...readings] })),
  };
  const ofRequests = requests === undefined ? [] : requestColumns(requests);
  return encodeColumns({ magic, version }, header, [...ofRequests, ...loops.flatMap(({ late }) => [late.from, late.to])]);
}

/** Throws a UserError for anything that `encodeTracks` would not have written; what is wrong in a row of its requests is reported as `damage`. */
export function decodeTracks(bytes: Uint8Array): Tracks {
  const file = openColumns(bytes, magic);
  if (file.version !== version) throw new UserError("samples.otherVersion");
  const parsed = v.safeParse(headerSchema, file.header);
  if (!parsed.success) throw odd({ code: "samples.badHeader" });
  const { requests: counted, load, routes, loops } = parsed.output;
  const columns = file.columns;
  if (counted !== undefined) skipRequests(columns, counted);
  const later = counted && laterRequests(() => keptRequests(file.columns, counted));
  const tracks: Tracks = {
    get requests() {
      return later?.().requests;
    },
    get damage() {
      return later?.().damage;
    },
    ...(load === undefined ? {} : { load }),
    ...(routes === undefined ? {} : { routes }),
    loops: loops.map(({ thread, late, readings }) => {
      const [from, to] = [columns.float64(late), columns.float64(late)];
      if (!isOrdered(from, to) || !isAscending(to)) throw odd({ code: "samples.timeOrder" });
      return { thread, late: { from, to }, readings };
    }),
  };
  columns.end();
  return tracks;
}

/** Reads the requests when they are first asked for, as that takes as long as a fifth of opening a run. */
function laterRequests(read: () => RequestTable): () => Pick<Tracks, "requests" | "damage"> {
  let known: Pick<Tracks, "requests" | "damage"> | undefined;
  const found = (): Pick<Tracks, "requests" | "damage"> => {
    try {
      return { requests: read() };
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      return { damage: error.coded };
    }
  };
  return () => (known ??= found());
}

/** In the order in which they began, each for at least one request. */
function keptRequests(columns: ColumnReader, counted: RequestHeader): RequestTable {
  const requests = readRequests(columns, counted);
  if (!isAscending(requests.due)) throw odd({ code: "samples.timeOrder" });
  if (!isWithin(requests.weight, 1, Number.MAX_VALUE)) throw odd({ code: "samples.outOfBounds", values: { what: "request" } });
  return requests;
}
