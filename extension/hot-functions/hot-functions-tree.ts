import * as vscode from "vscode";
import {
  hotChildren,
  type HotFunctions,
  hotFunctions,
  type HotRow,
  type HotRows,
  type HotOrder,
} from "../../language-server/protocol/hot-functions.ts";
import type { HotParent } from "../../language-server/analysis/costs/hot-query.ts";
import { type FilteredFunction, isSameFunction } from "../../language-server/analysis/selection/stack-filter.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { passRemark, durationText, words } from "../runs/run-text.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { setContext } from "../commands.ts";
import { hotFunctionsView } from "../contributed-ids.ts";
import { type Direction, type HotFunctionNode, hotItem, type HotNode } from "./hot-function-item.ts";
import { describeView, type PlainView } from "../screen/lazy-tree.ts";
import { withViewProgress } from "../screen/progress.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import * as v from "valibot";

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

const mostFunctions = 200;
const mostChildren = 100;

/** The shown run's hottest functions; below each its callers and callees, requested when expanded. */
export class HotFunctionsTree implements vscode.TreeDataProvider<HotNode>, vscode.Disposable {
  readonly #server: ServerLink;
  readonly #shownRun: ShownRun;
  readonly #choice: HotFunctionsChoice;
  readonly #guard: Guard;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #view: PlainView<HotNode>;
  readonly #subscription: vscode.Disposable;
  /** The top rows as passed to VS Code, once it has asked for them; only these can be revealed. */
  #top: readonly HotNode[] | undefined;
  readonly #filled = new vscode.EventEmitter<readonly HotNode[]>();
  /** Of the rows that the view asked for since the last change. VS Code drops those of before, and passes no token. */
  #wanted = new vscode.CancellationTokenSource();

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(server: ServerLink, shownRun: ShownRun, choice: HotFunctionsChoice, view: PlainView<HotNode>, guard: Guard) {
    this.#server = server;
    this.#shownRun = shownRun;
    this.#choice = choice;
    this.#guard = guard;
    this.#view = view;
    this.#subscription = shownRun.onDidChange(() => this.refresh());
  }

  refresh(): void {
    this.#top = undefined;
    this.#wanted.cancel();
    this.#wanted.dispose();
    this.#wanted = new vscode.CancellationTokenSource();
    // Only an answer shows that there is nothing to list.
    setContext("heatline.noRows", false);
    this.#changed.fire(undefined);
  }

  /** At most 1,000 functions, regardless of grouping. Rejects with a UserError if no run is shown. */
  async all(): Promise<HotFunctions> {
    await this.#shownRun.mustBeShown();
    return this.#server.request(hotFunctions, { query: { ...this.#choice.query, groupBy: "function" }, limit: 1000 });
  }

