import * as v from "valibot";
import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import { deleteRun, pinRun, renameRun, restoreRun, setBaseline } from "../../language-server/protocol/run-details.ts";
import type { RunEntry } from "../../language-server/protocol/run-list.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { CommandId, RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { runsView } from "../contributed-ids.ts";
import { differencesOf, runItem, type RunNode } from "./run-item.ts";
import { revealHottest } from "./run-summary.ts";
import type { RunsTree } from "./runs-tree.ts";
import type { ShownRun } from "./shown-run.ts";
import { inform } from "../screen/notifications.ts";
import { askText, pickOne } from "../screen/picks.ts";
import { withPatientProgress, withViewBar } from "../screen/progress.ts";

/** Menus pass a row of ours; clicks on rows and other features pass a folder. */
const rowArgument = v.object({ kind: v.picklist(["run", "damaged"]), run: v.object({ folder: v.string() }) });
const passArgument = v.object({ kind: v.literal("pass"), pass: v.object({ folder: v.string() }) });

/**
 * All actions on a run, from its row's menu or from the palette, which asks for the run. Key bindings receive the focused row, as the
 * buttons in a view's title do; without one, they ask like the palette.
 */
export function registerRunActions(register: RegisterCommand, tree: RunsTree, server: ServerLink, shownRun: ShownRun): vscode.Disposable {
  const { t } = vscode.l10n;
  const onRun = (id: CommandId, question: string, act: (run: RunEntry) => Promise<unknown>): vscode.Disposable =>
    register(id, async (argument) => {
      const node = await chosen(argument, tree, question);
      if (node?.kind === "run") await act(node.run);
    });
  const show = (run: Pick<RunEntry, "folder" | "name">): Promise<void> =>
    tree.leave(async () => {
      await revealHottest(await open(run, shownRun));
    });
  return vscode.Disposable.from(
    register("heatline.openRun", async (argument) => {
      const pass = await passAt(argument, tree);
      if (pass !== undefined) return show(pass);
      const node = await chosen(argument, tree, t("Open which run?"));
      if (node?.kind === "run") await show(node.run);
    }),
    onRun("heatline.showAgentRun", t("Open which run?"), show),
    onRun("heatline.renameRun", t("Rename which run?"), (run) => rename(run, server)),
    onRun("heatline.pinRun", t("Pin which run?"), ({ folder }) => server.request(pinRun, { folder, pinned: true })),
    onRun("heatline.unpinRun", t("Unpin which run?"), ({ folder }) => server.request(pinRun, { folder, pinned: false })),
    onRun("heatline.setBaseline", t("Which run is the baseline of its app?"), ({ folder }) =>
      server.request(setBaseline, { folder, baseline: true }),
    ),
    onRun("heatline.clearBaseline", t("Which run should no longer be the baseline?"), ({ folder }) =>
      server.request(setBaseline, { folder, baseline: false }),
    ),
    onRun("heatline.compareWith", t("Compare which run?"), (run) => compare(run, tree)),
    register("heatline.deleteRun", async (argument) => {
      const node = await chosen(argument, tree, t("Delete which run?"));
      if (node?.kind === "run" || node?.kind === "damaged") await remove(node, server, shownRun);
    }),
    register("heatline.refreshRuns", () => tree.refresh()),
  );
}

/** The row of the menu or click, or else the one the user picks. */
export async function chosen(argument: unknown, tree: RunsTree, question: string): Promise<RunNode | undefined> {
  const row = v.safeParse(rowArgument, argument);
  const folder = row.success ? row.output.run.folder : typeof argument === "string" ? argument : undefined;
  if (folder === undefined) return pick(tree, question);
  const { runs, damaged } = await tree.list();
  const run = runs.find((each) => each.folder === folder);
  if (run !== undefined) return { kind: "run", run, isShown: false, differs: differencesOf(runs) };
  const broken = damaged.find((each) => each.folder === folder);
  if (broken !== undefined) return { kind: "damaged", run: broken };
  tree.refresh();
  throw new UserError(vscode.l10n.t("This run no longer exists."), vscode.l10n.t("Choose another one."));
}

/** That of a click on the row of a pass, or of its menu. */
async function passAt(argument: unknown, tree: RunsTree): Promise<Pick<RunEntry, "folder" | "name"> | undefined> {
  const row = v.safeParse(passArgument, argument);
  const folder = row.success ? row.output.pass.folder : argument;
  if (typeof folder !== "string") return undefined;
  const { runs } = await tree.list();
  const owner = runs.find(({ passes }) => passes.some((pass) => pass.folder === folder));
  return owner && { folder, name: owner.name };
}

async function pick(tree: RunsTree, question: string, without?: string): Promise<RunNode | undefined> {
  const { runs } = await tree.list();
  const differs = differencesOf(runs);
  const nodes = runs.filter(({ folder }) => folder !== without).map((run): RunNode => ({ kind: "run", run, isShown: false, differs }));
  if (nodes.length === 0)
    throw new UserError(vscode.l10n.t("This workspace has no saved runs yet."), vscode.l10n.t("Profile an app first."));
  const now = new Date();
  const items = nodes.map((node) => {
    const { label, description } = runItem(node, now);
    return { label: typeof label === "string" ? label : "", description: typeof description === "string" ? description : "", node };
  });
  const picked = await pickOne(items, { title: question, matchOnDescription: true });
  return picked?.node;
}

function open({ folder, name }: Pick<RunEntry, "folder" | "name">, shownRun: ShownRun): Thenable<RunSummary> {
  const opening = vscode.l10n.t("Heatline: opening {0}…", name);
  return withViewBar(runsView, () => withPatientProgress(opening, (token) => shownRun.show(folder, token)));
}

async function rename({ folder, name }: RunEntry, server: ServerLink): Promise<void> {
  const longest = 200;
  const given = await askText({
    title: vscode.l10n.t("Rename Run"),
    prompt: vscode.l10n.t("A name for this run, such as what you changed."),
    value: name,
    problem: (text) => {
      if (text.trim() === "") return vscode.l10n.t("Give the run a name.");
      return text.trim().length > longest ? vscode.l10n.t("A name can have at most {0} characters.", longest) : undefined;
    },
  });
  if (given !== undefined) await server.request(renameRun, { folder, name: given });
}

async function remove(node: Extract<RunNode, { kind: "run" | "damaged" }>, server: ServerLink, shownRun: ShownRun): Promise<void> {
  const { folder, id } = node.run;
  const wasShown = shownRun.summary?.id === id;
  await server.request(deleteRun, { folder });
  const undo = vscode.l10n.t("Undo");
  const name = node.kind === "run" ? node.run.name : id;
  const picked = await inform(vscode.l10n.t("The run “{0}” was deleted.", name), undo);
  if (picked !== undo) return;
  await server.request(restoreRun, { folder });
  if (wasShown) await shownRun.show(folder);
}

/** Lists the baseline first. */
async function compare(run: RunEntry, tree: RunsTree): Promise<void> {
  const base = await pick(tree, vscode.l10n.t("Compare “{0}” with which run?", run.name), run.folder);
  if (base?.kind === "run") await vscode.commands.executeCommand("heatline.compareRuns", run.folder, base.run.folder);
}
