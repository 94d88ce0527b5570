import * as vscode from "vscode";
import type { HeatChoice } from "../../language-server/analysis/costs/heat.ts";
import { hasWaits } from "../explain/pass-words.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import { heatBy } from "../settings.ts";

interface HeatItem extends PickItem {
  readonly by: HeatChoice;
}

/**
 * *Heat By…* changes the setting where it is set. What is not recorded yet leads to *Explain…*. A bundle of its own: `navigation.ts` loads
 * it.
 */
export async function chooseHeat(shownRun: Pick<ShownRun, "restored">): Promise<void> {
  const summary = await shownRun.restored();
  const lacking: Lacking = {
    waiting: summary !== undefined && !hasWaits(summary),
    allocated: summary?.passes.includes("allocations") === false,
  };
  const picked = await pickOne(heatItems(heatBy(), lacking), { title: vscode.l10n.t("What should the heat of a line be based on?") });
  if (picked === undefined) return;
  await update(picked.by);
  if ((picked.by === "waiting" || picked.by === "allocated") && lacking[picked.by])
    await vscode.commands.executeCommand("heatline.explain");
}

/** Which passes the shown run has not recorded. */
type Lacking = Readonly<Record<"waiting" | "allocated", boolean>>;

function heatItems(now: HeatChoice, lacking: Lacking): readonly HeatItem[] {
  const { t } = vscode.l10n;
  const waited = t("What the line waited for. Lists, flame graphs and comparisons show CPU time.");
  const items: readonly HeatItem[] = [
    {
      by: "withLibraries",
      label: t("Attributed"),
      detail: t("Its own time, and what dependencies, Node.js and native code spent for it."),
    },
    { by: "self", label: t("Self"), detail: t("The line itself, with the native code that it called directly.") },
    { by: "total", label: t("Total"), detail: t("The line and everything that it called.") },
    {
      by: "waiting",
      label: t("Waiting"),
      detail: lacking.waiting ? t("What the line waited for. This run has not recorded it: Explain… opens.") : waited,
    },
    {
      by: "allocated",
      label: t("Allocated"),
      detail: lacking.allocated
        ? t("What functions allocate. This run has not recorded it: Explain… opens.")
        : t("What functions allocate, on the lines where they start: V8 has no lines."),
    },
  ];
  return items.map((item) => (item.by === now ? { ...item, description: t("current"), picked: true } : item));
}

/** The workspace's setting comes before the user's. */
async function update(by: HeatChoice): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("heatline");
  const isOfWorkspace = configuration.inspect("heatBy")?.workspaceValue !== undefined;
  const { Global, Workspace } = vscode.ConfigurationTarget;
  await configuration.update("heatBy", by, isOfWorkspace ? Workspace : Global);
}
