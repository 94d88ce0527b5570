import * as vscode from "vscode";
import { type SlowestRequests, slowestRequests } from "../../language-server/protocol/timeline.ts";
import { hasWaits } from "../explain/pass-words.ts";
import { slowestRequestsView } from "../contributed-ids.ts";
import type { Guard } from "../errors.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { describeView, type PlainView } from "../screen/lazy-tree.ts";
import { withViewProgress } from "../screen/progress.ts";
import type { ServerLink } from "../server-link.ts";
import { type SlowNode, slowItem } from "./slow-request-item.ts";
import { keyOf } from "./strip-page.ts";

/** The slowest requests of the shown run by moments, below what they show together. */
export class SlowestRequestsTree implements vscode.TreeDataProvider<SlowNode>, vscode.Disposable {
  readonly #server: Pick<ServerLink, "request">;
  readonly #shownRun: Pick<ShownRun, "summary" | "restored" | "onDidChange">;
  readonly #view: PlainView<SlowNode>;
  readonly #guard: Guard;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;
  /** Which run and threads the rows are of. */
  #key: string;
  #found: SlowestRequests | undefined;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    server: Pick<ServerLink, "request">,
    shownRun: Pick<ShownRun, "summary" | "restored" | "onDidChange">,
    view: PlainView<SlowNode>,
    guard: Guard,
  ) {
    [this.#server, this.#shownRun, this.#view, this.#guard] = [server, shownRun, view, guard];
    this.#key = this.#currentKey;
    this.#subscription = shownRun.onDidChange(() => {
      // A selected time leaves the list as it is: it is what one chooses the time from.
      if (this.#currentKey === this.#key) return;
      this.#key = this.#currentKey;
      this.#changed.fire(undefined);
    });
  }

  /** What the list shows; undefined before it was shown. */
  get found(): SlowestRequests | undefined {
    return this.#found;
  }

  getTreeItem(node: SlowNode): vscode.TreeItem {
    return slowItem(node, hasWaits(this.#shownRun.summary));
  }

  async getChildren(node?: SlowNode): Promise<SlowNode[]> {
    if (node?.kind === "moment")
      return node.row.requests.map((row, index): SlowNode => ({ kind: "request", row, id: `${node.id}.${index}` }));
    if (node !== undefined) return [];
    const found = await withViewProgress(
      slowestRequestsView,
      this.#guard(() => this.#request()),
    );
    this.#found = found;
    // Above rows a message would leave no room for them.
    const isEmpty = found === undefined || found.rows.length === 0;
    describeView(this.#view, { message: isEmpty ? (found?.verdict ?? []).join(" ") : "" });
    if (isEmpty) return [];
    return [
      ...found.verdict.map((text, index): SlowNode => ({ kind: "verdict", text, location: index === 0 ? found.location : null })),
      ...(found.rate === null ? [] : [{ kind: "rate", rate: found.rate } as const]),
      ...found.rows.map((row, index): SlowNode => ({ kind: row.requests.length > 0 ? "moment" : "request", row, id: String(index) })),
    ];
  }

  async #request(): Promise<SlowestRequests | undefined> {
    const summary = await this.#shownRun.restored();
    return summary === undefined ? undefined : this.#server.request(slowestRequests, {});
  }

  get #currentKey(): string {
    const { summary } = this.#shownRun;
    return summary === undefined ? "" : JSON.stringify([keyOf(summary), summary.live, hasWaits(summary), summary.selection.threads]);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }
}
