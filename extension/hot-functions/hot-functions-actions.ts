import * as vscode from "vscode";
import type { HotOrder } from "../../language-server/protocol/hot-functions.ts";
import type { RegisterCommand } from "../commands.ts";
import { hotFunctionsView } from "../contributed-ids.ts";
import { hotItem } from "./hot-function-item.ts";
import type { HotFunctionsChoice, HotFunctionsTree } from "./hot-functions-tree.ts";
import { showPlace, type ShownRun } from "../runs/shown-run.ts";
import { flash } from "../screen/notifications.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";

const openedKey = "heatline.openedHotFunctions";

/** Hot Functions is collapsed until there is a run: expands it for the first one, once per workspace, if Heatline's side bar is visible. */
export function openWithFirstRun(
  shownRun: Pick<ShownRun, "onDidChange" | "summary">,
  isSideBarVisible: () => boolean,
  memory: vscode.Memento,
): vscode.Disposable {
  return shownRun.onDidChange(() => {
    const { summary } = shownRun;
    if (summary === undefined || summary.live || !isSideBarVisible() || memory.get(openedKey, false)) return;
    void memory.update(openedKey, true);
    void vscode.commands.executeCommand(`${hotFunctionsView}.focus`, { preserveFocus: true });
  });
}

/** Commands to rank, group and search hot functions, each through a quick pick, so that the keyboard suffices. */
export function registerHotFunctionsActions(
  register: RegisterCommand,
  tree: HotFunctionsTree,
  choice: HotFunctionsChoice,
): vscode.Disposable {
  const change = async (changes: Partial<HotOrder> | undefined): Promise<void> => {
    if (changes === undefined) return;
    await choice.change(changes);
    tree.refresh();
  };
  return vscode.Disposable.from(
    register("heatline.rankHotFunctions", async () => change(await pickRanking(choice.query.rankBy))),
    register("heatline.groupHotFunctions", async () => change(await pickGrouping(choice.query.groupBy))),
    register("heatline.findHotFunction", () => find(tree, choice)),
    register("heatline.showHotFunctions", () => vscode.commands.executeCommand(`${hotFunctionsView}.focus`)),
  );
}

async function pickRanking(now: HotOrder["rankBy"]): Promise<Partial<HotOrder> | undefined> {
  const items = [
    {
      rankBy: "self",
      label: vscode.l10n.t("Self"),
      detail: vscode.l10n.t("What a function did itself, with the native code that it called."),
    },
    { rankBy: "total", label: vscode.l10n.t("Total"), detail: vscode.l10n.t("What a function did, and all that it called.") },
    {
      rankBy: "withLibraries",
      label: vscode.l10n.t("Attributed"),
      detail: vscode.l10n.t("Your own functions, each with the time that dependencies, Node.js and native code spent for it."),
    },
  ] as const;
  const picked = await choose(items, vscode.l10n.t("Rank hot functions by"), ({ rankBy }) => rankBy === now);
  return picked === undefined ? undefined : { rankBy: picked.rankBy };
}

async function pickGrouping(now: HotOrder["groupBy"]): Promise<Partial<HotOrder> | undefined> {
  const items = [
    { groupBy: "function", label: vscode.l10n.t("By function") },
    { groupBy: "file", label: vscode.l10n.t("By file") },
    { groupBy: "package", label: vscode.l10n.t("By package") },
    { groupBy: "configured", label: vscode.l10n.t("By plugin, rule or test") },
  ] as const;
  const picked = await choose(items, vscode.l10n.t("Group hot functions"), ({ groupBy }) => groupBy === now);
  return picked === undefined ? undefined : { groupBy: picked.groupBy };
}

/** The current choice is marked and preselected. */
async function choose<Item extends PickItem>(
  items: readonly Item[],
  title: string,
  isNow: (item: Item) => boolean,
): Promise<Item | undefined> {
  const current = vscode.l10n.t("current");
  return pickOne(
    items.map((item) => (isNow(item) ? { ...item, description: current, picked: true } : item)),
    { title },
  );
}

async function find(tree: HotFunctionsTree, choice: HotFunctionsChoice): Promise<void> {
  const found = tree.all().then(({ rows, run }) =>
    rows.map((row) => {
      const { description } = hotItem({ kind: "row", run, row, path: [row.key] }, choice.query);
      return { label: row.name, description: typeof description === "string" ? description : "", row };
    }),
  );
  const picked = await pickOne(found, {
    title: vscode.l10n.t("Find Hot Function"),
    placeHolder: vscode.l10n.t("Name of a function or file"),
    matchOnDescription: true,
  });
  if (picked === undefined) return;
  await tree.reveal(picked.row.key);
  if (picked.row.location === undefined) {
    flash(vscode.l10n.t("{0} has no source file: it is native code or was generated.", picked.row.name));
  } else await showPlace(picked.row.location);
}
