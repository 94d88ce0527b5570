import * as v from "valibot";
import type { Comparison } from "./comparison.ts";
import { noParams, request } from "../message.ts";
import { lineNumber, type Location } from "../place.ts";

const folder = v.optional(v.pipe(v.string(), v.minLength(1)));
const folders = v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.maxLength(20));
const compareParams = v.object({
  newFolder: folder,
  baseFolder: folder,
  /** The spans selected in the shown run with the rest of it, in place of two runs. */
  with: v.optional(v.literal("rest")),
  /** Further runs of the same texts: the headline's figures are means of all runs of a side. At most 20 each. */
  more: v.optional(v.object({ base: v.optional(folders), next: v.optional(folders) })),
  /** Default: `request`. */
  per: v.optional(v.picklist(["request", "second"])),
  /** Default: the `heatBy` setting. */
  by: v.optional(v.picklist(["withLibraries", "self", "total"])),
});

/**
 * Threads (by name) and filters selected in the shown run hold for both sides; its spans do not, and a warning of the kind `spans` says so.
 * Compares a run's folder (default: the shown run) with a baseline's folder (default: that of its app, as in the list of runs), and makes
 * it the current comparison for `compareHeat`. Another such request cancels one that still runs. Error: a UserError's text, such as for a deleted baseline.
 */
export const compare = request<Comparison>()("heatline/compare", compareParams);

/**
 * The summary of a comparison (`Comparison.summary`), which is not shown for it: the current one stays. null: there is no run to compare
 * with by default.
 */
export const comparisonSummary = request<string | null>()(
  "heatline/comparisonSummary",
  v.object({ newFolder: v.pipe(v.string(), v.minLength(1)), baseFolder: folder }),
);

/** Whether the code shows the comparison (as when one begins) or the shown run's plain heat; lenses follow. */
export const showComparison = request<null>()("heatline/showComparison", v.object({ inCode: v.boolean() }));

/** Ends the comparison and removes its heat. */
export const closeComparison = request<null>()("heatline/closeComparison", noParams);

/** Where a row of the current comparison is in the current code; null if it is not there. Error if there is no comparison. */
export const locateComparedRow = request<Location | null>()(
  "heatline/locateComparedRow",
  v.object({ list: v.picklist(["functions", "lines"]), row: lineNumber }),
);
