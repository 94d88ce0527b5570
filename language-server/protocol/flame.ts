import * as v from "valibot";
import type { Category } from "../analysis/costs/costs.ts";
import type { FlameProfile } from "../analysis/flame/flame-reduction.ts";
import type { Request } from "./message.ts";
import { functionReference, lineNumber, type Location } from "./place.ts";
import { type FilteredFunction, stackFilter } from "../analysis/filter/stack-filter.ts";

const flameParams = v.object({ thread: v.optional(v.pipe(v.number(), v.integer())), filter: v.optional(stackFilter) });

export interface FlameGraph {
  readonly profile: FlameProfile;
  /** For each frame its function (for a call the called one), and its kind of code. */
  readonly functions: readonly FilteredFunction[];
  readonly kinds: readonly Category[];
  /** What the filter hides, in words; "" if nothing. */
  readonly filterText: string;
}

/** The reduced profile for the flame panel. Frames are named as in hot functions. Another such request cancels one that still runs. */
export const flame: Request<typeof flameParams, FlameGraph> = { method: "heatline/flame", params: flameParams };

/** Index of a frame of the flame graph that was sent last. */
export const frameParams = v.object({ frame: lineNumber });

/** Where a frame is in the code; null if it has no file. */
export const locateFrame: Request<typeof frameParams, Location | null> = { method: "heatline/locateFrame", params: frameParams };

const frameAtParams = v.object({ ...functionReference.entries, name: v.optional(v.string()) });

/**
 * The flame frame of a function, or of the hottest function on a line; null if it is not in the flame graph. With `name` it is a
 * FunctionReference, with its place in the source as it ran; without, a place in the current text.
 */
export const frameAt: Request<typeof frameAtParams, { readonly frame: number } | null> = {
  method: "heatline/frameAt",
  params: frameAtParams,
};
