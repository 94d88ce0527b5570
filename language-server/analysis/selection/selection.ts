import * as v from "valibot";
import type { ReadOnly } from "../collections.ts";
import { noFilter, stackFilter } from "./stack-filter.ts";

const microseconds = v.pipe(v.number(), v.finite(), v.minValue(0));

/** A part of the window, from (inclusive) to (exclusive), in microseconds since its start. */
const timeSpan = v.pipe(
  v.object({ from: microseconds, to: microseconds }),
  v.check(({ from, to }) => from < to, "ends before it starts"),
);

/** What makes the whole smaller: shares, times and errors are of what it leaves. */
const scope = v.object({
  /** Ids of threads; null: all. */
  threads: v.nullable(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(10_000), v.readonly())),
  /** Null: the whole window. */
  spans: v.nullable(v.pipe(v.array(timeSpan), v.minLength(1), v.maxLength(1000), v.readonly())),
  /** Names, of which "" is what runs for no route; null: all of it. */
  routes: v.optional(
    v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(4096))), v.minLength(1), v.maxLength(1000), v.readonly())),
    null,
  ),
});

/** Which part of a run is looked at, and by which measure: one choice for every view, the command and exports. */
export const selection = v.object({
  ...scope.entries,
  /** Keeps the whole: what it leaves out stays busy, and is said. */
  filter: stackFilter,
  /** Id of one of the file's measures, such as pprof's sample types; null: the file's time. */
  measure: v.nullable(v.pipe(v.string(), v.maxLength(4096))),
});

export type TimeSpan = ReadOnly<v.InferOutput<typeof timeSpan>>;
export type Scope = ReadOnly<v.InferOutput<typeof scope>>;
export type Selection = ReadOnly<v.InferOutput<typeof selection>>;

export const wholeRun: Scope = { threads: null, spans: null, routes: null };

export const everything: Selection = { ...wholeRun, filter: noFilter, measure: null };

export function isWholeRun({ threads, spans, routes }: Scope): boolean {
  return threads === null && spans === null && routes === null;
}
