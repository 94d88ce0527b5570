import * as vscode from "vscode";
import type { Location } from "../../language-server/protocol/place.ts";
import type { SlowestRequests, SlowMoment, SlowRequest } from "../../language-server/protocol/timeline.ts";
import { decimal, words } from "../runs/run-text.ts";
import { treeItem } from "../screen/tree-row.ts";

/** A row of *Slowest Requests*. */
export type SlowNode =
  | { readonly kind: "request"; readonly row: SlowRequest; readonly id: string }
  /** Requests of one and the same moment, which it opens to. */
  | { readonly kind: "moment"; readonly row: SlowMoment; readonly id: string }
  /** What all of them show together. */
  | { readonly kind: "verdict"; readonly text: string; readonly location: Location | null }
  /** A rate that would show the tail of a load without one. */
  | { readonly kind: "rate"; readonly rate: NonNullable<SlowestRequests["rate"]> };

/** A click on a request explains it, if `explains` that can be done, else selects its time, as on a moment; its line is one more action away. */
export function slowItem(node: SlowNode, explains: boolean): vscode.TreeItem {
  if (node.kind === "verdict") {
    const { text, location } = node;
    const command = { command: "heatline.goTo", title: vscode.l10n.t("Go to Line"), arguments: [location] };
    return treeItem({
      label: text,
      tooltip: text,
      icon: new vscode.ThemeIcon("info"),
      contextValue: "verdict",
      command: location === null ? undefined : command,
    });
  }
  if (node.kind === "rate") {
    return treeItem({
      label: vscode.l10n.t("Send {0} requests per second", decimal(node.rate.perSecond)),
      tooltip: node.rate.reason,
      description: vscode.l10n.t("puts this rate into the load form"),
      icon: new vscode.ThemeIcon("lightbulb"),
      contextValue: "rate",
      command: { command: "heatline.useProposedRate", title: vscode.l10n.t("Use This Rate") },
    });
  }
  const { kind, id, row } = node;
  const { request, text, notes, detail, guilty } = row;
  // In a narrow view the line matters most.
  const description = words(guilty?.label ?? "", request, ...notes);
  return treeItem({
    id,
    label: text,
    description,
    tooltip: [words(text, ...notes), detail].join("\n"),
    icon: new vscode.ThemeIcon(kind === "moment" ? "layers" : "watch"),
    opens: kind === "moment" ? vscode.TreeItemCollapsibleState.Collapsed : vscode.TreeItemCollapsibleState.None,
    contextValue: guilty?.location == null ? "slowRequest" : "slowRequest inCode",
    command:
      explains && kind === "request"
        ? { command: "heatline.explainRequest", title: vscode.l10n.t("Explain This Request"), arguments: [node] }
        : { command: "heatline.selectSlowRequest", title: vscode.l10n.t("Select Its Time"), arguments: [node] },
    spoken: words(text, description),
  });
}
