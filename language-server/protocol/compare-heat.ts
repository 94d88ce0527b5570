import type { Verdict } from "./comparison.ts";
import type { ServerNotification } from "./message.ts";

export interface DeltaLine {
  readonly line: number;
  /** −8 (got much cheaper) to 8 (got much dearer); 0: noise. */
  readonly step: number;
  /** `−1.9 ms per request (−98 %)`, localised; "" for noise. */
  readonly text: string;
  readonly verdict: Verdict;
}

/**
 * Differences of one open document's lines, over its present text; they replace what was pushed before. Sent for every
 * open document when a comparison begins, changes or ends (`lines` empty), and after edits. Stale versions are dropped.
 */
export const compareHeat: ServerNotification<{ readonly uri: string; readonly version: number; readonly lines: readonly DeltaLine[] }> = {
  method: "heatline/compareHeat",
};
