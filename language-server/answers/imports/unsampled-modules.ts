import type { GraphImport, GraphModule, GraphModules } from "../../analysis/import-costs/graph-modules.ts";
import type { ImportCost } from "../../analysis/import-costs/import-costs.ts";

/** A module that was loaded without a sample. */
interface Unsampled extends Pick<GraphModule, "path" | "first"> {
  /** Its index in the graph. */
  readonly module: number;
  /** Row of the module that had it evaluated; -1 for an entry. */
  readonly parent: number;
}

/** What the run's graph has beside the modules with costs: its own modules have the rows behind theirs. */
export class UnsampledModules {
  readonly list: readonly Unsampled[];
  readonly #graph: GraphModules;
  readonly #costs: readonly ImportCost[];
  readonly #byParent = new Map<number, number[]>();

  constructor(graph: GraphModules, costs: readonly ImportCost[]) {
    [this.#graph, this.#costs] = [graph, costs];
    const rows = new Map<number, number>();
    costs.forEach((cost, row) => {
      const module = this.#moduleOf(cost);
      if (module !== undefined && !rows.has(module)) rows.set(module, row);
    });
    const without = graph.modules.flatMap((_, module) => (rows.has(module) ? [] : [module]));
    without.forEach((module, index) => rows.set(module, costs.length + index));
    this.list = without.map((module) => {
      const { path, first } = graph.modules[module] as GraphModule;
      return { module, path, first, parent: first === undefined ? -1 : (rows.get(first.from) ?? -1) };
    });
    this.list.forEach(({ parent }, index) => {
      const rowsOf = this.#byParent.get(parent) ?? [];
      this.#byParent.set(parent, [...rowsOf, costs.length + index]);
    });
  }

  /** Of a row that is not one of the costs. */
  at(row: number): Unsampled | undefined {
    return this.list[row - this.#costs.length];
  }

  /** Rows, in the order of evaluation. */
  below(parent: number): readonly number[] {
    return this.#byParent.get(parent) ?? [];
  }

  /** The path of what a row with costs loaded, if the graph has it. */
  pathOf(cost: ImportCost): string | undefined {
    return this.#graph.modules[this.#moduleOf(cost) ?? -1]?.path;
  }

  /** All that import the module of a row; empty if the graph does not have it. */
  importsOf(row: number): readonly GraphImport[] {
    const cost = this.#costs[row];
    const module = cost === undefined ? this.at(row)?.module : this.#moduleOf(cost);
    return this.#graph.modules[module ?? -1]?.imports ?? [];
  }

  #moduleOf({ source, place }: ImportCost): number | undefined {
    if (source !== -1) return this.#graph.of(source);
    return place && this.#graph.at(place);
  }
}
