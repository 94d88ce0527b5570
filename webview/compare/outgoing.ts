import * as v from "valibot";
import type { ReadOnly } from "../../language-server/analysis/read-only.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** Compare panel → extension. */
export const fromCompare = v.variant("type", [
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("normalise"), key, per: v.picklist(["request", "second"]) }),
  /** The flame graph's tab was opened. */
  v.object({ type: v.literal("flameWanted"), key }),
  v.object({ type: v.literal("goToRow"), key, list: v.picklist(["functions", "lines"]), row: index }),
  /** `frame` is an index into the flame graph's functions. */
  v.object({ type: v.literal("goToFrame"), key, frame: index }),
  v.object({ type: v.literal("showInCode"), changes: v.boolean() }),
]);

export type FromCompare = ReadOnly<v.InferOutput<typeof fromCompare>>;
