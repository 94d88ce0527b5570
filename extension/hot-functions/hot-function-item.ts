import * as vscode from "vscode";
import { heatStep } from "../../language-server/analysis/costs/heat.ts";
import { noiseTicks } from "../../language-server/analysis/costs/sampling-error.ts";
import type { Category } from "../../language-server/analysis/costs/costs.ts";
import { noRoute } from "../../language-server/analysis/selection/no-route.ts";
import type { HotOrder, HotRow } from "../../language-server/protocol/hot-functions.ts";
import { stepColourId } from "../heat/heat-style.ts";
import { decimal, percent } from "../runs/run-text.ts";
import { treeItem } from "../screen/tree-row.ts";
import { kindNames } from "../../webview/flame/filter-bar.ts";

/** A row of the *Hot functions* view. */
export type HotNode =
  | HotFunctionNode
  /** *Called by* and *Calls* under a function. */
  | { readonly kind: "section"; readonly direction: Direction; readonly of: HotFunctionNode }
  | { readonly kind: "more"; readonly count: number; readonly share: number }
  /** Time that the filter leaves out. */
  | { readonly kind: "hidden"; readonly share: number };

export type Direction = "callers" | "callees";

export interface HotFunctionNode {
  readonly kind: "row";
  /** Id of the run it belongs to. */
  readonly run: string;
  readonly row: HotRow;
  /** Keys from the ranked function to this one. */
  readonly path: readonly string[];
  /** Undefined for a ranked function itself. */
  readonly direction?: Direction | undefined;
  /** For *Reveal in flame graph*, which accepts a row as well as a lens's arguments. */
  readonly reference?: HotRow["reference"];
}

/** Label, figures and place of a row. VS Code's find in the view searches the label only. */
export function hotItem(node: HotNode, { rankBy }: HotOrder): vscode.TreeItem {
  switch (node.kind) {
    case "row":
      return rowItem(node, rankBy);
    case "section": {
      const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
      const isCallers = node.direction === "callers";
      return treeItem({
        label: isCallers ? vscode.l10n.t("Called by") : vscode.l10n.t("Calls"),
        opens: isCallers || !node.of.row.hasCallers ? Expanded : Collapsed,
        icon: new vscode.ThemeIcon(isCallers ? "call-incoming" : "call-outgoing"),
        contextValue: "section",
      });
    }
    case "more":
      return remark(vscode.l10n.t("{0} more", decimal(node.count)), vscode.l10n.t("{0} % together", percent(node.share)), "ellipsis");
    case "hidden":
      return remark(vscode.l10n.t("Not shown"), vscode.l10n.t("{0} % is left out by the filter", percent(node.share)), "filter");
  }
}

function remark(label: string, description: string, icon: string): vscode.TreeItem {
  return treeItem({ label, description, icon: new vscode.ThemeIcon(icon), contextValue: "plain", spoken: `${label}, ${description}` });
}

function rowItem(node: HotFunctionNode, rankBy: HotOrder["rankBy"]): vscode.TreeItem {
  const { row } = node;
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const opens = row.kind !== "function" || row.hasCallers || row.hasCallees;
  const label = row.kind === "file" ? row.name.slice(row.name.lastIndexOf("/") + 1) : row.name;
  const isNoise = row.samples < noiseTicks;
  const [ranked = "", ...others] = figureTexts(row, rankBy);
  const [route] = routeTexts(row);
  const notes = [...(isNoise ? [vscode.l10n.t("noise")] : []), ...(route === undefined ? [] : [route])];
  const rest = [...notes, ...placeTexts(row), ...(row.waits === "" ? [] : [row.waits])];
  const kinds = [row.kind, ...(row.reference === undefined ? [] : ["inFlame"]), ...(row.location === undefined ? [] : ["inCode"])];
  const leadsToCode = row.location !== undefined && row.kind !== "file";
  return treeItem({
    label,
    opens: opens ? Collapsed : None,
    // In a narrow view the place matters more than a repeated figure.
    description: [ranked, ...(isFlat(row, rankBy) ? [] : others), ...rest].join(" · "),
    tooltip: tooltip(row, label, isNoise),
    icon: new vscode.ThemeIcon(icons[row.category], isNoise ? undefined : new vscode.ThemeColor(stepColourId(heatStep(row.share)))),
    contextValue: kinds.join(" "),
    command: leadsToCode ? { command: "heatline.goTo", title: vscode.l10n.t("Go to Line"), arguments: [row.location] } : undefined,
    spoken: [label, ranked, ...others, ...rest, categoryText(row.category)].join(", "),
  });
}

