import * as v from "valibot";
import type * as vscode from "vscode";
import type { HotFunctionsQuery } from "../../language-server/analysis/costs/hot-query.ts";
import type { ShownFilter } from "../runs/shown-filter.ts";

const memoryKey = "heatline.hotFunctions";

type Order = Pick<HotFunctionsQuery, "rankBy" | "groupBy">;

const usual: Order = { rankBy: "self", groupBy: "function" };

const remembered: v.GenericSchema<unknown, Order> = v.fallback(
  v.object({
    rankBy: v.picklist(["self", "total", "withLibraries"]),
    groupBy: v.picklist(["function", "file", "package"]),
  }),
  usual,
);

/** How the user wants hot functions ranked and grouped, remembered per workspace, and the filter of all views. */
export class HotFunctionsChoice {
  readonly #memory: vscode.Memento;
  readonly #filter: Pick<ShownFilter, "value">;
  #order: Order;

  constructor(memory: vscode.Memento, filter: Pick<ShownFilter, "value">) {
    this.#memory = memory;
    this.#filter = filter;
    this.#order = v.parse(remembered, memory.get<unknown>(memoryKey) ?? usual);
  }

  get query(): HotFunctionsQuery {
    return { ...this.#order, filter: this.#filter.value };
  }

  async change(changes: Partial<Order>): Promise<void> {
    this.#order = { ...this.#order, ...changes };
    await this.#memory.update(memoryKey, this.#order);
  }
}
