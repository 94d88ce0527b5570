import * as v from "valibot";
import * as vscode from "vscode";
import { comparisonSummary } from "../../language-server/protocol/compare/compare.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import { type RunEntry, runs } from "../../language-server/protocol/run-list.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { UserError } from "../user-error.ts";
import type { ComparePanel, CompareParts } from "./compare-panel.ts";
import type { ComparisonRequest } from "./comparison-memory.ts";

const folder = v.pipe(v.string(), v.minLength(1));

/** Comparisons of two runs, and their commands. The panel is a bundle of its own, loaded for the first comparison. */
export class Compare implements vscode.Disposable {
  /** Who measures both sides again when the panel is asked to. */
  repeat: ((comparison: Comparison) => Promise<void>) | undefined;
  readonly #server: ServerLink;
  readonly #open: () => Promise<ComparePanel>;
  readonly #commands: vscode.Disposable;
  #panel: ComparePanel | undefined;

  constructor(parts: CompareParts, register: RegisterCommand) {
    const { server, deltas } = parts;
    this.#server = server;
    this.#open = async () => {
      const { ComparePanel } = await import("./compare-panel.js");
      return (this.#panel ??= new ComparePanel(parts, this.repeat));
    };
    this.#commands = vscode.Disposable.from(
      register("heatline.compareWithPrevious", () => this.withPrevious()),
      register("heatline.compare", async () => (await this.#open()).pickAndOpen()),
      register("heatline.compareRuns", (newFolder, baseFolder) =>
        this.pair({ newFolder: v.parse(folder, newFolder), baseFolder: v.parse(folder, baseFolder) }),
      ),
      register("heatline.toggleComparisonHeat", () => this.#panel?.showInCode(!deltas.isShown)),
    );
  }

  /** Compares the shown run with its baseline: the previous run of the same app, or the one the user has set. */
  async withPrevious(): Promise<void> {
    await (await this.#open()).withPrevious();
  }

  /** Compares two runs, whichever is shown, perhaps with more of the same code on a side. */
  async pair(request: ComparisonRequest): Promise<void> {
    await (await this.#open()).pair(request);
  }

  get comparison(): Comparison | undefined {
    return this.#panel?.comparison;
  }

  /** What changed since the run before, in one line: "" if that is not known, undefined if there is no such run. */
  async resultOf(summary: RunSummary): Promise<string | undefined> {
    const { next, summary: shown } = this.comparison ?? {};
    if (next?.id === summary.id) return shown;
    const { runs: all } = await this.#server.request(runs, {});
    const run = all.find(({ id }: RunEntry) => id === summary.id);
    if (run?.baseline === undefined) return undefined;
    try {
      return (await this.#server.request(comparisonSummary, { newFolder: run.folder, baseFolder: run.baseline })) ?? undefined;
    } catch (error) {
      // Compare says why.
      if (error instanceof UserError || error instanceof vscode.CancellationError) return "";
      throw error;
    }
  }

  /** Fills the empty panel that VS Code restores from the last session, unless another was opened meanwhile. */
  async revive(panel: vscode.WebviewPanel): Promise<void> {
    await (await this.#open()).revive(panel);
  }

  dispose(): void {
    this.#commands.dispose();
    this.#panel?.dispose();
  }
}
