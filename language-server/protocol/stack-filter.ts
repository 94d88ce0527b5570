import * as v from "valibot";
import { categories } from "../analysis/costs/costs.ts";
import type { StackFilter } from "../analysis/filter/stack-filter.ts";

const longestText = 4096;

const filteredFunction = v.object({
  name: v.pipe(v.string(), v.maxLength(longestText)),
  path: v.pipe(v.string(), v.maxLength(longestText)),
  line: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

/** The filter of hot functions, flame graph and exports. */
export const stackFilter: v.GenericSchema<unknown, StackFilter> = v.object({
  hiddenKinds: v.nullable(v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length))),
  hidden: v.pipe(v.array(filteredFunction), v.maxLength(1000)),
  below: v.nullable(filteredFunction),
  file: v.pipe(v.string(), v.maxLength(longestText)),
  mergesRecursion: v.boolean(),
});
