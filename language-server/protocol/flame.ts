import * as v from "valibot";
import type { Category } from "../analysis/costs/costs.ts";
import type { FlameProfile } from "../analysis/flame/flame-reduction.ts";
import { mostFrames, pathParts } from "../analysis/flame/frame-path.ts";
import { noParams, request } from "./message.ts";
import { functionReference, lineNumber, type Location } from "./place.ts";
import type { FilteredFunction } from "../analysis/selection/stack-filter.ts";

export interface FlameGraph {
  readonly profile: FlameProfile;
  /** For each frame its function (for a call the called one), and its kind of code. */
  readonly functions: readonly FilteredFunction[];
  readonly kinds: readonly Category[];
  /** What is selected, and what the filter hides, in words; "" if that is everything. */
  readonly filterText: string;
}

/** The reduced profile of the selection for the flame panel. Frames are named as in hot functions. Another such request cancels one that still runs. */
export const flame = request<FlameGraph>()("heatline/flame", noParams);

/** Indices of frames of the flame graph that was sent last, callers first: part of the stacks of one thread, as `FramePath` says. */
const framePath = v.object({
  /** Index of the thread's timeline in the profile. */
  timeline: lineNumber,
  part: v.picklist(pathParts),
  frames: v.pipe(v.array(lineNumber), v.minLength(1), v.maxLength(mostFrames), v.readonly()),
  mergesRecursion: v.boolean(),
});

/** A frame by its index in the flame graph that was sent last, and how it was reached. */
/** A place in the code that stands for a frame. */
export interface FrameLocation extends Location {
  /** The frame is native, Node's or of a file that is not here: this line of own code called it. */
  readonly isCaller: boolean;
}

/**
 * With a path the line in the frame that has most of its time there; without one its declaration. Of a frame that cannot be opened, the
 * line of own code that called it. Null if there is neither.
 */
export const locateFrame = request<FrameLocation | null>()(
  "heatline/locateFrame",
  v.object({ frame: lineNumber, path: v.optional(framePath) }),
);

/**
 * The flame frame of a function, or of the hottest function on a line; null if it is not in the flame graph. With `name` it is a
 * FunctionReference, with its place in the source as it ran; without, a place in the current text.
 */
export const frameAt = request<{ readonly frame: number } | null>()(
  "heatline/frameAt",
  v.object({ ...functionReference.entries, name: v.optional(v.string()) }),
);
