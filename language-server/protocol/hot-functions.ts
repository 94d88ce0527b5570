import * as v from "valibot";
import type { Category } from "../analysis/costs/costs.ts";
import type { Milliseconds, Share } from "../analysis/units.ts";
import { request } from "./message.ts";
import type { FunctionReference, Location } from "./place.ts";
import { hotParent, hotQuery } from "../analysis/costs/hot-query.ts";
import type { FilteredFunction } from "../analysis/selection/stack-filter.ts";

/** A function, or a file, package, category or group (a plugin, a rule, a test file…) of them. Shares are of the run's busy time. */
export interface HotRow {
  readonly kind: "function" | "file" | "package" | "category" | "group";
  /** Identifies the row in `hotChildren`. */
  readonly key: string;
  readonly name: string;
  readonly category: Category;
  /** The share it is ranked by; for a caller or callee, of the samples through that path. */
  readonly share: Share;
  /** The number of samples. */
  readonly samples: number;
  /** What passes of the run say of a function: `waited 41 ms per request · allocates 48 kB per request, 31 % of all`; "" if nothing. */
  readonly waits: string;
  /** Not for callers and callees. */
  readonly shares?: { readonly self: Share; readonly total: Share; readonly withLibraries: Share } | undefined;
  /** `util.js:24`; "" if it has no line. Of a group what it is, its time and where it is: `rule · 5.4 s ± 0.1 s · no-foo.js:1`. */
  readonly place: string;
  /** The place is inferred: shown as ≈. */
  readonly inferred: boolean;
  /**
   * The function's hottest line; for a caller the line it calls from; for a file its first line. Of a function that cannot be opened, the
   * line of own code that called it.
   */
  readonly location?: Location | undefined;
  /** Where the function starts in the source as it ran, for `frameAt`. */
  readonly reference?: FunctionReference | undefined;
  /** For the filter; not for groups. */
  readonly identity?: FilteredFunction | undefined;
  readonly hasCallers: boolean;
  readonly hasCallees: boolean;
  /** For files, packages and categories: the number of functions; for others 0. */
  readonly functions: number;
  /** Which routes a function ran for, as shares of its total, largest first; absent if that is not known. */
  readonly routes?: readonly { readonly name: string; readonly share: Share }[] | undefined;
}

/** Rows, hottest first, and how many more there are. */
export interface HotRows {
  readonly rows: readonly HotRow[];
  readonly more: { readonly count: number; readonly share: Share };
}

export interface HotFunctions extends HotRows {
  /** Id of the shown run, to pass to `hotChildren`. */
  readonly run: string;
  /** Share of the busy time that the filter left out: it is in no row. */
  readonly hidden: Share;
  /** What the filter hides, in words; "" if nothing. */
  readonly filterText: string;
  readonly busyMs: Milliseconds;
  /** Idle time is not in any share, so it is shown separately. */
  readonly idleMs: Milliseconds;
  /** Shown as ≈. */
  readonly isIdleInferred: boolean;
}

const limit = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000));
const query = v.pick(hotQuery, ["rankBy", "groupBy"]);
export type HotOrder = Readonly<v.InferOutput<typeof query>>;

/** The hottest functions of what is selected, at most `limit` of them. UserError if no run is shown. */
export const hotFunctions = request<HotFunctions>()("heatline/hotFunctions", v.object({ query, limit }));

/** At most `limit` rows. Cancelled if `run` is no longer shown. */
export const hotChildren = request<HotRows>()("heatline/hotChildren", v.object({ run: v.string(), query, parent: hotParent, limit }));
