import * as vscode from "vscode";
import type { SlowRequest } from "../../language-server/protocol/timeline.ts";
import { decimal, words } from "../runs/run-text.ts";
import { treeItem } from "../screen/tree-row.ts";

/** A row of *Slowest Requests*. */
export type SlowNode =
  | { readonly kind: "request"; readonly row: SlowRequest; readonly index: number }
  /** A rate that would show the tail of a load without one. */
  | { readonly kind: "rate"; readonly rate: number };

/** A click on a request selects its time; its line is one more action away. */
export function slowItem(node: SlowNode): vscode.TreeItem {
  if (node.kind === "rate") {
    return treeItem({
      label: vscode.l10n.t("Send {0} requests per second", decimal(node.rate)),
      description: vscode.l10n.t("puts this rate into the load form"),
      icon: new vscode.ThemeIcon("lightbulb"),
      contextValue: "rate",
      command: { command: "heatline.useProposedRate", title: vscode.l10n.t("Use This Rate") },
    });
  }
  const { request, text, detail, guilty } = node.row;
  const description = words(request, guilty?.label ?? "");
  return treeItem({
    id: String(node.index),
    label: text,
    description,
    tooltip: detail,
    icon: new vscode.ThemeIcon("watch"),
    contextValue: guilty?.location == null ? "slowRequest" : "slowRequest inCode",
    command: { command: "heatline.selectSlowRequest", title: vscode.l10n.t("Select Its Time"), arguments: [node] },
    spoken: words(text, description),
  });
}
