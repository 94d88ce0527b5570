import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { flame, frameAt, type FlameGraph, locateFrame } from "../../language-server/protocol/flame.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { noteReading, type RegisterCommand } from "../commands.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { flameView, hotFunctionsView } from "../contributed-ids.ts";
import type { FlameFilter, ToFlame } from "../../webview/flame/incoming.ts";
import { fromFlame, type FlameFilterChange, type FramePath, type FromFlame } from "../../webview/flame/outgoing.ts";
import { lensArguments } from "../hot-functions/callers.ts";
import type { HotFunctionsTree } from "../hot-functions/hot-functions-tree.ts";
import type { ShownSelection } from "../selection/shown-selection.ts";
import { columnBeside, placeAtCursor, type ShownRun, showPlace } from "../runs/shown-run.ts";
import { words } from "../runs/run-text.ts";
import { flash } from "../screen/notifications.ts";
import type { Timeline } from "../timeline/timeline.ts";

const coloursKey = "heatline.flameColoursByKind";

interface FlameParts {
  readonly context: vscode.ExtensionContext;
  readonly server: ServerLink;
  readonly shownRun: ShownRun;
  readonly selection: ShownSelection;
  readonly list: Pick<HotFunctionsTree, "select">;
  readonly timeline: Pick<Timeline, "views">;
  readonly guard: Guard;
  readonly log: vscode.LogOutputChannel;
}

/** The flame graph beside the code, below the time strip: clicking a frame shows its line; a lens or line reveals its frame. One panel, for the shown run. */
export class FlamePanel implements vscode.Disposable {
  readonly #context: vscode.ExtensionContext;
  readonly #server: ServerLink;
  readonly #shownRun: ShownRun;
  readonly #selection: ShownSelection;
  readonly #list: Pick<HotFunctionsTree, "select">;
  readonly #timeline: Pick<Timeline, "views">;
  readonly #guard: Guard;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscriptions: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #isReady = false;
  /** Key of the run that the page shows, and the frame to reveal once it is drawn. */
  #shownKey: string | undefined;
  /** What the page has. */
  #graph: FlameGraph | undefined;
  /** The frame that was clicked or revealed last. */
  #selected: number | undefined;
  #frame: number | undefined;
  /** Profile requested while the page of a new panel still loads. */
  #coming: { readonly key: string; readonly graph: Promise<FlameGraph> } | undefined;

  constructor({ context, server, shownRun, selection, list, timeline, guard, log }: FlameParts, register: RegisterCommand) {
    this.#context = context;
    this.#server = server;
    this.#shownRun = shownRun;
    this.#selection = selection;
    this.#list = list;
    this.#timeline = timeline;
    this.#guard = guard;
    this.#log = log;
    this.#subscriptions = vscode.Disposable.from(
      register("heatline.openFlameGraph", () => this.open()),
      register("heatline.revealInFlame", (argument) => this.#reveal(argument)),
      register("heatline.showFlameAsList", () => this.#showAsList()),
      shownRun.onDidChange(() => void guard(() => this.#refresh())),
    );
  }

  /** Takes over the empty panel that VS Code restores from the last session. */
  async revive(panel: vscode.WebviewPanel): Promise<void> {
    await this.#guard(() => this.#adopt(panel));
    await this.#guard(() => this.#shownRun.restored());
  }

  /** Shows the run's flame graph. Rejects with a UserError when no run is shown. */
  async open(): Promise<void> {
    await this.#shownRun.mustBeShown();
    await this.#showPanel(false);
    await this.#refresh();
  }

  /** Reveals a lens's function, or the line under the cursor. */
  async #reveal(argument: unknown): Promise<void> {
    await this.#shownRun.mustBeShown();
    const lens = v.safeParse(lensArguments, argument);
    const place = lens.success ? lens.output.reference : placeAtCursor();
    const found = await this.#server.request(frameAt, place);
    if (found === null) {
      throw new UserError(
        vscode.l10n.t("{0} is not in the flame graph of this run.", lens.success ? lens.output.reference.name : vscode.l10n.t("This line")),
        vscode.l10n.t("It took too little time to be sampled, or the code is newer than the run."),
      );
    }
    this.#frame = found.frame;
    await this.#showPanel(true);
    await this.#refresh();
  }

  async #showPanel(preserveFocus: boolean): Promise<void> {
    noteReading();
    if (this.#panel !== undefined) return this.#panel.reveal(undefined, preserveFocus);
    this.#askAhead();
    // Kept while hidden: speedscope can say neither where one has zoomed to nor what one looks for, and reads a large run for a second.
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus };
    await this.#adopt(vscode.window.createWebviewPanel(flameView, vscode.l10n.t("Flame Graph"), where, { retainContextWhenHidden: true }));
  }

  #askAhead(): void {
    const { summary } = this.#shownRun;
    if (summary === undefined) return;
    const graph = this.#server.request(flame, {});
    // The error reaches whoever awaits it.
    graph.catch(() => undefined);
    this.#coming = { key: keyOf(summary), graph };
  }

