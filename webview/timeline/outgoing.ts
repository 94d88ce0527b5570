import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";
import { mostColumns } from "../../language-server/analysis/timeline/strip.ts";
import { span, timelineLayout } from "./incoming.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A block is known by its thread and when it began. */
const block = v.object({ thread: v.number(), from: v.number(), to: v.number() });

/** Page with a time strip → extension. */
export const fromTimeline = v.variant("type", [
  /** The strip is there and waits for its `timelineRun`. */
  v.object({ type: v.literal("timelineReady") }),
  /** Wants the strip of a span, or of the whole window. One is asked at a time, the next one after its answer. */
  v.object({
    type: v.literal("timelineWanted"),
    id: index,
    key,
    columns: v.pipe(index, v.minValue(1), v.maxValue(mostColumns)),
    span: v.exactOptional(span),
  }),
  /** The user has selected these spans, in order and apart; none: everything. Sent at the end of a drag. */
  v.object({ type: v.literal("selectSpans"), key, spans: v.pipe(v.array(span), v.maxLength(1000)) }),
  /** The user has zoomed to this part; null: to the whole run. Other strips follow. */
  v.object({ type: v.literal("timelineZoomed"), key, span: v.nullable(span) }),
  /** Go to the hottest line of a block; the focus stays here. */
  v.object({ type: v.literal("revealBlock"), key, block }),
  /** To be kept, and given back with the next `timelineRun` of another page. */
  v.object({ type: v.literal("timelineLayout"), layout: timelineLayout }),
]);

export type FromTimeline = ReadOnly<v.InferOutput<typeof fromTimeline>>;
export type BlockReference = ReadOnly<v.InferOutput<typeof block>>;