/** The figure that rows are ranked by comes first. */
function figureTexts({ shares, share }: HotRow, rankBy: HotOrder["rankBy"]): readonly string[] {
  if (shares === undefined) return [`${percent(share)} %`];
  const self = vscode.l10n.t("{0} % self", percent(shares.self));
  const total = vscode.l10n.t("{0} % total", percent(shares.total));
  switch (rankBy) {
    case "self":
      return [self, total];
    case "total":
      return [total, self];
    case "withLibraries":
      return [vscode.l10n.t("{0} % attributed", percent(shares.withLibraries)), self];
  }
}

/** Whether both figures are the same. */
function isFlat({ shares }: HotRow, rankBy: HotOrder["rankBy"]): boolean {
  if (shares === undefined) return true;
  return percent(shares.self) === percent(rankBy === "withLibraries" ? shares.withLibraries : shares.total);
}

function placeTexts({ kind, place, inferred, name, functions }: HotRow): readonly string[] {
  if (functions === 0) return place === "" ? [] : [inferred ? `≈ ${place}` : place];
  const count = functions === 1 ? vscode.l10n.t("1 function") : vscode.l10n.t("{0} functions", decimal(functions));
  return kind === "file" ? [count, vscode.workspace.asRelativePath(name.slice(0, name.lastIndexOf("/")) || name)] : [count];
}

/** `GET /orders 71 %`, the one with most of its total first. */
function routeTexts({ routes = [] }: HotRow): readonly string[] {
  return routes.map(({ name, share }) => `${name === noRoute ? vscode.l10n.t("no route") : name} ${percent(share)} %`);
}

function tooltip(row: HotRow, label: string, isNoise: boolean): string {
  const { shares } = row;
  return [
    tooltipTitle(row, label),
    ...(shares === undefined
      ? [vscode.l10n.t("{0} % of the busy time came through this path", percent(row.share))]
      : [
          vscode.l10n.t("{0} % self", percent(shares.self)),
          vscode.l10n.t("{0} % total", percent(shares.total)),
          ...(row.category === "own" ? [vscode.l10n.t("{0} % attributed", percent(shares.withLibraries))] : []),
        ]),
    ...(row.routes === undefined || row.routes.length === 0 ? [] : [vscode.l10n.t("By route: {0}", routeTexts(row).join(" · "))]),
    vscode.l10n.t("{0} samples", decimal(row.samples)),
    ...(row.waits === "" ? [] : [row.waits]),
    ...(isNoise ? [vscode.l10n.t("Fewer than ten samples: too few to tell from noise.")] : []),
    ...(row.inferred ? [vscode.l10n.t("≈ The line was inferred, not measured.")] : []),
    ...(row.kind === "file" ? [row.name] : placeTexts(row)),
  ].join("\n");
}

/** Names such as “(garbage collector)” and “(program)” say what kind of code it is. */
function tooltipTitle({ category }: HotRow, label: string): string {
  if (category === "gc") return label;
  const kind = categoryText(category);
  return category === "program" ? kind : `${label} (${kind})`;
}

const icons: Readonly<Record<Category, string>> = {
  own: "symbol-method",
  dependency: "package",
  node: "server-process",
  native: "chip",
  gc: "trash",
  program: "gear",
  compile: "tools",
};

function categoryText(category: Category): string {
  return kindNames(vscode.l10n.t)[category];
}
