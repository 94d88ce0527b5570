import * as v from "valibot";
import type { Comparison } from "./comparison.ts";
import { noParams, type Request } from "./message.ts";
import { lineNumber, type Location } from "./place.ts";

const folder = v.optional(v.pipe(v.string(), v.minLength(1)));
const compareParams = v.object({
  newFolder: folder,
  baseFolder: folder,
  /** Default `request`. */
  per: v.optional(v.picklist(["request", "second"])),
  /** Default: the setting that heat follows. */
  by: v.optional(v.picklist(["withLibraries", "self", "total"])),
});

/**
 * Compares a run (folder; undefined: the shown one) with its baseline (folder; undefined: its app's, as the list of runs has it)
 * and makes that the comparison that `compareHeat` shows. Errors: UserErrors' texts, e.g. for a baseline that was deleted.
 */
export const compare: Request<typeof compareParams, Comparison> = { method: "heatline/compare", params: compareParams };

const showComparisonParams = v.object({ inCode: v.boolean() });

/** Whether the code shows the comparison, as it does when one begins, or the plain heat of the shown run: lenses follow. */
export const showComparison: Request<typeof showComparisonParams, null> = {
  method: "heatline/showComparison",
  params: showComparisonParams,
};

/** Ends the comparison: its heat is taken away. */
export const closeComparison: Request<typeof noParams, null> = { method: "heatline/closeComparison", params: noParams };

const locateRowParams = v.object({ list: v.picklist(["functions", "lines"]), row: lineNumber });

/** Where a row of the current comparison is in the code now; null where it is not there. Error: there is no comparison. */
export const locateComparedRow: Request<typeof locateRowParams, Location | null> = {
  method: "heatline/locateComparedRow",
  params: locateRowParams,
};
