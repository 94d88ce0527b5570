import * as v from "valibot";
import * as vscode from "vscode";
import {
  explainedRequest,
  type ExplainedRequest,
  type WhichRequest,
  type ExplainedSide as Side,
} from "../../language-server/protocol/explain/explained-request.ts";
import { noteReading } from "../commands.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import { type ShownRun, columnBeside, showPlace } from "../runs/shown-run.ts";
import { fillControls } from "../screen/controls-view.ts";
import { flash } from "../screen/notifications.ts";
import type { ServerLink } from "../server-link.ts";
import { UserError } from "../user-error.ts";
import type { ToRequestPage, ExplainedSide, ExplainedView } from "../../webview/request/incoming.ts";
import { fromRequestPage, type FromRequestPage } from "../../webview/request/outgoing.ts";
import { requestView } from "../contributed-ids.ts";
import { hasWaits } from "../explain/pass-words.ts";
import type { Location } from "../../language-server/protocol/place.ts";

const memoryKey = "heatline.explainedRequest";

/** What the page showed last, and of which run. */
const keptRequest = v.object({
  run: v.string(),
  which: v.variant("kind", [v.object({ kind: v.literal("id"), id: v.number() }), v.object({ kind: v.literal("together") })]),
});

export interface RequestPanelParts {
  readonly extensionUri: vscode.Uri;
  readonly server: Pick<ServerLink, "request">;
  readonly shownRun: Pick<ShownRun, "summary" | "onDidChange" | "restored">;
  readonly sessions: Pick<Sessions, "onDidReceive">;
  readonly memory: vscode.Memento;
  readonly guard: Guard;
}

/** One request of the shown run beside the code: where its time went. A bundle of its own: `explain-request.ts` loads it. */
export class RequestPanel implements vscode.Disposable {
  readonly #parts: RequestPanelParts;
  readonly #subscription: vscode.Disposable;
  #panel: vscode.WebviewPanel | undefined;
  #isReady = false;
  #shown: ToRequestPage = { type: "waiting" };
  #explained: ExplainedRequest | undefined;
  #places: ReturnType<typeof explainedView>["places"] = [];
  /** Number of the latest request; the page's answers are to its key, and earlier answers of the server are ignored. */
  #asked = 0;
  #runId: string | undefined;

  constructor(parts: RequestPanelParts) {
    this.#parts = parts;
    this.#subscription = vscode.Disposable.from(
      parts.shownRun.onDidChange((summary) => {
        // Another run has other requests; another part of the same one has the same.
        if (this.#panel === undefined || keyOf(summary) === this.#runId) return;
        void parts.guard(() => this.show({ kind: "slowest" }));
      }),
      // So has a run that was explained again.
      parts.sessions.onDidReceive(({ event }) => {
        if (event.name === "heatline.passWritten") this.#runId = undefined;
      }),
    );
  }

