import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { compareFlame, type FlameDifference, locateCompareFrame } from "../../language-server/protocol/compare/compare-heat.ts";
import { closeComparison, compare, locateComparedRow, showComparison } from "../../language-server/protocol/compare/compare.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { setContext } from "../commands.ts";
import { compareView } from "../contributed-ids.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import type { ToCompare } from "../../webview/compare/incoming.ts";
import { fromCompare, type FromCompare } from "../../webview/compare/outgoing.ts";
import { pickRuns } from "./compare-picks.ts";
import { keepComparison, keptComparison, type ComparisonRequest, isOfSpan, requestOf } from "./comparison-memory.ts";
import { comparisonKey, comparisonView, flameView } from "./comparison-view.ts";
import type { DeltaDecorations } from "./delta-decorations.ts";
import { words } from "../runs/run-text.ts";
import { columnBeside, type ShownRun, showPlace } from "../runs/shown-run.ts";
import { fillControls } from "../screen/controls-view.ts";
import { flash } from "../screen/notifications.ts";

const noStacks: FlameDifference = { frames: [], parent: [], frame: [], base: [], next: [], delta: [], noise: [] };

export interface CompareParts {
  readonly context: vscode.ExtensionContext;
  readonly server: ServerLink;
  readonly shownRun: ShownRun;
  readonly deltas: DeltaDecorations;
  readonly guard: Guard;
}

/**
 * Compares two runs in a panel beside the code and in the code itself. The server holds one comparison at a time. A bundle of its own: `compare.ts`
 * loads it.
 */
