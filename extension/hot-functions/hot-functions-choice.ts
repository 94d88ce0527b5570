import * as v from "valibot";
import type * as vscode from "vscode";
import { categories } from "../../language-server/analysis/costs/costs.ts";
import type { HotFunctionsQuery } from "../../language-server/protocol/hot-functions.ts";

const memoryKey = "heatline.hotFunctions";

/** Native code counts as self time of its caller, as on lines. */
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

/** How the user wants hot functions listed, remembered per workspace. */
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

  /** Whether some functions are hidden that are shown by default. */
  get isFiltered(): boolean {
    return usual.shown.some((category) => !this.#query.shown.includes(category));
  }

  async change(changes: Partial<HotFunctionsQuery>): Promise<void> {
    this.#query = { ...this.#query, ...changes };
    await this.#memory.update(memoryKey, this.#query);
  }
}