  /** Takes over the empty panel that VS Code restores from the last session, and shows what it showed. */
  async revive(panel: vscode.WebviewPanel): Promise<void> {
    const kept = v.safeParse(keptRequest, this.#parts.memory.get<unknown>(memoryKey));
    if (this.#panel !== undefined || !kept.success) return panel.dispose();
    this.#adopt(panel);
    const { run, which } = kept.output;
    this.#runId = run;
    await this.#parts.guard(async () => {
      const summary = await this.#parts.shownRun.restored();
      if (summary === undefined) return panel.dispose();
      if (this.#panel !== panel) return;
      if (run === keyOf(summary)) await this.show(which);
      // It may have been measured again meanwhile.
      if (this.#explained === undefined) await this.show({ kind: "slowest" });
    });
  }

  /** Opens the page, and shows a request as soon as it is explained. */
  async show(which: WhichRequest): Promise<void> {
    const asked = ++this.#asked;
    const { server, shownRun } = this.#parts;
    this.#reveal();
    this.#runId = keyOf(shownRun.summary);
    // From one request to the next the page stays, so that its buttons keep the focus.
    if (this.#explained === undefined) await this.#post({ type: "waiting" });
    try {
      const explained = shownRun.summary === undefined ? null : await server.request(explainedRequest, { which });
      if (asked !== this.#asked) return;
      await this.#explain(explained);
    } catch (error) {
      if (asked !== this.#asked || error instanceof vscode.CancellationError) return;
      this.#explained = undefined;
      const [message, remedy] =
        error instanceof UserError
          ? [error.message, error.remedy]
          : [vscode.l10n.t("The request could not be explained."), vscode.l10n.t("See the log for the reason.")];
      await this.#post({ type: "missing", message, remedy, canExplain: false });
      throw error;
    }
  }

  async #explain(explained: ExplainedRequest | null): Promise<void> {
    this.#explained = explained ?? undefined;
    if (explained === null) {
      const { t } = vscode.l10n;
      return await this.#post({
        type: "missing",
        message: t("What this run's requests waited for was not recorded."),
        remedy: t("“Explain…” restarts your app, sends the same load again, and records where each request's time goes."),
        canExplain: true,
      });
    }
    const { places, view } = explainedView(explained);
    this.#places = places;
    if (this.#panel !== undefined) this.#panel.title = vscode.l10n.t("Request: {0}", explained.title);
    await this.#post({ type: "explained", key: this.#key, explained: view });
    const which = explained.id === null ? ({ kind: "together" } as const) : ({ kind: "id", id: explained.id } as const);
    await this.#parts.memory.update(memoryKey, { run: this.#runId ?? "", which } satisfies v.InferOutput<typeof keptRequest>);
  }

  get #key(): string {
    return String(this.#asked);
  }

  #reveal(): void {
    noteReading();
    if (this.#panel !== undefined) return this.#panel.reveal(undefined, true);
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    this.#adopt(vscode.window.createWebviewPanel(requestView, vscode.l10n.t("Request"), where));
  }

  /** Sets up a panel, new or restored. */
  #adopt(panel: vscode.WebviewPanel): void {
    const { extensionUri, guard } = this.#parts;
    this.#panel = panel;
    this.#isReady = false;
    panel.iconPath = vscode.Uri.joinPath(extensionUri, "extension", "media", "flame.svg");
    panel.onDidDispose(() => {
      this.#panel = undefined;
      this.#explained = undefined;
      this.#asked += 1;
    });
    panel.webview.onDidReceiveMessage((message: unknown) => void guard(() => this.#receive(v.parse(fromRequestPage, message))));
    fillControls(panel.webview, extensionUri, "request");
  }

  async #receive(message: FromRequestPage): Promise<void> {
    switch (message.type) {
      case "ready":
        this.#isReady = true;
        return await this.#post(this.#shown);
      case "explain":
        return void (await vscode.commands.executeCommand("heatline.explain"));
      default:
        if (message.key === this.#key && this.#explained !== undefined) await this.#answer(message, this.#explained);
    }
  }

  async #answer(message: Exclude<FromRequestPage, { type: "ready" | "explain" }>, explained: ExplainedRequest): Promise<void> {
    if (message.type === "copy") {
      await vscode.env.clipboard.writeText(explained.markdown);
      return flash(vscode.l10n.t("The explanation is in the clipboard."));
    }
    if (message.type === "goTo") {
      const place = this.#places[message.place];
      if (place !== undefined) await showPlace(place, { viewColumn: columnBeside(this.#panel) });
      return;
    }
    if (message.which === "slowest") return await this.show({ kind: "together" });
    if (message.which === "first") return await this.show({ kind: "slowest" });
    const id = explained[message.which];
    if (id !== null) await this.show({ kind: "id", id });
  }

  async #post(message: ToRequestPage): Promise<void> {
    this.#shown = message;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a webview is not a window: it has one listener
    if (this.#isReady) await this.#panel?.webview.postMessage(message);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#panel?.dispose();
  }
}

/** Of a run and the passes that it has. */
function keyOf(summary: ShownRun["summary"]): string {
  return summary === undefined ? "" : `${summary.id} ${hasWaits(summary)}`;
}

/** What the page draws, and the places that it may ask for by their numbers. */
function explainedView({ id, markdown: _markdown, one, usual, differences, previous, next, ...explained }: ExplainedRequest): {
  readonly view: ExplainedView;
  readonly places: readonly Location[];
} {
  const places: Location[] = [];
  const numberOf = (location: Location | null): number | null => (location === null ? null : places.push(location) - 1);
  const side = ({ rows, ...rest }: Side): ExplainedSide => ({
    ...rest,
    rows: rows.map(({ location, from, to, ...row }) => ({ ...row, fromMs: from, toMs: to, place: numberOf(location) })),
  });
  const view = {
    ...explained,
    isMean: id === null,
    hasPrevious: previous !== null,
    hasNext: next !== null,
    one: side(one),
    usual: usual && side(usual),
    differences: differences.map(({ location, ...row }) => ({ ...row, place: numberOf(location) })),
  };
  return { view, places };
}
