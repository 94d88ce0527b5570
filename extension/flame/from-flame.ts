import * as v from "valibot";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { FromFlame } from "../../webview/messages.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

const change = v.object({
  hiddenKinds: v.exactOptional(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length))),
  file: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  mergesRecursion: v.exactOptional(v.boolean()),
  coloursByKind: v.exactOptional(v.boolean()),
});

/** Schema of the messages that the flame panel sends; messages.ts explains them. */
export const fromFlame: v.GenericSchema<unknown, FromFlame> = v.variant("type", [
  v.object({ type: v.literal("ready") }),
  v.object({ type: v.literal("filter"), change }),
  v.object({ type: v.literal("filterFrame"), key, frame: index, how: v.picklist(["below", "hide"]) }),
  v.object({ type: v.literal("resetFilter") }),
  v.object({ type: v.literal("showAsList") }),
  v.object({ type: v.literal("loaded"), key }),
  v.object({ type: v.literal("frameClicked"), key, frame: index }),
  v.object({ type: v.literal("placeClicked"), key, file: v.string(), line: index }),
  v.object({ type: v.literal("bridgeBroken"), missing: v.array(v.string()) }),
  v.object({ type: v.literal("noWebgl") }),
]);
