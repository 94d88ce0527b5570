import * as v from "valibot";
import type * as vscode from "vscode";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { HotFunctionsQuery } from "../../language-server/protocol/hot-functions.ts";

const memoryKey = "heatline.hotFunctions";

/** Native code counts as its caller's own, as it does at the lines. */
const usual: HotFunctionsQuery = {
  rankBy: "self",
  groupBy: "function",
  shown: categories.filter((category) => category !== "native"),
};

const remembered: v.GenericSchema<unknown, HotFunctionsQuery> = v.fallback(
  v.object({
    rankBy: v.picklist(["self", "total", "withLibraries"]),
    groupBy: v.picklist(["function", "file", "package"]),
    shown: v.array(v.picklist(categories)),
  }),
  { ...usual, shown: [...usual.shown] },
);

/** How this workspace's user wants the hot functions. */
export class HotFunctionsChoice {
  readonly #memory: vscode.Memento;
  #query: HotFunctionsQuery;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#query = v.parse(remembered, memory.get<unknown>(memoryKey) ?? usual);
  }

  get query(): HotFunctionsQuery {
    return this.#query;
  }

  /** True where some functions that are usually shown are not. */
  get isFiltered(): boolean {
    return usual.shown.some((category) => !this.#query.shown.includes(category));
  }

  async change(changes: Partial<HotFunctionsQuery>): Promise<void> {
    this.#query = { ...this.#query, ...changes };
    await this.#memory.update(memoryKey, this.#query);
  }
}
