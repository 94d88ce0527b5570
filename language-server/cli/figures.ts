import type { Costs, FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import type { Source } from "../analysis/sources/source.ts";
import type { Ticks } from "../analysis/units.ts";

export type SourceFilter = ReadonlySet<Source["category"]>;

/** The words of `--filter`. */
export const filterWords: Readonly<Record<string, Source["category"]>> = { own: "own", deps: "dependency", node: "node" };

export interface Figures {
  /** Hottest first. */
  readonly lines: readonly LineCost[];
  readonly functions: readonly FunctionCost[];
}

/** Lines and functions with a tick, of the wanted kinds of code. */
export function figuresOf(costs: Costs, filter: SourceFilter | undefined): Figures {
  const isWanted = ({ source }: { readonly source: number }): boolean =>
    filter === undefined || filter.has((costs.sources[source] as Source).category);
  return {
    lines: costs.lines.filter((line) => line.totalTicks > 0 && isWanted(line)),
    functions: costs.functions.filter(isWanted),
  };
}

/** Code that is not the user's own has no time with libraries: there, heat follows self. */
export function heatTicks(cost: LineCost | FunctionCost, sources: readonly Source[]): Ticks {
  return sources[cost.source]?.category === "own" ? cost.withLibrariesTicks : cost.selfTicks;
}

export function byHeat(sources: readonly Source[]): (a: LineCost | FunctionCost, b: LineCost | FunctionCost) => number {
  return (a, b) => heatTicks(b, sources) - heatTicks(a, sources) || b.totalTicks - a.totalTicks;
}
