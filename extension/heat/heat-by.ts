import * as vscode from "vscode";
import type { HeatChoice } from "../../language-server/analysis/costs/heat.ts";
import { hasWaits } from "../request/has-waits.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import { heatBy } from "../settings.ts";

interface HeatItem extends PickItem {
  readonly by: HeatChoice;
}

/**
 * *Heat By…* changes the setting where it is set. Waiting that is not recorded yet leads to *Explain…*. A bundle of its own: `navigation.ts` loads
 * it.
 */
export async function chooseHeat(shownRun: Pick<ShownRun, "restored">): Promise<void> {
  const summary = await shownRun.restored();
  const needsPass = summary !== undefined && !hasWaits(summary);
  const picked = await pickOne(heatItems(heatBy(), needsPass), { title: vscode.l10n.t("What should the heat of a line be based on?") });
  if (picked === undefined) return;
  await update(picked.by);
  if (picked.by === "waiting" && needsPass) await vscode.commands.executeCommand("heatline.explain");
}

/** `needsPass`: what the shown run waited for is not recorded. */
function heatItems(now: HeatChoice, needsPass: boolean): readonly HeatItem[] {
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
      detail: needsPass ? t("What the line waited for. This run has not recorded it: Explain… opens.") : waited,
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
