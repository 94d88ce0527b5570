import * as v from "valibot";
import type { FromCompare } from "../../webview/messages.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The messages that the compare panel's page may send. */
export const fromCompare: v.GenericSchema<unknown, FromCompare> = v.variant("type", [
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("normalise"), key, per: v.picklist(["request", "second"]) }),
  v.object({ type: v.literal("flameWanted"), key }),
  v.object({ type: v.literal("goToRow"), key, list: v.picklist(["functions", "lines"]), row: index }),
  v.object({ type: v.literal("goToFrame"), key, frame: index }),
  v.object({ type: v.literal("showInCode"), changes: v.boolean() }),
]);
