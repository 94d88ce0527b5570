import * as v from "valibot";
import { partKinds } from "../../language-server/analysis/marks/part-kinds.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();
const amount = v.pipe(v.number(), v.finite(), v.minValue(0));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** What a request's time went into, in the order of the sum. */
const kind = v.picklist(partKinds);
/** Where the extension can open what a row shows; null: nowhere. */
const place = v.nullable(index);

const row = v.object({ kind, fromMs: amount, toMs: amount, what: v.string(), label: v.string(), place });

const side = v.object({
  /** `This request`, `A usual POST /orders`. */
  title: v.string(),
  ms: amount,
  /** `2,000 ms = 120 ms before the handler began + …`. */
  sum: v.string(),
  parts: v.array(v.object({ kind, ms: amount, text: v.string() })),
  /** In the order of time, from the request's start. */
  rows: v.array(row),
  /** Rows that the request has besides. */
  moreRows: index,
});

/** A part, or one of its lines, in both requests. */
const difference = v.object({
  kind,
  /** A part's name, or what the line does. */
  what: v.string(),
  label: v.string(),
  place,
  isLine: v.boolean(),
  ms: amount,
  /** Without a usual request: undefined. */
  usualMs: v.optional(amount),
});

const explained = v.object({
  /** `POST /orders`, `The slowest 1 %: 60 requests`. */
  title: v.string(),
  /** Status, connection, process. */
  facts: v.array(v.string()),
  /** Full sentences: what the figures do not say. */
  notes: v.array(v.string()),
  /** Means of several requests, which have no order in time. */
  isMean: v.boolean(),
  hasPrevious: v.boolean(),
  hasNext: v.boolean(),
  one: side,
  usual: v.nullable(side),
  /** Parts in the order of what they differ by, each followed by its lines. */
  differences: v.array(difference),
});

/** Extension → page of one request. */
export const toRequestPage = v.variant("type", [
  v.object({ type: v.literal("waiting") }),
  /** Replaces what was shown. `key` identifies it and is repeated in answers. */
  v.object({ type: v.literal("explained"), key, explained }),
  /** Nothing was recorded that would explain it; `canExplain`: it can be. */
  v.object({ type: v.literal("missing"), message: v.string(), remedy: v.string(), canExplain: v.boolean() }),
]);

export type ToRequestPage = ReadOnly<v.InferOutput<typeof toRequestPage>>;
export type ExplainedView = ReadOnly<v.InferOutput<typeof explained>>;
export type ExplainedSide = ReadOnly<v.InferOutput<typeof side>>;
export type ExplainedRow = ReadOnly<v.InferOutput<typeof row>>;
