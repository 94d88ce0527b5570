import * as v from "valibot";
import type { FrameLocation } from "../flame.ts";
import { noParams, request } from "../message.ts";
import { lineNumber } from "../place.ts";
import type { DifferenceTree } from "../../analysis/compare/flame-difference.ts";

/** Both runs as one call tree. Columns of equal length, callers before callees; node 0 is the root. */
export interface FlameDifference extends Omit<DifferenceTree, "frames"> {
  readonly frames: readonly { readonly name: string; readonly file?: string | undefined; readonly line?: number | undefined }[];
}

/** The differential flame graph of the current comparison, at most 20,000 nodes; null if there is none. */
export const compareFlame = request<FlameDifference | null>()("heatline/compareFlame", noParams);

/** `declaration`: where the function begins, and not the line in it that has most of the node's time. */
/**
 * The line that has most of the time of a node of that graph, in the current code; of a frame that cannot be opened, the line of own code
 * that called it. Null if there is neither.
 */
export const locateCompareFrame = request<FrameLocation | null>()(
  "heatline/locateCompareFrame",
  v.object({ node: lineNumber, to: v.optional(v.picklist(["hottest", "declaration"]), "hottest") }),
);
