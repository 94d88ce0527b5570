import type { CostVerdict } from "../../analysis/compare/chance/verdict.ts";
import type { ServerNotification } from "../message.ts";

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
