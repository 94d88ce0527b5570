import { readdir } from "node:fs/promises";
import * as v from "valibot";
import { jsonOf, readUnlinked } from "../../../history/regular-file.ts";
import type { Bytes } from "../../../analysis/units.ts";
import { ifRefused } from "../../../platform/refusals.ts";
import { figuresInRow, type MarkName, rowBytes, type SiteCounts, type UnroutedCounts } from "../../in-app/marks/mark-rows.ts";
import { markNamesFile, marksFile } from "../../in-app/marks/mark-writer.ts";

/** What a thread writes at most, and somewhat more. */
const mostRowBytes: Bytes = 65 * 1024 * 1024;
const mostNameBytes: Bytes = 64 * 1024 * 1024;
const longestText = 4000;

/** What a thread of the app has marked, as it wrote it. */
export interface MarkFiles {
  readonly pid: number;
  readonly threadId: number;
  /** Four figures a row. */
  readonly rows: Float64Array;
  readonly names: readonly MarkName[];
  readonly counts: SiteCounts | undefined;
  readonly unrouted: UnroutedCounts | undefined;
}

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = v.pipe(count, v.minValue(1));
const text = v.pipe(v.string(), v.maxLength(longestText));
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));

/** Whoever can write to the app's reports can write such a line. */
const lineSchema = v.variant("table", [
  v.object({ table: v.literal("route"), id, name: text }),
  v.object({ table: v.literal("script"), id, url: text }),
  v.object({
    table: v.literal("site"),
    id,
    script: id,
    line: id,
    column: count,
    text,
    kind: v.picklist(["await", "for-await", "callback"]),
  }),
  v.object({ table: v.literal("what"), id, kind: text, text, delayMs: v.optional(amount) }),
  v.object({
    table: v.literal("counts"),
    lost: count,
    sites: v.array(v.tuple([id, count, count, amount])),
    unread: count,
    left: count,
    reach: v.picklist(["all", "commonjs", "none"]),
  }),
  v.object({ table: v.literal("unrouted"), lost: count, streams: count, upgraded: count }),
]);

/** Of all threads that have marked anything; of processes with the same id the last. What is damaged is left out. */
export async function readMarkFiles(reports: string): Promise<readonly MarkFiles[]> {
  const names = (await readdir(reports).catch(ifRefused)) ?? [];
  const byThread = new Map<string, { readonly id: string; readonly pid: number; readonly threadId: number; readonly atUs: number }>();
  for (const name of names) {
    const found = /^((\d{1,10})-(\d{1,10})-(\d{1,20}))\.marks$/.exec(name);
    if (found === null) continue;
    const [, file = "", pid, threadId, atUs] = found;
    const thread = { id: file, pid: Number(pid), threadId: Number(threadId), atUs: Number(atUs) };
    const key = `${pid} ${threadId}`;
    if ((byThread.get(key)?.atUs ?? -1) < thread.atUs) byThread.set(key, thread);
  }
  const read: MarkFiles[] = [];
  // One after the other: each may be large.
  for (const { id: file, pid, threadId } of byThread.values()) {
    const rows = await readUnlinked(marksFile(reports, file), mostRowBytes).catch(ifRefused);
    const lines = await readUnlinked(markNamesFile(reports, file), mostNameBytes).catch(ifRefused);
    if (rows !== undefined) read.push({ pid, threadId, rows: figuresOf(rows), ...linesOf(lines?.toString() ?? "") });
  }
  return read;
}

/** Without a row that was cut off. */
function figuresOf(bytes: Buffer): Float64Array {
  const whole = bytes.length - (bytes.length % rowBytes);
  const figures = new Float64Array((whole / rowBytes) * figuresInRow);
  new Uint8Array(figures.buffer).set(bytes.subarray(0, whole));
  return figures;
}

function linesOf(all: string): Pick<MarkFiles, "names" | "counts" | "unrouted"> {
  const names: MarkName[] = [];
  let counts: SiteCounts | undefined;
  let unrouted: UnroutedCounts | undefined;
  for (const line of all.split("\n")) {
    const read = line === "" ? undefined : jsonOf(line, lineSchema);
    if (read === undefined) continue;
    if (read.table === "counts") counts = read;
    else if (read.table === "unrouted") unrouted = read;
    else names.push(read);
  }
  return { names, counts, unrouted };
}
