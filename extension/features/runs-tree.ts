import * as vscode from "vscode";
import { type RunEntry, type RunList, runs, runsChanged } from "../../language-server/protocol-runs.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { runsView } from "../contributed-ids.ts";
import { runItem, type RunNode } from "./run-item.ts";
import { withViewProgress } from "../view-progress.ts";
import type { ShownRun } from "./shown-run.ts";

/** The history as a list, newest first. It follows what is written, shown, renamed and deleted. */
export class RunsTree implements vscode.TreeDataProvider<RunNode>, vscode.Disposable {
  readonly #server: ServerLink;
  readonly #shownRun: ShownRun;
  readonly #guard: Guard;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscriptions: vscode.Disposable;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(server: ServerLink, shownRun: ShownRun, sessions: Sessions, guard: Guard) {
    this.#server = server;
    this.#shownRun = shownRun;
    this.#guard = guard;
    const refresh = (): void => this.refresh();
    server.on(runsChanged, refresh);
    this.#subscriptions = vscode.Disposable.from(
      shownRun.onDidChange(refresh),
      sessions.onDidReceive(({ event }) => (event.name === "heatline.runWritten" ? this.refresh() : undefined)),
      server.onRestart(refresh),
    );
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  /** The history as the server has it now. */
  list(): Promise<RunList> {
    return this.#server.request(runs, {});
  }

  getTreeItem(node: RunNode): vscode.TreeItem {
    return runItem(node, new Date());
  }

  async getChildren(node?: RunNode): Promise<RunNode[]> {
    if (node !== undefined) return [];
    const list = await withViewProgress(
      runsView,
      this.#guard(() => this.list()),
    );
    return list === undefined ? [] : this.#nodes(list);
  }

  #nodes({ runs, damaged, unlisted }: RunList): RunNode[] {
    const shown = this.#shownRun.summary?.id;
    return [
      ...runs.map((run: RunEntry): RunNode => ({ kind: "run", run, isShown: run.id === shown })),
      ...damaged.map((run): RunNode => ({ kind: "damaged", run })),
      ...(unlisted === 0 ? [] : [{ kind: "unlisted", count: unlisted } as const]),
    ];
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }
}
