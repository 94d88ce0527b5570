import * as v from "valibot";
import type * as vscode from "vscode";
import { hotFunctions, type HotOrder } from "../../language-server/protocol/hot-functions.ts";

const memoryKey = "heatline.hotFunctions";

const usual: HotOrder = { rankBy: "self", groupBy: "function" };

const remembered = v.fallback(hotFunctions.params.entries.query, usual);

/** How the user wants hot functions ranked and grouped, remembered per workspace. */
export class HotFunctionsChoice {
  readonly #memory: vscode.Memento;
  #order: HotOrder;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
    this.#order = v.parse(remembered, memory.get<unknown>(memoryKey) ?? usual);
  }

  get query(): HotOrder {
    return this.#order;
  }

  async change(changes: Partial<HotOrder>): Promise<void> {
    this.#order = { ...this.#order, ...changes };
    await this.#memory.update(memoryKey, this.#order);
  }
}