  /** Selects a ranked function if it is among the top rows. */
  async reveal(key: string): Promise<void> {
    const node = this.#top?.find((each) => each.kind === "row" && each.row.kind === "function" && each.row.key === key);
    if (node !== undefined && this.#view.visible) await this.#view.reveal(node, { select: true, focus: false });
  }

  /** Selects a function in the visible view. False if it is not among the top rows. */
  async select(wanted: FilteredFunction): Promise<boolean> {
    const top = this.#top ?? (await this.#nextTop());
    const node = top.find((each) => each.kind === "row" && each.row.identity !== undefined && isSameFunction(each.row.identity, wanted));
    if (node === undefined) return false;
    await this.#view.reveal(node, { select: true, focus: true });
    return true;
  }

  getTreeItem(node: HotNode): vscode.TreeItem {
    const item = hotItem(node, this.#choice.query);
    const id = idOf(node, this.#choice.query.groupBy);
    if (id !== undefined) item.id = id;
    return item;
  }

  getParent(): undefined {
    return undefined;
  }

  async getChildren(node?: HotNode): Promise<HotNode[]> {
    const { token } = this.#wanted;
    const nodes = await withViewProgress(
      hotFunctionsView,
      this.#guard(() => (node === undefined ? this.#roots(token) : this.#below(node, token))),
    );
    if (node === undefined && !token.isCancellationRequested) {
      const top = nodes ?? [];
      this.#top = top;
      // VS Code can reveal them once it has them.
      setImmediate(() => this.#filled.fire(top));
    }
    return nodes ?? [];
  }

  #nextTop(): Promise<readonly HotNode[]> {
    return new Promise((resolve) => {
      const once = this.#filled.event((top) => {
        once.dispose();
        resolve(top);
      });
    });
  }

  async #roots(token: vscode.CancellationToken): Promise<HotNode[]> {
    const summary = await this.#shownRun.restored();
    describeView(this.#view, { description: summary === undefined ? "" : describedRun(summary) });
    if (summary === undefined) {
      describeView(this.#view, { message: "" });
      return [];
    }
    const found = await this.#server.request(hotFunctions, { query: this.#choice.query, limit: mostFunctions }, token);
    // VS Code shows what to do about an empty list only without a message.
    describeView(this.#view, { message: found.rows.length === 0 ? "" : messageText(found) });
    setContext("heatline.noRows", found.rows.length === 0);
    if (found.rows.length === 0) return [];
    return [
      ...nodesOf(found, (row) => ({ kind: "row", run: found.run, row, path: [row.key], reference: row.reference })),
      ...(found.hidden > 0 ? [{ kind: "hidden", share: found.hidden } as const] : []),
    ];
  }

  async #below(node: HotNode, token: vscode.CancellationToken): Promise<HotNode[]> {
    if (node.kind === "section") return this.#steps(node.of, node.direction, token);
    if (node.kind !== "row") return [];
    if (node.row.kind !== "function") {
      const found = await this.#children(node.run, { group: node.row.key }, token);
      return nodesOf(found, (row) => ({ kind: "row", run: node.run, row, path: [row.key], reference: row.reference }));
    }
    if (node.direction !== undefined) return this.#steps(node, node.direction, token);
    return [
      ...(node.row.hasCallers ? [{ kind: "section", direction: "callers", of: node } as const] : []),
      ...(node.row.hasCallees ? [{ kind: "section", direction: "callees", of: node } as const] : []),
    ];
  }

  async #steps({ run, path }: HotFunctionNode, direction: Direction, token: vscode.CancellationToken): Promise<HotNode[]> {
    const found = await this.#children(run, { direction, path }, token);
    return nodesOf(found, (row) => ({ kind: "row", run, row, path: [...path, row.key], direction, reference: row.reference }));
  }

  #children(run: string, parent: HotParent, token: vscode.CancellationToken): Promise<HotRows> {
    return this.#server.request(hotChildren, { run, query: this.#choice.query, parent, limit: mostChildren }, token);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#filled.dispose();
    this.#wanted.cancel();
    this.#wanted.dispose();
  }
}

function nodesOf({ rows, more }: HotRows, nodeOf: (row: HotRow) => HotFunctionNode): HotNode[] {
  return [...rows.map(nodeOf), ...(more.count === 0 ? [] : [{ kind: "more", ...more } as const])];
}

/** Idle time is not part of any share, so it is shown here, and what is hidden. */
function messageText({ busyMs, idleMs, isIdleInferred, filterText }: HotFunctions): string {
  const idle = `${isIdleInferred ? "≈ " : ""}${durationText(idleMs)}`;
  return words(vscode.l10n.t("Busy {0} = 100 % · idle {1}", durationText(busyMs), idle), filterText);
}

/** A row keeps its id within a run, so it stays expanded when the view is refilled. */
function idOf(node: HotNode, groupBy: string): string | undefined {
  switch (node.kind) {
    case "row":
      return [node.run, groupBy, node.direction ?? "ranked", node.row.kind, ...node.path].join("/");
    case "section":
      return [node.of.run, groupBy, node.direction, "section", ...node.of.path].join("/");
    default:
      return undefined;
  }
}

/** What of the run the rows are of, and how they were measured where that is not as usual. */
function describedRun({ pass, selectionText, name }: RunSummary): string {
  return words(pass === undefined ? "" : passRemark(pass.kind), selectionText, name);
}