  /** Sets up a panel: a new one, or the empty one that VS Code restores from the last session. */
  async #adopt(panel: vscode.WebviewPanel): Promise<void> {
    const root = vscode.Uri.joinPath(this.#context.extensionUri, "out", "webview");
    this.#panel = panel;
    this.#isReady = false;
    this.#shownKey = undefined;
    panel.iconPath = vscode.Uri.joinPath(this.#context.extensionUri, "extension", "media", "flame.svg");
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
    const [{ flameHtml }, timeline] = await Promise.all([import("./flame-html.js"), this.#timeline.views()]);
    const strip = timeline.connect("flame", panel.webview, () => ({ viewColumn: columnBeside(panel) }));
    panel.onDidDispose(() => strip.dispose());
    const receive = async (message: unknown): Promise<void> => {
      if (!(await strip.receive(message))) await this.#receive(v.parse(fromFlame, message));
    };
    panel.webview.onDidReceiveMessage((message: unknown) => void this.#guard(() => receive(message)));
    const html = await flameHtml(panel.webview, root);
    if (this.#panel === panel) panel.webview.html = html;
  }

  /** Updates the page: the shown run's profile if it has another, and the frame to reveal. */
  async #refresh(): Promise<void> {
    const summary = this.#shownRun.summary;
    if (this.#panel === undefined || !this.#isReady || summary === undefined) return;
    const frame = this.#frame;
    this.#frame = undefined;
    const key = keyOf(summary);
    // A growing recording would redraw it every second.
    if (summary.live && this.#shownKey !== undefined) return;
    if (this.#shownKey === key) {
      if (frame === undefined) return;
      this.#selected = frame;
      return await this.#post({ type: "reveal", key, frame });
    }
    this.#shownKey = key;
    this.#panel.title = vscode.l10n.t("Flame Graph: {0}", words(summary.name, summary.selectionText));
    const coming = this.#coming;
    this.#coming = undefined;
    const graph = await (coming?.key === key ? coming.graph : this.#server.request(flame, {}));
    this.#graph = graph;
    this.#selected = frame;
    const { profile, kinds, filterText } = graph;
    await this.#post({ type: "profile", key, profile, kinds, filter: this.#shownFilter(filterText), frame });
  }

  #shownFilter(text: string): FlameFilter {
    const { hiddenKinds, file, mergesRecursion, showsNative } = this.#selection.filter;
    const coloursByKind = this.#context.workspaceState.get(coloursKey, false);
    return { hiddenKinds: hiddenKinds ?? [], file, mergesRecursion, showsNative, coloursByKind, isActive: this.#selection.isActive, text };
  }

  async #changeFilter({ coloursByKind, ...change }: FlameFilterChange): Promise<void> {
    if (coloursByKind === undefined) return await this.#selection.changeFilter(change);
    await this.#context.workspaceState.update(coloursKey, coloursByKind);
    this.#shownKey = undefined;
    await this.#refresh();
  }

  async #filterFrame(frame: number, how: "below" | "hide"): Promise<void> {
    const wanted = this.#graph?.functions[frame];
    if (wanted !== undefined) await (how === "below" ? this.#selection.showOnlyBelow(wanted) : this.#selection.hide(wanted));
  }

  async #receive(message: FromFlame): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        this.#shownKey = undefined;
        return await this.#refresh();
      case "loaded":
        return;
      case "filter":
        return await this.#changeFilter(message.change);
      case "filterFrame":
        return this.#isShown(message.key) ? await this.#filterFrame(message.frame, message.how) : undefined;
      case "showEverything":
        return await this.#selection.showEverything();
      case "showAsList":
        return await this.#showAsList();
      case "frameClicked":
        if (this.#isShown(message.key)) {
          this.#selected = message.frame;
          return await this.#showFrame(message.frame, message.path);
        }
        if (this.#shownRun.summary?.live === true)
          flash(vscode.l10n.t("Still recording: click a frame to go to its line when the recording has ended."));
        return;
      case "placeClicked":
        this.#selected = undefined;
        // The page may ask for nothing but what its profile names.
        if (this.#isShown(message.key) && this.#graph?.profile.shared.frames.some(({ file }) => file === message.file))
          await this.#showFile(message.file, message.line);
        return;
      case "bridgeBroken":
        return this.#log.error(`speedscope lacks what the flame panel relies on: ${message.missing.join(", ")}`);
      case "noWebgl":
        return this.#log.warn("The flame graph needs WebGL, which this window does not offer.");
    }
  }

  #isShown(key: string): boolean {
    const { summary } = this.#shownRun;
    return summary !== undefined && keyOf(summary) === key;
  }

  async #showFrame(frame: number, path: FramePath | undefined): Promise<void> {
    const place = await this.#server.request(locateFrame, { frame, path });
    if (place === null) {
      flash(vscode.l10n.t("This frame has no source file, and none of your code called it."));
      return;
    }
    if (place.isCaller) {
      const name = this.#graph?.profile.shared.frames[frame]?.name ?? "";
      flash(vscode.l10n.t("{0} has no source file here: this line of your code called it.", name));
    }
    await showPlace(place, { viewColumn: columnBeside(this.#panel), preserveFocus: true });
  }

  /** Shows the frame that was clicked or revealed last in Hot Functions, the accessible twin of the canvas. */
  async #showAsList(): Promise<void> {
    await this.#shownRun.mustBeShown();
    const frame = this.#selected;
    const name = frame === undefined ? undefined : this.#graph?.profile.shared.frames[frame]?.name;
    await vscode.commands.executeCommand(`${hotFunctionsView}.focus`);
    if (frame === undefined || name === undefined) return;
    const wanted = this.#graph?.functions[frame];
    if (wanted === undefined || !(await this.#list.select(wanted)))
      flash(vscode.l10n.t("{0} is not in Hot Functions: its filter or grouping may hide it, or it took too little time.", name));
  }

  /** For a bundle whose source map is missing or broken: opens the file of the tooltip, if it exists. `line` is 1-based. */
  async #showFile(file: string, line: number): Promise<void> {
    const at = { line: Math.max(line - 1, 0), character: 0 };
    const uri = file.startsWith("file:") ? vscode.Uri.parse(file) : vscode.Uri.file(file);
    await showPlace({ uri: uri.toString(), range: { start: at, end: at } }, { viewColumn: columnBeside(this.#panel), preserveFocus: true });
  }

  async #post(message: ToFlame): Promise<void> {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview is not a window: it has one listener
    await this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#panel?.dispose();
  }
}

/** Another run, another selection, or a live run that has grown needs another flame graph. */
function keyOf({ id, selection, live, ticks }: RunSummary): string {
  return `${id} ${live ? ticks : ""} ${JSON.stringify(selection)}`;
}
