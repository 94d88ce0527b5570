import type { Category } from "../analysis/costs/costs.ts";
import type { Milliseconds, Share, Ticks } from "../analysis/units.ts";
import type { FunctionReference, Location, Message } from "./protocol.ts";

/** The messages of the hot functions: what `protocol.ts` says of messages holds here too. */

/** How hot functions are ranked, grouped and filtered. */
export interface HotFunctionsQuery {
  readonly rankBy: "self" | "total" | "withLibraries";
  readonly groupBy: "function" | "file" | "package";
  /** Functions of other categories are no rows: their time counts as their nearest shown caller's. Ranked with libraries, own code is always shown. */
  readonly shown: readonly Category[];
}

/** A function, or a file, package or category of them. Shares are of the run's busy time. */
export interface HotRow {
  readonly kind: "function" | "file" | "package" | "category";
  /** Names the row in `hotChildren`. */
  readonly key: string;
  readonly name: string;
  readonly category: Category;
  /** What it is ranked by; of a caller or callee what came that way. */
  readonly share: Share;
  readonly ticks: Ticks;
  /** Not of callers and callees. */
  readonly figures?: { readonly self: Share; readonly total: Share; readonly withLibraries: Share } | undefined;
  /** `util.js:24`; "" where there is no line. */
  readonly place: string;
  /** The place rests on inference: ≈. */
  readonly inferred: boolean;
  /** The function's hottest line; of a caller the line that it calls from; of a file its first. */
  readonly location?: Location | undefined;
  /** Where the function starts in the source as it ran, for `frameAt`. */
  readonly reference?: FunctionReference | undefined;
  readonly hasCallers: boolean;
  readonly hasCallees: boolean;
  /** Files, packages and categories: how many functions. */
  readonly functions: number;
}

/** Rows, hottest first, and how many more there are. */
export interface HotRows {
  readonly rows: readonly HotRow[];
  readonly more: { readonly count: number; readonly share: Share };
}

export interface HotFunctions extends HotRows {
  /** Id of the shown run: what `hotChildren` is asked with. */
  readonly run: string;
  /** Busy samples with nothing on their stack that is shown: in no row. */
  readonly hidden: Share;
  readonly busyMs: Milliseconds;
  /** No share of the busy time: shown apart. */
  readonly idleMs: Milliseconds;
}

/** Client → server. The shown run's hottest functions, at most `limit` (1 to 1,000). UserError where no run is shown. */
export const hotFunctions: Message<{ readonly query: HotFunctionsQuery; readonly limit: number }, HotFunctions> = {
  method: "heatline/hotFunctions",
};

/** What lies under a row: a group's functions; or callers (callees) along a path of function keys that starts at the ranked function. */
export type HotParent =
  | { readonly group: string }
  | { readonly direction: "callers"; readonly path: readonly string[] }
  | { readonly direction: "callees"; readonly path: readonly string[] };

/** Client → server. At most `limit` (1 to 1,000) rows. Cancelled where `run` is not shown any more. */
export const hotChildren: Message<
  { readonly run: string; readonly query: HotFunctionsQuery; readonly parent: HotParent; readonly limit: number },
  HotRows
> = { method: "heatline/hotChildren" };
