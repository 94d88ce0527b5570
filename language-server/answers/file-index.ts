import type { Costs, FunctionCost, LineCost } from "../analysis/costs/costs.ts";
import type { FileCosts } from "./file-view.ts";

/** The costs of one source of a run. */
export interface IndexedFile extends Omit<FileCosts, "advice"> {
  /** Index in Costs.sources. */
  readonly row: number;
}

/** Costs by the path of their source. If several versions of a file ran, the path stands for the first. */
export function filesOf(costs: Costs): ReadonlyMap<string, IndexedFile> {
  const files = costs.sources.map((source, row) => ({ source, row, lines: [] as LineCost[], functions: [] as FunctionCost[] }));
  for (const line of costs.lines) files[line.source]?.lines.push(line);
  for (const cost of costs.functions) files[cost.source]?.functions.push(cost);
  return new Map(files.toReversed().map((file) => [file.source.path, file]));
}
