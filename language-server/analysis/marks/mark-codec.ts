import * as v from "valibot";
import { type Column, type ColumnReader, encodeColumns, odd, openColumns } from "../profile/column-file.ts";
import { isAscending, isOrdered, isWithin } from "../timeline/request-codec.ts";
import { UserError } from "../user-error.ts";
import type { Marks, ServedTable, ThreadMarks, TurnTable, WaitTable } from "./marks.ts";

/** The file of a run's marks. */
const magic = 0x4b4d_4c48;
const version = 2;
const mostRows = 16_000_000;
const mostNumber = 0x7fff_ffff;

const rowCount = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostRows));
const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

const siteSchema = v.object({
  url: v.string(),
  line: v.pipe(v.number(), v.integer(), v.minValue(1)),
  column: v.pipe(v.number(), v.integer(), v.minValue(0)),
  text: v.string(),
  kind: v.picklist(["await", "for-await", "callback"]),
  count,
  rejected: count,
  us: amount,
});
const awaitedSchema = v.object({ kind: v.string(), text: v.string(), delayMs: v.optional(amount) });
const threadSchema = v.object({
  thread: count,
  turns: rowCount,
  served: rowCount,
  waits: rowCount,
  lost: count,
  sites: v.array(siteSchema),
  awaited: v.array(awaitedSchema),
});
const headerSchema = v.object({ routes: v.array(v.string()), threads: v.array(threadSchema) });
type ThreadHeader = v.InferOutput<typeof threadSchema>;

export function encodeMarks({ routes, threads }: Marks): Uint8Array {
  const header: v.InferOutput<typeof headerSchema> = { routes: [...routes], threads: threads.map(threadHeader) };
  return encodeColumns({ magic, version }, header, threads.flatMap(columnsOf));
}

/** Throws a UserError for anything that `encodeMarks` would not have written. */
export function decodeMarks(bytes: Uint8Array): Marks {
  const file = openColumns(bytes, magic);
  if (file.version !== version) throw new UserError("samples.otherVersion");
  const parsed = v.safeParse(headerSchema, file.header);
  if (!parsed.success) throw odd({ code: "samples.badHeader" });
  const { routes, threads } = parsed.output;
  const columns = file.columns;
  const marks = { routes, threads: threads.map((header) => readThread(columns, header, routes.length)) };
  columns.end();
  return marks;
}

function threadHeader({ thread, turns, served, waits, lost }: ThreadMarks): ThreadHeader {
  const awaited = waits.awaited.map((each) => ({ ...each }));
  const rows = { turns: turns.at.length, served: served.begin.length, waits: waits.start.length };
  return { thread, ...rows, lost, sites: waits.sites.map((site) => ({ ...site })), awaited };
}

function columnsOf({ turns, served, waits }: ThreadMarks): readonly Column[] {
  const ofServed: readonly Column[] = [served.begin, served.end, served.status, served.aborted, served.port, served.ordinal, served.route];
  const ofWaits: readonly Column[] = [waits.start, waits.end, waits.request, waits.site, waits.what, waits.rejected, waits.due];
  const ofTurns: readonly Column[] = [turns.at, turns.idle, turns.request];
  return ofTurns.concat(ofServed, ofWaits);
}

function readThread(columns: ColumnReader, header: ThreadHeader, routes: number): ThreadMarks {
  const { thread, lost, sites, awaited } = header;
  const turns = readTurns(columns, header);
  const served = readServed(columns, header, routes);
  const waits = { ...readWaits(columns, header), sites, awaited };
  const isKnown = [turns.request, waits.request].every((request) => isWithin(request, 0, header.served));
  if (!isKnown) throw outOfBounds("request");
  return { thread, turns, served, waits, lost };
}

function readTurns(columns: ColumnReader, { turns: rows }: ThreadHeader): TurnTable {
  const [at, idle, request] = [columns.float64(rows), columns.float64(rows), columns.int32(rows)];
  if (!isAscending(at) || !isAscending(idle)) throw odd({ code: "samples.timeOrder" });
  return { at, idle, request };
}

function readServed(columns: ColumnReader, { served: rows }: ThreadHeader, routes: number): ServedTable {
  const [begin, end, status, aborted] = [columns.float64(rows), columns.float64(rows), columns.int32(rows), columns.uint8(rows)];
  const [port, ordinal, route] = [columns.int32(rows), columns.int32(rows), columns.int32(rows)];
  if (!isAscending(begin) || !areEnds(begin, end)) throw odd({ code: "samples.timeOrder" });
  const isKnown =
    isWithin(status, 0, 999) &&
    isWithin(aborted, 0, 1) &&
    isWithin(port, 0, 0xffff) &&
    isWithin(ordinal, 0, mostNumber) &&
    isWithin(route, -1, routes - 1);
  if (!isKnown) throw outOfBounds("request");
  return { begin, end, status, aborted, port, ordinal, route };
}

function readWaits(columns: ColumnReader, { waits: rows, sites, awaited }: ThreadHeader): Omit<WaitTable, "sites" | "awaited"> {
  const [start, end, request] = [columns.float64(rows), columns.float64(rows), columns.int32(rows)];
  const [site, what, rejected] = [columns.int32(rows), columns.int32(rows), columns.uint8(rows)];
  const due = columns.float64(rows);
  if (!isAscending(end) || !isWithin(start, -Number.MAX_VALUE, Number.MAX_VALUE) || !isOrdered(start, end))
    throw odd({ code: "samples.timeOrder" });
  const isKnown = isWithin(site, 0, sites.length - 1) && isWithin(what, -1, awaited.length - 1) && isWithin(rejected, 0, 1);
  if (!isKnown) throw outOfBounds("site");
  return { start, end, request, site, what, rejected, due };
}

/** An end is unknown, or after its beginning. */
function areEnds(begin: Float64Array, end: Float64Array): boolean {
  return end.every((at, row) => Number.isNaN(at) || (at >= begin[row] && at < Number.POSITIVE_INFINITY));
}

function outOfBounds(what: string): UserError {
  return odd({ code: "samples.outOfBounds", values: { what } });
}
