import * as v from "valibot";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { ReadOnly } from "../../language-server/analysis/read-only.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A choice in the bar. */
const change = v.object({
  hiddenKinds: v.exactOptional(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length))),
  file: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  mergesRecursion: v.exactOptional(v.boolean()),
  coloursByKind: v.exactOptional(v.boolean()),
});

/** Flame panel → extension. */
export const fromFlame = v.variant("type", [
  v.object({ type: v.literal("filter"), change }),
  v.object({ type: v.literal("filterFrame"), key, frame: index, how: v.picklist(["below", "hide"]) }),
  /** speedscope has drawn the profile. */
  v.object({ type: v.literal("loaded"), key }),
  v.object({ type: v.literal("frameClicked"), key, frame: index }),
  /** Fallback for a broken bridge: only the tooltip's text. */
  v.object({ type: v.literal("placeClicked"), key, file: v.string(), line: index }),
  /** Names of speedscope's internals that the bridge needs and did not find. */
  v.object({ type: v.literal("bridgeBroken"), missing: v.array(v.string()) }),
  v.object({ type: v.picklist(["ready", "resetFilter", "showAsList", "noWebgl"]) }),
]);

export type FromFlame = ReadOnly<v.InferOutput<typeof fromFlame>>;
export type FlameFilterChange = ReadOnly<v.InferOutput<typeof change>>;
