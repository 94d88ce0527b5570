import type { Analysis } from "../analysis/analyse.ts";
import type { Category, FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import { heatTicks } from "../analysis/costs/heat.ts";
import { type SourcelessCost, sourcelessCosts } from "../analysis/costs/sourceless.ts";
import type { Selected } from "../analysis/selection/selections.ts";
import { leftOutTicks } from "../analysis/selection/stack-filter.ts";
import type { Source } from "../analysis/sources/source.ts";
import type { Ticks } from "../analysis/units.ts";

/** Every line and function with samples. */
export interface CostRows {
  /** Hottest first. */
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
  /** Code without source that was not called from any with source. */
  readonly others: readonly SourcelessCost[];
}

/** `kinds`: only rows of code of these kinds; all by default. */
export function costRows({ costs, tables }: Pick<Selected, "costs" | "tables">, kinds?: ReadonlySet<Category>): CostRows {
  const isWanted = (category: Category): boolean => kinds === undefined || kinds.has(category);
  const isOfKind = ({ source }: { readonly source: number }): boolean => isWanted((costs.sources[source] as Source).category);
  return {
    lines: costs.lines.filter((line) => line.totalTicks > 0 && isOfKind(line)),
    functions: costs.functions.filter(isOfKind),
    others: sourcelessCosts(tables.profile, leftOutTicks(tables.effect)).filter(({ category }) => isWanted(category)),
  };
}

/** Whether samples have different weights, so that shares are not of their number. */
export function isWeighted({ profile }: Pick<Analysis, "profile">): boolean {
  return profile.threads.some(({ samples }) => samples.weight !== undefined);
}

export function ticksOf(cost: LineCost | FunctionCost, sources: readonly Source[]): Ticks {
  return heatTicks(cost, "withLibraries", sources[cost.source]?.category === "own");
}

export function byHeat(sources: readonly Source[]): (a: LineCost | FunctionCost, b: LineCost | FunctionCost) => number {
  return (a, b) => ticksOf(b, sources) - ticksOf(a, sources) || b.totalTicks - a.totalTicks;
}
