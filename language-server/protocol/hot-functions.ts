import * as v from "valibot";
import { categories, type Category } from "../analysis/costs/costs.ts";
import type { Milliseconds, Share } from "../analysis/units.ts";
import type { Request } from "./message.ts";
import type { FunctionReference, Location } from "./place.ts";

/** How hot functions are ranked, grouped and filtered. */
const query = v.object({
  rankBy: v.picklist(["self", "total", "withLibraries"]),
  groupBy: v.picklist(["function", "file", "package"]),
  /** Functions of other categories are not rows: their time counts for their nearest shown caller. Ranked with libraries, own code is always shown. */
  shown: v.pipe(v.array(v.picklist(categories)), v.maxLength(categories.length), v.readonly()),
});

export type HotFunctionsQuery = Readonly<v.InferOutput<typeof query>>;

/** A function, or a file, package or category of them. Shares are of the run's busy time. */
export interface HotRow {
  readonly kind: "function" | "file" | "package" | "category";
  /** Names the row in `hotChildren`. */
  readonly key: string;
  readonly name: string;
  readonly category: Category;
  /** What it is ranked by; of a caller or callee what came that way. */
  readonly share: Share;
  /** How many samples that are. */
  readonly samples: number;
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

const limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const hotFunctionsParams = v.object({ query, limit });

/** The shown run's hottest functions, at most `limit` of them. UserError where no run is shown. */
export const hotFunctions: Request<typeof hotFunctionsParams, HotFunctions> = {
  method: "heatline/hotFunctions",
  params: hotFunctionsParams,
};

/** Keys of functions. A stack is never recorded deeper. */
const path = v.pipe(v.array(v.pipe(v.string(), v.regex(/^\d{1,9}$/))), v.minLength(1), v.maxLength(20_000), v.readonly());

/** What is under a row: a group's functions; or callers (callees) along a path of function keys that starts at the ranked function. */
const parent = v.union([
  v.object({ group: v.string() }),
  v.object({ direction: v.literal("callers"), path }),
  v.object({ direction: v.literal("callees"), path }),
]);

export type HotParent = Readonly<v.InferOutput<typeof parent>>;

const hotChildrenParams = v.object({ run: v.string(), query, parent, limit });

/** At most `limit` rows. Cancelled where `run` is not shown any more. */
export const hotChildren: Request<typeof hotChildrenParams, HotRows> = { method: "heatline/hotChildren", params: hotChildrenParams };
