import * as v from "valibot";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import { mostFrames, pathParts } from "../../language-server/analysis/flame/frame-path.ts";
import type { ReadOnly } from "../../language-server/analysis/collections.ts";

const key = v.string();
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

/**
 * The frames from a caller to a callee, at most as deep as V8 records stacks. `whole`: from a root to the frame; `callees`: from a
 * function's outermost call to the frame; `callers`: from the frame to a function's outermost call.
 */
const path = v.object({
  /** Index of the shown thread in the profile. */
  timeline: index,
  part: v.picklist(pathParts),
  frames: v.pipe(v.array(index), v.minLength(1), v.maxLength(mostFrames)),
  /** Whether calls of a function that is already on the stack are left out. */
  mergesRecursion: v.boolean(),
});

/** A choice in the bar. */
const change = v.object({
  hiddenKinds: v.exactOptional(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length))),
  file: v.exactOptional(v.pipe(v.string(), v.maxLength(4096))),
  mergesRecursion: v.exactOptional(v.boolean()),
  showsNative: v.exactOptional(v.boolean()),
  coloursByKind: v.exactOptional(v.boolean()),
});

/** Flame panel → extension. */
export const fromFlame = v.variant("type", [
  v.object({ type: v.literal("filter"), change }),
  v.object({ type: v.literal("filterFrame"), key, frame: index, how: v.picklist(["below", "hide"]) }),
  /** speedscope has drawn the profile. */
  v.object({ type: v.literal("loaded"), key }),
  /** `path`: undefined to go to the frame's declaration. */
  v.object({ type: v.literal("frameClicked"), key, frame: index, path: v.exactOptional(path) }),
  /** Fallback for a broken bridge: only the tooltip's text. */
  v.object({ type: v.literal("placeClicked"), key, file: v.string(), line: index }),
  /** Names of speedscope's internals that the bridge needs and did not find. */
  v.object({ type: v.literal("bridgeBroken"), missing: v.array(v.string()) }),
  v.object({ type: v.picklist(["ready", "showEverything", "showAsList", "noWebgl"]) }),
]);

export type FromFlame = ReadOnly<v.InferOutput<typeof fromFlame>>;
export type FramePath = ReadOnly<v.InferOutput<typeof path>>;
export type FlameFilterChange = ReadOnly<v.InferOutput<typeof change>>;
