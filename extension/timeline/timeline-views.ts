import * as v from "valibot";
import * as vscode from "vscode";
import { toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import { noteReading } from "../commands.ts";
import { loadFormView, slowestRequestsView, timelineView } from "../contributed-ids.ts";
import type { ImportNode } from "../imports/import-item.ts";
import { ImportsTree } from "../imports/imports-tree.ts";
import { parsePlace } from "../heat/navigation.ts";
import { canStart } from "../load/load-form-state.ts";
import type { LoadFormModel } from "../load/load-form-model.ts";
import type { Span } from "../../webview/timeline/incoming.ts";
import { columnBeside, showPlace } from "../runs/shown-run.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { fillControls } from "../screen/controls-view.ts";
import type { PlainView } from "../screen/lazy-tree.ts";
import { UserError } from "../user-error.ts";
import { Blocks } from "./blocks.ts";
import type { SlowNode } from "./slow-request-item.ts";
import { SlowestRequestsTree } from "./slowest-requests-tree.ts";
import { StripPage, type StripParts } from "./strip-page.ts";

export interface TimelineParts extends StripParts {
  readonly extensionUri: vscode.Uri;
  readonly shownRun: ShownRun;
  readonly loadModel: Pick<LoadFormModel, "state" | "editPlan">;
  readonly slowestRequestsView: PlainView<SlowNode>;
  readonly importsView: PlainView<ImportNode>;
}

const requested = v.object({
  row: v.object({ from: v.number(), to: v.number(), guilty: v.nullable(v.object({ location: v.unknown() })) }),
});

/** What stands above the rows. */
const sentence = v.object({ kind: v.picklist(["verdict", "rate"]), location: v.optional(v.unknown()) });

const viewIds = { timeline: timelineView, slowestRequests: slowestRequestsView } as const;

/** The pages with a time strip, the list of slow requests and the tree of imports, as long as the window shows them. */
export class TimelineViews implements vscode.Disposable {
  readonly blocks: Blocks;
  readonly slowestRequests: SlowestRequestsTree;
  readonly imports: ImportsTree;
  readonly #parts: TimelineParts;
  readonly #pages = new Set<StripPage>();
  /** The part of a run that all strips show. */
  #zoom: { readonly key: string; readonly span: Span } | undefined;

  constructor(parts: TimelineParts) {
    const { server, shownRun, slowestRequestsView: view, importsView, guard } = parts;
    this.#parts = parts;
    this.blocks = new Blocks(server, shownRun, (block) => this.#select(block));
    this.slowestRequests = new SlowestRequestsTree(server, shownRun, view, guard);
    this.imports = new ImportsTree(server, shownRun, importsView, guard);
  }

  /** Brings a view of the shown run to the front. Rejects with a UserError if there is none. */
  async show(view: keyof typeof viewIds | "imports"): Promise<void> {
    await this.#parts.shownRun.mustBeShown();
    if (view === "imports") return this.imports.focus();
    await vscode.commands.executeCommand(`${viewIds[view]}.focus`);
  }

  /** Fills the view in the bottom panel when VS Code opens it. */
  resolve(view: vscode.WebviewView): void {
    const { guard, extensionUri, shownRun } = this.#parts;
    const page = this.connect("panel", view.webview, besideFlames);
    view.webview.onDidReceiveMessage((message: unknown) => void guard(() => page.receive(message)));
    view.onDidDispose(() => page.dispose());
    fillControls(view.webview, extensionUri, "timeline");
    void guard(() => shownRun.restored());
  }

  /** A page that has the strip; `where`: its blocks open there. Whoever gets it disposes of it, and hands it the page's messages. */
  connect(view: StripPage["view"], webview: vscode.Webview, where: () => vscode.TextDocumentShowOptions): StripPage {
    const page = new StripPage(view, webview, this.#parts, {
      showBlock: (block, location) => this.blocks.show(block, location, { ...where(), preserveFocus: true }),
      zoomOf: (key) => (this.#zoom?.key === key ? this.#zoom.span : undefined),
      zoomed: async (key, span) => {
        this.#zoom = span === null ? undefined : { key, span };
        await Promise.all([...this.#pages].filter((each) => each !== page).map((each) => each.zoomTo(span)));
      },
      disposed: () => this.#pages.delete(page),
    });
    this.#pages.add(page);
    return page;
  }

  /** A row of the list; a sentence has no time. */
  async selectRequest(argument: unknown): Promise<void> {
    if (!v.is(sentence, argument)) await this.#select(v.parse(requested, argument).row);
  }

  /** Of a row, or of the sentence that names a line. */
  async goToLine(argument: unknown): Promise<void> {
    const guilty = v.is(sentence, argument) ? argument : v.parse(requested, argument).row.guilty;
    if (guilty?.location == null) {
      throw new UserError(
        vscode.l10n.t("No line of your code that is here stands out in this request."),
        vscode.l10n.t("Select its time with Enter, and see in the timeline and the flame graph what ran."),
      );
    }
    noteReading();
    await showPlace(parsePlace(guilty.location), besideFlames());
  }

  /** Puts the rate that the list proposes into the load form, which sends it. */
  async useProposedRate(): Promise<void> {
    const { rate } = this.slowestRequests.found ?? {};
    if (rate == null) return;
    const { loadModel } = this.#parts;
    if (!canStart(loadModel.state)) {
      throw new UserError(
        vscode.l10n.t("No app is ready for a load run."),
        vscode.l10n.t("Start one with “Profile Current App” and wait until it listens on a port."),
      );
    }
    const { plan } = loadModel.state;
    const tool = toolAbilities[plan.tool].rate ? plan.tool : "autocannon";
    await loadModel.editPlan({ ...plan, tool, ratePerSecond: rate.perSecond });
    await vscode.commands.executeCommand(`${loadFormView}.focus`);
  }

  /** Selects a stretch of time, and shows it in every strip. A recording in progress has another time soon: there it is only shown. */
  async #select({ from, to }: Span): Promise<void> {
    // A request may have begun before the window.
    const span = { from: Math.max(0, Math.floor(from)), to: Math.ceil(to) };
    const { selection, shownRun } = this.#parts;
    const selected = shownRun.summary?.live === true ? undefined : selection.change({ spans: [span] });
    await Promise.all([selected, ...[...this.#pages].map((page) => page.reveal(span))]);
  }

  dispose(): void {
    this.slowestRequests.dispose();
    this.imports.dispose();
    for (const page of this.#pages) page.dispose();
  }
}

/** A group that shows code, so that a line does not cover a flame graph; the active one if none does. */
function besideFlames(): vscode.TextDocumentShowOptions {
  return vscode.window.visibleTextEditors.some(({ viewColumn }) => viewColumn !== undefined) ? { viewColumn: columnBeside(undefined) } : {};
}
