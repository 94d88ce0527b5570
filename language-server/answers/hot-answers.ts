import type { CostTicks } from "../analysis/costs/heat.ts";
import type { Column, Line, Microseconds, Ticks } from "../analysis/units.ts";
import type { Category } from "../analysis/costs/costs.ts";
import type { FilteredFunction, FilterEffect } from "../analysis/selection/stack-filter.ts";
import type { HotFunctionsQuery } from "../analysis/costs/hot-query.ts";
import type { GroupRow } from "./groups/run-groups.ts";
import type { RouteShare } from "./routes/route-costs.ts";
import type { FunctionKey } from "./parts.ts";

/** Requests and results about hot functions: see `analysis-messages.ts`. */

export interface HotParams {
  readonly query: HotFunctionsQuery;
  readonly limit: number;
}

export interface HotRowView {
  readonly kind: "function" | "file" | "package" | "category" | "group";
  /** For a function its index, for what contains functions its path, its package, its group's key or nothing. */
  readonly key: string;
  /** Function, path or package; "" for own code and for categories, which the client names. */
  readonly name: string;
  readonly category: Category;
  readonly ticks: Ticks;
  /** The number of samples. */
  readonly samples: number;
  readonly costs: CostTicks | undefined;
  readonly place: { readonly path: string; readonly line: Line; readonly column: Column; readonly inferred: boolean } | undefined;
  /** The line of own code that called it, for a function that cannot be opened. */
  readonly ownCall: Pick<FunctionKey, "path" | "line" | "column"> | undefined;
  /** Where the function starts, if it has a source. */
  readonly start: FunctionKey | undefined;
  readonly identity: FilteredFunction | undefined;
  readonly hasCallers: boolean;
  readonly hasCallees: boolean;
  /** 0 for a group. */
  readonly functions: number;
  /** Of a group: what it is, its time, and whether a part of it is only inferred. */
  readonly group?: Pick<GroupRow, "kind" | "time" | "inferredTicks"> | undefined;
  /** Which routes it ran for, most first; undefined if that is not known. */
  readonly routes?: readonly RouteShare[] | undefined;
}

export interface HotRowsView {
  readonly rows: readonly HotRowView[];
  readonly moreCount: number;
  readonly moreTicks: Ticks;
}

export interface HotView extends HotRowsView {
  readonly hiddenTicks: Ticks;
  readonly idle: Microseconds;
  readonly effect: FilterEffect;
}