export class ComparePanel implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #server: ServerLink;
  readonly #shownRun: ShownRun;
  readonly #deltas: DeltaDecorations;
  readonly #guard: Guard;
  readonly #subscriptions: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #isReady = false;
  #comparison: Comparison | undefined;
  /** What was asked for to get the comparison. */
  #request: ComparisonRequest = {};
  #failure: Extract<ToCompare, { type: "failed" }> | undefined;
  /** Number of the latest request; earlier ones that finish later are ignored. */
  #asked = 0;
  readonly #repeat: ((comparison: Comparison) => Promise<void>) | undefined;
  #shownId: string | undefined;
  /** Of the shown run. */
  #selection: string | undefined;
  /** The server drops a comparison when its shown run closes; the next request then starts it again. */
  #mayHaveEnded = false;

  /** `repeat` measures both sides again. */
  constructor({ context, server, shownRun, deltas, guard }: CompareParts, repeat: ((comparison: Comparison) => Promise<void>) | undefined) {
    this.#context = context;
    this.#server = server;
    this.#shownRun = shownRun;
    this.#deltas = deltas;
    this.#guard = guard;
    this.#repeat = repeat;
    this.#shownId = shownRun.summary?.id;
    this.#subscriptions = vscode.Disposable.from(
      server.onRestart(() => void guard(() => this.#again())),
      shownRun.onDidChange((summary) => this.#shownRunChanged(summary)),
    );
  }

  async withPrevious(): Promise<void> {
    await this.#shownRun.mustBeShown();
    await this.pair({});
  }

  get comparison(): Comparison | undefined {
    return this.#comparison;
  }

  async revive(panel: vscode.WebviewPanel): Promise<void> {
    const last = keptComparison(this.#context.workspaceState);
    if (this.#panel !== undefined || last === undefined) return panel.dispose();
    this.#adopt(panel);
    await this.#guard(async () => {
      await this.#shownRun.restored();
      await this.#compare(last.request, last.inCode);
    });
  }

  /** Sends it to the server, whose lenses show it too, and stores it for the next session. */
  async #showInCode(): Promise<void> {
    if (this.#comparison === undefined) return;
    await this.#server.request(showComparison, { inCode: this.#deltas.isShown });
    await keepComparison(this.#context.workspaceState, {
      request: requestOf(this.#comparison, this.#request),
      inCode: this.#deltas.isShown,
    });
  }

  /** Asks for two runs, or a span of one. */
  async pickAndOpen(): Promise<void> {
    const picked = await pickRuns(this.#server, await this.#shownRun.restored());
    if (picked !== undefined) await this.pair(picked);
  }

  /** Opens the panel at once with a progress message. A failure appears in the panel as well as in a notification. */
  async pair(request: ComparisonRequest): Promise<void> {
    this.#showPanel();
    await this.#compare(request, true);
  }

  async #compare(request: ComparisonRequest, inCode: boolean): Promise<void> {
    const asked = ++this.#asked;
    // The server ends this comparison if another is asked for.
    this.#mayHaveEnded = false;
    await this.#post({ type: "waiting" });
    try {
      const comparison = await this.#server.request(compare, request);
      if (asked !== this.#asked) return;
      if (this.#panel === undefined) return await this.#end();
      this.#comparison = comparison;
      this.#request = request;
      this.#mayHaveEnded = false;
      this.#failure = undefined;
      setContext("heatline.hasComparison", true);
      this.#panel.title = vscode.l10n.t("Compare: {0}", words(comparison.next.name, comparison.selectionText));
      if (inCode) this.#deltas.show(true);
      await this.#showInCode();
      await this.#update();
    } catch (error) {
      if (asked !== this.#asked) return;
      await this.#end();
      this.#failure =
        error instanceof UserError
          ? { type: "failed", message: error.message, remedy: error.remedy }
          : { type: "failed", message: vscode.l10n.t("The comparison failed."), remedy: vscode.l10n.t("See the log for the reason.") };
      await this.#update();
      throw error;
    }
  }

  /** Runs the comparison again after the server restarted, or another part of the run was selected. */
  async #again(): Promise<void> {
    const comparison = this.#comparison;
    if (comparison === undefined || this.#panel === undefined) return;
    await this.#compare(requestOf(comparison, this.#request), this.#deltas.isShown);
  }

  /** Another run in the editor shows its own heat; the panel keeps the comparison. */
  #shownRunChanged(summary: RunSummary | undefined): void {
    const isOther = summary?.id !== this.#shownId;
    this.#shownId = summary?.id;
    const selection = JSON.stringify(summary?.selection);
    const isSelected = !isOther && selection !== this.#selection;
    this.#selection = selection;
    // The server has dropped the comparison of what was selected before.
    if (isSelected && summary?.id === this.#comparison?.next.id) return void this.#guard(() => this.#selectionChanged(summary));
    if (isOther) this.#mayHaveEnded = true;
    if (isOther && this.#comparison !== undefined && summary?.id !== this.#comparison.next.id) this.showInCode(false);
  }

  async #selectionChanged(summary: RunSummary | undefined): Promise<void> {
    if (this.#comparison === undefined || !isOfSpan(this.#comparison) || summary?.selection.spans !== null) return this.#again();
    await this.#end();
    const { t } = vscode.l10n;
    this.#failure = {
      type: "failed",
      message: t("The span of time is no longer selected."),
      remedy: t("Select it again, or compare this run with another one."),
    };
    await this.#update();
  }

  showInCode(changes: boolean): void {
    this.#deltas.show(changes && this.#comparison !== undefined);
    void this.#guard(async () => {
      await this.#post({ type: "codeShows", changes: this.#deltas.isShown });
      await this.#showInCode();
      if (this.#deltas.isShown) await this.#resume();
    });
  }

  /** Starts the comparison again if the server may have dropped it. */
  async #resume(): Promise<void> {
    if (!this.#mayHaveEnded || this.#comparison === undefined) return;
    this.#mayHaveEnded = false;
    await this.#server.request(compare, requestOf(this.#comparison, this.#request));
  }

  #showPanel(): void {
    if (this.#panel !== undefined) return this.#panel.reveal();
    this.#adopt(vscode.window.createWebviewPanel(compareView, vscode.l10n.t("Compare"), vscode.ViewColumn.Beside));
  }

  /** Sets up a panel, new or restored. */
  #adopt(panel: vscode.WebviewPanel): void {
    this.#panel = panel;
    this.#isReady = false;
    panel.iconPath = vscode.Uri.joinPath(this.#context.extensionUri, "extension", "media", "flame.svg");
    panel.onDidDispose(() => {
      this.#panel = undefined;
      void this.#guard(() => this.#end());
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#guard(() => this.#receive(v.parse(fromCompare, message))));
    fillControls(panel.webview, this.#context.extensionUri, "compare");
  }

  /** Sends the page its complete state. */
  async #update(): Promise<void> {
    if (this.#comparison !== undefined) {
      const comparison = comparisonView(this.#comparison, this.#repeat !== undefined);
      await this.#post({ type: "comparison", key: comparisonKey(this.#comparison), comparison });
      await this.#post({ type: "codeShows", changes: this.#deltas.isShown });
    } else if (this.#failure !== undefined) await this.#post(this.#failure);
  }

  async #receive(message: FromCompare): Promise<void> {
    if (message.type === "ready") {
      this.#isReady = true;
      return await this.#update();
    }
    if (message.type === "showInCode") return this.showInCode(message.changes);
    const comparison = this.#comparison;
    if (comparison === undefined || message.key !== comparisonKey(comparison)) return;
    switch (message.type) {
      case "compareSpan":
        return await this.#compare({ with: "rest" }, this.#deltas.isShown);
      case "repeat":
        return await this.#repeat?.(comparison);
      case "normalise":
        return await this.#compare({ ...requestOf(comparison, this.#request), per: message.per }, false);
      case "flameWanted":
        return await this.#postFlame(comparison);
      case "goToRow":
        await this.#resume();
        return await this.#show((await this.#server.request(locateComparedRow, { list: message.list, row: message.row })) ?? undefined);
      case "goToNode":
        await this.#resume();
        return await this.#show((await this.#server.request(locateCompareFrame, { node: message.node, to: message.to })) ?? undefined);
    }
  }

  async #postFlame(comparison: Comparison): Promise<void> {
    await this.#resume();
    const flame = await this.#server.request(compareFlame, {});
    if (comparison !== this.#comparison) return;
    await this.#post({ type: "differenceFlame", key: comparisonKey(comparison), flame: flameView(flame ?? noStacks, comparison) });
  }

  async #show(place: Location | undefined): Promise<void> {
    if (place === undefined) {
      flash(vscode.l10n.t("This code is not in the current source."));
      return;
    }
    await showPlace(place, { viewColumn: columnBeside(this.#panel) });
  }

  /** Returns the code to plain heat. */
  async #end(): Promise<void> {
    const had = this.#comparison !== undefined;
    this.#comparison = undefined;
    setContext("heatline.hasComparison", false);
    this.#deltas.show(false);
    if (had) await this.#server.request(closeComparison, {});
  }

  async #post(message: ToCompare): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview is not a window: it has one listener
    if (this.#isReady) await this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }
}
