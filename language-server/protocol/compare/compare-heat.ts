import type { CostVerdict } from "../../analysis/compare/chance/verdict.ts";
import { type ServerNotification, noParams, request } from "../message.ts";
import * as v from "valibot";
import type { FrameLocation } from "../flame.ts";
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

export interface DeltaLine {
  readonly line: number;
  /** −8 (much faster) to 8 (much slower); 0: noise. */
  readonly step: number;
  /** `−1.9 ms per request (−98 %)`, localised; "" for noise. */
  readonly text: string;
  readonly verdict: CostVerdict;
}

/**
 * Differences of an open document's lines, at their current positions; replaces the previous push. Sent for every open document when a
 * comparison begins, changes or ends (`lines` empty), and after edits. Stale versions are dropped.
 */
export const compareHeat: ServerNotification<{ readonly uri: string; readonly version: number; readonly lines: readonly DeltaLine[] }> = {
  method: "heatline/compareHeat",
};
