import type * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";

const key = "heatline.explainOffered";
/** Of a workspace. */
const most = 50;

/** Offers to explain a run once for each app, as only some users want it. */
export class ExplainOffer {
  readonly #memory: vscode.Memento;

  constructor(memory: vscode.Memento) {
    this.#memory = memory;
  }

  /** Whether to offer it with this run. True once for an app. */
  async take({ name, hasMostlyWaited, passes, pass }: RunSummary): Promise<boolean> {
    const offered = this.#memory.get<readonly string[]>(key, []);
    if (!hasMostlyWaited || passes.length > 0 || pass !== undefined || offered.includes(name)) return false;
    await this.#memory.update(key, [name, ...offered].slice(0, most));
    return true;
  }
}
