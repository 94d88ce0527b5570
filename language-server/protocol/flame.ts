import * as v from "valibot";
import type { FlameProfile } from "../analysis/flame/flame-reduction.ts";
import type { Request } from "./message.ts";
import { functionReference, lineNumber, type Location } from "./place.ts";

const flameParams = v.object({ thread: v.optional(v.pipe(v.number(), v.integer())) });

/** The reduced profile for the flame panel. */
export const flame: Request<typeof flameParams, FlameProfile> = { method: "heatline/flame", params: flameParams };

/** A frame of the flame graph that was sent last. */
export const frameParams = v.object({ frame: lineNumber });

/** Where a frame is in the code; null where it has no file. */
export const locateFrame: Request<typeof frameParams, Location | null> = { method: "heatline/locateFrame", params: frameParams };

const frameAtParams = v.object({ ...functionReference.entries, name: v.optional(v.string()) });

/**
 * The flame frame of a function or of a line (hottest function that runs there); null where it is not in the flame.
 * With `name` it is a FunctionReference, whose place is that of the source as it ran; without, a place in the text as it is now.
 */
export const frameAt: Request<typeof frameAtParams, { readonly frame: number } | null> = {
  method: "heatline/frameAt",
  params: frameAtParams,
};
