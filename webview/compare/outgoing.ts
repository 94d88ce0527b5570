import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();
/** The line with most of the time, or where the function begins. */
const to = v.picklist(["hottest", "declaration"]);
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Compare panel → extension. */
export const fromCompare = v.variant("type", [
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("normalise"), key, per: v.picklist(["request", "second"]) }),
  /** The flame graph's tab was opened. */
  v.object({ type: v.literal("flameWanted"), key }),
  v.object({ type: v.literal("goToRow"), key, list: v.picklist(["functions", "lines"]), row: index }),
  /** `node` is an index into the flame graph's nodes. */
  v.object({ type: v.literal("goToNode"), key, node: index, to }),
  /** Measure both again, three times each. */
  v.object({ type: v.literal("repeat"), key }),
  /** Compare the selected span of time with the rest of its run. */
  v.object({ type: v.literal("compareSpan"), key }),
  v.object({ type: v.literal("showInCode"), changes: v.boolean() }),
]);

export type FromNode = v.InferOutput<typeof to>;
export type FromCompare = ReadOnly<v.InferOutput<typeof fromCompare>>;
