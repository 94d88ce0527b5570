import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";
import { bands, blockKinds, mostColumns, type Strip } from "../../language-server/analysis/timeline/strip.ts";

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const time = v.pipe(v.number(), v.finite());
const numbers = v.custom<readonly number[]>((value) => isRow(value, false));
const numbersOrGaps = v.custom<readonly (number | null)[]>((value) => isRow(value, true));

/** A stretch of the window, in microseconds since its start. */
export const span = v.pipe(
  v.object({ from: time, to: time }),
  v.check(({ from, to }) => from < to, "a span ends before it begins"),
);

const thread = v.object({
  id: v.number(),
  name: v.string(),
  busyTicks: v.number(),
  interval: v.number(),
  shares: v.pipe(v.array(v.string()), v.length(bands.length)),
  ticks: v.string(),
  hottest: v.string(),
});

const block = v.object({
  thread: v.number(),
  from: time,
  to: time,
  kind: v.picklist(blockKinds),
  hottest: v.optional(v.object({ path: v.string(), line: v.number(), name: v.string(), ticks: v.number() })),
});

const load = v.object({
  from: time,
  to: time,
  perSecond: numbersOrGaps,
  p50Ms: numbersOrGaps,
  p99Ms: numbersOrGaps,
  errors: numbers,
  underWay: numbers,
});

const reading = v.object({ at: time, busy: v.number(), delayP99Ms: v.number(), heapUsed: v.number() });

/** What the server answers to `heatline/timeline`, without the places of the blocks. */
const timeline = v.pipe(
  v.object({
    length: time,
    from: time,
    to: time,
    columns: v.pipe(index, v.maxValue(mostColumns)),
    threads: v.array(thread),
    lines: v.array(v.object({ label: v.string(), name: v.string() })),
    blocks: v.array(block),
    listenedAt: v.optional(time),
    load: v.optional(load),
    readings: v.array(v.object({ thread: v.number(), values: v.array(reading) })),
    /** Sentences on what the run lacks. */
    missing: v.array(v.string()),
    /** What each block is, in words. */
    blockTexts: v.array(v.string()),
  }),
  v.check(({ blocks, blockTexts }) => blocks.length === blockTexts.length, "not every block has its words"),
  v.check(
    ({ load: rows, columns }) =>
      rows === undefined || [rows.perSecond, rows.p50Ms, rows.p99Ms, rows.errors, rows.underWay].every((each) => each.length === columns),
    "the load's rows do not fit the columns",
  ),
);

/** How the user has arranged the strip. */
export const timelineLayout = v.object({
  isOpen: v.boolean(),
  /** In pixels; only where it stands above something else. */
  height: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10_000)),
});

/** Extension → page with a time strip. */
export const toTimeline = v.variant("type", [
  /**
   * Which run to show: `key` stays the same while a live run grows, and when its data changes. The page then asks for data. `spans` is the
   * selected time, in order; none: everything. `zoom`: what another strip shows of it. Without a key no run is shown.
   */
  v.object({
    type: v.literal("timelineRun"),
    key: v.nullable(v.string()),
    isLive: v.boolean(),
    spans: v.array(span),
    zoom: v.optional(span),
    layout: v.optional(timelineLayout),
  }),
  /** The selected time has changed, here or elsewhere. */
  v.object({ type: v.literal("timelineSpans"), spans: v.array(span) }),
  /** Another strip has zoomed to this part; null: to the whole run. */
  v.object({ type: v.literal("timelineZoom"), span: v.nullable(span) }),
  /** Answers `timelineWanted`. Null: the run has no times. */
  v.object({ type: v.literal("timelineData"), id: index, timeline: v.nullable(timeline) }),
  /** Answers `timelineWanted` that failed: a sentence. */
  v.object({ type: v.literal("timelineFailed"), id: index, message: v.string() }),
  /** Brings a stretch of time into view, and marks it until the next one. */
  v.object({ type: v.literal("timelineReveal"), span }),
]);

export type ToTimeline = ReadOnly<v.InferOutput<typeof toTimeline>>;
export type Span = ReadOnly<v.InferOutput<typeof span>>;
export type TimelineLayout = ReadOnly<v.InferOutput<typeof timelineLayout>>;
export type TimelineView = Strip & { readonly missing: readonly string[]; readonly blockTexts: readonly string[] };

/** Checked by hand: a schema object per number would cost more than drawing. */
function isRow(value: unknown, hasGaps: boolean): boolean {
  return Array.isArray(value) && value.every((each: unknown) => (typeof each === "number" && each >= 0) || (hasGaps && each === null));
}
