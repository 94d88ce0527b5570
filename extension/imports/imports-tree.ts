import { setTimeout } from "node:timers/promises";
import * as v from "valibot";
import * as vscode from "vscode";
import { imports, type ImportStep, whyImported } from "../../language-server/protocol/imports.ts";
import { noteReading, setContext } from "../commands.ts";
import { importsView } from "../contributed-ids.ts";
import type { Guard } from "../errors.ts";
import { type ShownRun, showPlace } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import type { PlainView } from "../screen/lazy-tree.ts";
import { withViewProgress } from "../screen/progress.ts";
import type { ServerLink } from "../server-link.ts";
import { importItem, type ImportNode } from "./import-item.ts";

const chosen = v.object({ run: v.string(), row: v.object({ row: v.number() }) });

const [mostAttempts, betweenMs] = [50, 50];

type BranchNode = Extract<ImportNode, { readonly kind: "module" | "unsampled" }>;

type StepItem = PickItem & { readonly step?: ImportStep };

/** Modules of the shown run below those that import them first, with what that cost. */
export class ImportsTree implements vscode.TreeDataProvider<ImportNode>, vscode.Disposable {
  readonly #server: Pick<ServerLink, "request">;
  readonly #shownRun: Pick<ShownRun, "restored">;
  readonly #guard: Guard;
  readonly #view: PlainView<ImportNode>;
  /** As VS Code knows it; undefined: it asks for them when the view is in sight. */
  #top: readonly ImportNode[] | undefined;
  readonly #listed = new vscode.EventEmitter<readonly ImportNode[]>();
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly #subscription: vscode.Disposable;

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    server: Pick<ServerLink, "request">,
    shownRun: Pick<ShownRun, "restored" | "onDidChange">,
    view: PlainView<ImportNode>,
    guard: Guard,
  ) {
    [this.#server, this.#shownRun, this.#view, this.#guard] = [server, shownRun, view, guard];
    this.#subscription = shownRun.onDidChange(() => {
      this.#top = undefined;
      this.#changed.fire(undefined);
    });
  }

  /** Brings the view to the front. Of a view without rows VS Code does not focus those that come then. */
  async focus(): Promise<void> {
    const hasRows = this.#top !== undefined;
    await vscode.commands.executeCommand(`${importsView}.focus`);
    if (hasRows) return;
    const first = (await this.#rows()).find(({ kind }) => kind === "module");
    if (first === undefined) return;
    for (let attempt = 1; !(await this.#isRevealed(first)) && attempt < mostAttempts; attempt++) await setTimeout(betweenMs);
  }

  /** False until VS Code has drawn the rows that it was given. */
  async #isRevealed(node: ImportNode): Promise<boolean> {
    try {
      await this.#view.reveal(node, { select: false, focus: true });
      return true;
    } catch {
      return false;
    }
  }

  #rows(): Promise<readonly ImportNode[]> {
    if (this.#top !== undefined) return Promise.resolve(this.#top);
    return new Promise((resolve) => {
      const listening = this.#listed.event((rows) => {
        listening.dispose();
        resolve(rows);
      });
    });
  }

  getTreeItem(node: ImportNode): vscode.TreeItem {
    return importItem(node);
  }

  async getChildren(node?: ImportNode): Promise<ImportNode[]> {
    if (node?.kind === "remark" || node?.kind === "saving") return [];
    if (node?.kind === "savings") return node.savings.rows.map((saving) => ({ kind: "saving", saving }));
    const rows = await this.#childrenOf(node);
    if (node === undefined) this.#listed.fire((this.#top = rows));
    return rows;
  }

  async #childrenOf(node?: BranchNode): Promise<ImportNode[]> {
    const wanted = wantedBelow(node);
    const found = await withViewProgress(
      importsView,
      this.#guard(async () => ((await this.#shownRun.restored()) === undefined ? undefined : this.#server.request(imports, wanted))),
    );
    if (found === undefined) return [];
    const { run, rows, sum, more, unsampled, savings } = found;
    if (node === undefined) setContext("heatline.hasStarts", savings !== undefined);
    const ids = new Set<string>();
    return [
      ...(savings == null ? [] : [{ kind: "savings", savings } as const]),
      ...(sum === "" ? [] : [{ kind: "remark", text: sum, icon: "info" } as const]),
      ...rows.map((row): ImportNode => {
        const id = [node?.id ?? run, row.name, row.place].join("\n");
        const isFirst = ids.size < ids.add(id).size;
        return { kind: "module", run, row, id: isFirst ? id : `${id}\n${row.row}` };
      }),
      ...(unsampled === ""
        ? []
        : [{ kind: "unsampled", run, id: [node?.id ?? run, "unsampled"].join("\n"), row: wanted.row, text: unsampled } as const]),
      ...(more === "" ? [] : [{ kind: "remark", text: more, icon: "ellipsis" } as const]),
    ];
  }

  /** The imports that lead to a module, and others of it, to go to. */
  async showWhy(argument: unknown): Promise<void> {
    const { run, row } = v.parse(chosen, argument);
    const reason = await this.#server.request(whyImported, { run, row: row.row });
    if (reason === null) return;
    const { t } = vscode.l10n;
    const items = [
      ...section(t("imports that lead to it"), reason.chain, "arrow-small-down"),
      ...section(t("also imported by"), reason.alsoBy, "references"),
    ];
    const picked = await pickOne(items, {
      title: t("Why {0} is loaded", reason.name),
      placeHolder: t("Go to an import"),
      matchOnDescription: true,
    });
    const location = picked?.step?.location;
    if (location == null) return;
    noteReading();
    await showPlace(location);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#listed.dispose();
  }
}

function wantedBelow(node: BranchNode | undefined): {
  readonly run?: string;
  readonly row: number;
  readonly areUnsampled?: boolean;
} {
  if (node === undefined) return { row: -1 };
  const { run } = node;
  return node.kind === "module" ? { run, row: node.row.row } : { run, row: node.row, areUnsampled: true };
}

function section(label: string, steps: readonly ImportStep[], icon: string): readonly StepItem[] {
  if (steps.length === 0) return [];
  return [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...steps.map((step) => ({ icon, label: step.label, description: step.detail, step })),
  ];
}
