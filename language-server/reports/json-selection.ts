import { chosenNames, type NamedThread, secondsOf } from "../analysis/exporters/scope-name.ts";
import { isWholeRun, type Scope } from "../analysis/selection/selection.ts";
import { type FilterEffect, leftOutTicks, type StackFilter } from "../analysis/selection/stack-filter.ts";
import type { Category } from "../analysis/costs/costs.ts";
import type { Ticks } from "../analysis/units.ts";

export interface JsonSelection {
  /** Names; null: all. */
  readonly threads: readonly string[] | null;
  /** Names, "" for what runs for no route; absent: all. */
  readonly routes?: readonly string[];
  /** Since the start of the window; null: all of it. */
  readonly spans: readonly { readonly fromSeconds: number; readonly toSeconds: number }[] | null;
}

/** Of all busy ticks. Time of hidden code counts for its nearest shown caller; without one it is in `leftOutTicks`, too. */
export interface JsonFilter {
  readonly hidden: readonly { readonly kind: Category; readonly ticks: Ticks }[];
  /** Of functions that were hidden by name. */
  readonly hiddenFunctionTicks: Ticks;
  /** Of samples not below the function, not in the group, or not through the file. */
  readonly notBelowTicks: Ticks;
  readonly notInGroupTicks: Ticks;
  readonly notInFileTicks: Ticks;
  /** Counted for no row. */
  readonly leftOutTicks: Ticks;
}

export interface Filtered {
  readonly filter: StackFilter;
  readonly effect: FilterEffect;
}

/** Nothing of a whole run. */
export function selectedOf(threads: readonly NamedThread[], scope: Scope): { readonly selection?: JsonSelection } {
  if (isWholeRun(scope)) return {};
  return {
    selection: {
      threads: scope.threads === null ? null : chosenNames(scope, threads),
      ...(scope.routes === null ? {} : { routes: scope.routes }),
      spans: scope.spans === null ? null : scope.spans.map(secondsOf).map(({ from, to }) => ({ fromSeconds: from, toSeconds: to })),
    },
  };
}

export function jsonFilter({ filter, effect }: Filtered): JsonFilter {
  return {
    hidden: (filter.hiddenKinds ?? []).map((kind) => ({ kind, ticks: effect.hiddenKinds.get(kind) ?? 0 })),
    hiddenFunctionTicks: effect.hiddenFunctions,
    notBelowTicks: effect.notBelow,
    notInGroupTicks: effect.notInGroup,
    notInFileTicks: effect.notInFile,
    leftOutTicks: leftOutTicks(effect),
  };
}
