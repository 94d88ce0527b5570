import * as v from "valibot";
import { stackFilter } from "../selection/stack-filter.ts";

/** How hot functions are ranked, grouped and filtered. */
export const hotQuery = v.object({
  rankBy: v.picklist(["self", "total", "withLibraries"]),
  /** `configured`: by plugin, loader, rule, test file and the like. */
  groupBy: v.picklist(["function", "file", "package", "configured"]),
  /**
   * By default the selection's. Native code is hidden unless the filter says otherwise. When ranked by attributed time, own code is always
   * shown.
   */
  filter: v.exactOptional(stackFilter),
});

export type HotFunctionsQuery = Readonly<v.InferOutput<typeof hotQuery>>;

/** Keys of functions, one per stack frame. Recorded stacks are no deeper. */
const path = v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{1,9}$/))), v.minLength(1), v.maxLength(20_000), v.readonly());

/** Children of a row: a group's functions; or callers (callees) along a path of function keys that starts at the ranked function. */
export const hotParent = v.union([
  v.object({ group: v.string() }),
  v.object({ direction: v.literal("callers"), path }),
  v.object({ direction: v.literal("callees"), path }),
]);

export type HotParent = Readonly<v.InferOutput<typeof hotParent>>;
