import * as vscode from "vscode";
import { type RunEntry, type RunList, runs, runsChanged } from "../../language-server/protocol/run-list.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { runsView } from "../contributed-ids.ts";
import { differencesOf, runItem, type RunNode } from "./run-item.ts";
import type { PlainView } from "../screen/lazy-tree.ts";
import { withViewProgress } from "../screen/progress.ts";
import type { ShownRun } from "./shown-run.ts";

/**
 * The history as a list, newest first, updated when runs are written, shown, renamed or deleted. Each run keeps one row object, changed in
 * place: while VS Code refetches a whole view no row has the focus, and a key binding would not know its run.
 */
export class RunsTree implements vscode.TreeDataProvider<RunNode>, vscode.Disposable {
  readonly #server: ServerLink;
  readonly #shownRun: ShownRun;
  readonly #view: PlainView<RunNode>;
  readonly #guard: Guard;
  readonly #changed = new vscode.EventEmitter<RunNode[] | undefined>();
  readonly #subscriptions: vscode.Disposable;

  /** Rows passed to VS Code; undefined until it asks. */
  #rows: readonly RunNode[] | undefined;
  #refreshes = 0;
  #holds = 0;
  #isStale = false;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(server: ServerLink, shownRun: ShownRun, sessions: Sessions, view: PlainView<RunNode>, guard: Guard) {
    this.#view = view;
    this.#server = server;
    this.#shownRun = shownRun;
    this.#guard = guard;
    const refresh = (): void => this.refresh();
    server.on(runsChanged, refresh);
    this.#subscriptions = vscode.Disposable.from(
      shownRun.onDidChange(refresh),
      sessions.onDidReceive(({ event }) =>
        event.name === "heatline.runWritten" || event.name === "heatline.passWritten" ? this.refresh() : undefined,
      ),
      server.onRestart(refresh),
    );
  }

  refresh(): void {
    this.#isStale = this.#holds > 0;
    if (this.#isStale) return;
    if (this.#rows === undefined) this.#changed.fire(undefined);
    else void this.#guard(() => this.#update());
  }

  /** Runs an action that moves the focus elsewhere before refreshing: after a refresh VS Code may move the focus back to the list. */
  async leave(act: () => Promise<void>): Promise<void> {
    this.#holds++;
    try {
      await act();
    } finally {
      this.#holds--;
      if (this.#isStale) this.refresh();
    }
  }

  /** Selects a run, opens what is beneath it, and moves the focus there. */
  async reveal(folder: string): Promise<void> {
    // VS Code may not have asked for the rows yet. It knows them by their ids.
    const row = (this.#rows ?? this.#nodes(await this.list())).find((node) => node.kind === "run" && node.run.folder === folder);
    if (row !== undefined) await this.#view.reveal(row, { select: true, focus: true, expand: true });
  }

  /** Only rows of runs are revealed. */
  getParent(): undefined {
    return undefined;
  }

  /** The current history from the server. */
  list(): Promise<RunList> {
    return this.#server.request(runs, {});
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    return runItem(node, new Date());
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node?.kind === "run") {
      const { passes: all, folder: of } = node.run;
      const passes = all.map((pass): RunNode => ({ kind: "pass", pass, of, isShown: pass.kind === node.shownPass }));
      return [...passes, ...node.run.toolProfiles.map((profile): RunNode => ({ kind: "profile", profile }))];
    }
    if (node !== undefined) return [];
    const list = await withViewProgress(
      runsView,
      this.#guard(() => this.list()),
    );
    const rows = list === undefined ? [] : this.#nodes(list);
    this.#rows = rows;
    return rows;
  }

  /** Refreshes only changed rows, if the list still has the same runs in the same order. */
  async #update(): Promise<void> {
    const refresh = ++this.#refreshes;
    const nodes = this.#nodes(await this.list());
    const rows = this.#rows;
    if (refresh !== this.#refreshes) return;
    if (rows?.length !== nodes.length || rows.some((row, index) => keyOf(row) !== keyOf(nodes[index]))) {
      this.#changed.fire(undefined);
      return;
    }
    const changed = rows.filter((row, index) => JSON.stringify(row) !== JSON.stringify(nodes[index]));
    rows.forEach((row, index) => Object.assign(row, nodes[index]));
    if (changed.length > 0) this.#changed.fire(changed);
  }

  #nodes({ runs, damaged, unlisted }: RunList): RunNode[] {
    const { id: shown, pass } = this.#shownRun.summary ?? {};
    const differs = differencesOf(runs);
    return [
      ...runs.map((run: RunEntry): RunNode => {
        const shownPass = pass?.of === run.folder ? pass.kind : undefined;
        return { kind: "run", run, isShown: run.id === shown, shownPass, differs };
      }),
      ...damaged.map((run): RunNode => ({ kind: "damaged", run })),
      ...(unlisted === 0 ? [] : [{ kind: "unlisted", count: unlisted } as const]),
    ];
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }
}

function keyOf(node: RunNode | undefined): string {
  if (node === undefined || node.kind === "unlisted") return String(node?.kind);
  if (node.kind === "profile") return `profile ${node.profile.file}`;
  return `${node.kind} ${node.kind === "pass" ? node.pass.folder : node.run.folder}`;
}
