import * as vscode from "vscode";
import { heatStep } from "../../language-server/analysis/costs/heat.ts";
import { noiseTicks } from "../../language-server/analysis/costs/sampling-error.ts";
import type { ImportRow, SavingRow, SavingRows } from "../../language-server/protocol/imports.ts";
import type { Location } from "../../language-server/protocol/place.ts";
import { stepColourId } from "../heat/heat-style.ts";
import { percent, words } from "../runs/run-text.ts";
import { treeItem } from "../screen/tree-row.ts";

/** A row of *Imports*. */
export type ImportNode =
  | {
      readonly kind: "module";
      readonly run: string;
      /** Names it and what leads to it in any selection and state of the run, so that it stays open. */
      readonly id: string;
      readonly row: ImportRow;
    }
  /** Those without samples, which open. */
  | { readonly kind: "unsampled"; readonly run: string; readonly id: string; readonly row: number; readonly text: string }
  /** What other ways to start save. */
  | { readonly kind: "savings"; readonly savings: SavingRows }
  | { readonly kind: "saving"; readonly saving: SavingRow }
  /** All modules together, or those that are left out. */
  | { readonly kind: "remark"; readonly text: string; readonly icon: "info" | "ellipsis" };

/** From this share of the busy time on a module is open at first. */
const leastOpen = 0.5;

/** Its name stands first: in a narrow view the rest is cut. */
function savingItem({ name, result, way, isAdvice, location }: SavingRow): vscode.TreeItem {
  return treeItem({
    label: name,
    description: result,
    tooltip: `${way}: ${result}`,
    icon: isAdvice ? new vscode.ThemeIcon("lightbulb") : new vscode.ThemeIcon("circle-slash"),
    contextValue: "plain",
    command: location === null ? undefined : goTo(location),
    spoken: `${way}: ${result}`,
  });
}

function goTo(location: Location): vscode.Command {
  return { command: "heatline.goTo", title: vscode.l10n.t("Go to Line"), arguments: [location] };
}

/** A click leads to the import; who imports the module at all is one more action away. */
export function importItem(node: ImportNode): vscode.TreeItem {
  if (node.kind === "remark")
    return treeItem({ label: node.text, tooltip: node.text, icon: new vscode.ThemeIcon(node.icon), contextValue: "plain" });
  if (node.kind === "savings") {
    const { title } = node.savings;
    return treeItem({
      id: "savings",
      label: title,
      tooltip: title,
      icon: new vscode.ThemeIcon("beaker"),
      opens: vscode.TreeItemCollapsibleState.Expanded,
      contextValue: "plain",
    });
  }
  if (node.kind === "saving") return savingItem(node.saving);
  const { Expanded, Collapsed, None } = vscode.TreeItemCollapsibleState;
  if (node.kind === "unsampled") {
    const { id, text: label } = node;
    return treeItem({ id, label, tooltip: label, icon: new vscode.ThemeIcon("ellipsis"), opens: Collapsed, contextValue: "plain" });
  }
  const { row, id } = node;
  const { name, label, time, shareText, parts, place, location, share, samples, hasImports } = row;
  const isNoise = samples < noiseTicks;
  return treeItem({
    id,
    // In a narrow view there is room for the name and the time.
    label,
    description: words(time, place, shareText === "" ? "" : `${percent(share)} %`),
    tooltip: [
      words(name, time, shareText),
      parts,
      ...(isNoise ? [vscode.l10n.t("Fewer than ten samples: too few to tell from noise.")] : []),
    ].join("\n"),
    icon: new vscode.ThemeIcon("package", isNoise ? undefined : new vscode.ThemeColor(stepColourId(heatStep(share)))),
    opens: hasImports ? (share < leastOpen ? Collapsed : Expanded) : None,
    contextValue: "module",
    command: location === null ? undefined : goTo(location),
    spoken: words(time, name, place, shareText, parts),
  });
}
