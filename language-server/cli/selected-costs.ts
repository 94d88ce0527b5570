import type { Analysis } from "../analysis/analyse.ts";
import type { Category, FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import { heatTicks } from "../analysis/costs/heat.ts";
import { type SourcelessCost, sourcelessCosts } from "../analysis/costs/sourceless.ts";
import type { Source } from "../analysis/sources/source.ts";
import type { Ticks } from "../analysis/units.ts";
import { UsageError } from "./command.ts";

export type KindFilter = ReadonlySet<Category>;

/** How options name kinds of code. */
const kindNames: Readonly<Record<string, Category>> = {
  own: "own",
  deps: "dependency",
  node: "node",
  native: "native",
  gc: "gc",
  program: "program",
  compile: "compile",
};

/** Kinds separated by commas, the value of the option of this name. Throws a UsageError for one that does not exist. */
export function kindsFrom(name: string, text: string): KindFilter {
  const kinds = text.split(",").map((word) => {
    const kind = Object.hasOwn(kindNames, word.trim()) ? kindNames[word.trim()] : undefined;
    if (kind === undefined)
      throw new UsageError({ code: "command.badFilter", values: { name, kinds: Object.keys(kindNames).join(", "), value: word.trim() } });
    return kind;
  });
  return new Set(kinds);
}

export interface SelectedCosts {
  /** Hottest first. */
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
  /** Code without source that was not called from any with source. */
  readonly others: readonly SourcelessCost[];
}

/** Lines and functions with samples, of the selected kinds of code. `leftOut`: ticks that a filter of `profile` left out. */
export function selectCosts(
  { costs, profile }: Pick<Analysis, "costs" | "profile">,
  filter: KindFilter | undefined,
  leftOut: Ticks = 0,
): SelectedCosts {
  const isWanted = ({ source }: { readonly source: number }): boolean =>
    filter === undefined || filter.has((costs.sources[source] as Source).category);
  return {
    lines: costs.lines.filter((line) => line.totalTicks > 0 && isWanted(line)),
    functions: costs.functions.filter(isWanted),
    others: sourcelessCosts(profile, leftOut).filter(({ category }) => filter === undefined || filter.has(category)),
  };
}

export function ticksOf(cost: LineCost | FunctionCost, sources: readonly Source[]): Ticks {
  return heatTicks(cost, "withLibraries", sources[cost.source]?.category === "own");
}

export function byHeat(sources: readonly Source[]): (a: LineCost | FunctionCost, b: LineCost | FunctionCost) => number {
  return (a, b) => ticksOf(b, sources) - ticksOf(a, sources) || b.totalTicks - a.totalTicks;
}
