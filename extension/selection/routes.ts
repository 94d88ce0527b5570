import * as vscode from "vscode";
import { noRoute } from "../../language-server/analysis/selection/no-route.ts";
import type { Selection } from "../../language-server/analysis/selection/selection.ts";
import type { RoutesSummary } from "../../language-server/protocol/run-summary.ts";
import type { RegisterCommand } from "../commands.ts";
import { count, percent } from "../runs/run-text.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import { UserError } from "../user-error.ts";
import type { ShownSelection } from "./shown-selection.ts";

interface RouteItem extends PickItem {
  readonly routes: Selection["routes"];
}

/** Selects the route for which the app worked. */
export function registerRoutes(register: RegisterCommand, shownRun: ShownRun, selection: ShownSelection): vscode.Disposable {
  return register("heatline.showRoute", async () => {
    const { routes, name } = await shownRun.mustBeShown();
    if (routes === undefined) {
      throw new UserError(
        vscode.l10n.t("It is not known for which requests {0} worked.", name),
        vscode.l10n.t("Use Explain… to measure its routes, or turn on the setting heatline.routes and record again."),
      );
    }
    const picked = await pickOne(routeItems(routes, selection.value), {
      title: vscode.l10n.t("Show the costs of"),
      placeHolder:
        routes.by === "windows"
          ? vscode.l10n.t("A route of {0}, measured in windows of its own", name)
          : vscode.l10n.t("A route of {0}", name),
      matchOnDescription: true,
    });
    if (picked !== undefined) await selection.change({ routes: picked.routes });
  });
}

/** All routes together first, then each, busiest first. */
export function routeItems({ routes }: RoutesSummary, { routes: shown }: Pick<Selection, "routes">): readonly RouteItem[] {
  const item = (label: string, names: Selection["routes"], facts: readonly string[]): RouteItem => {
    const isShown = JSON.stringify(names) === JSON.stringify(shown);
    return {
      ...(isShown ? { icon: "check" } : {}),
      label,
      description: [...facts, ...(isShown ? [vscode.l10n.t("shown now")] : [])].join(" · "),
      routes: names,
    };
  };
  return [
    item(vscode.l10n.t("All routes"), null, []),
    ...routes.map(({ name, share, requests }) =>
      item(
        name === noRoute ? vscode.l10n.t("No route") : name,
        [name],
        [
          vscode.l10n.t("{0} % of the busy time", percent(share)),
          ...(name === noRoute ? [] : [requests === 1 ? vscode.l10n.t("1 request") : vscode.l10n.t("{0} requests", count(requests))]),
        ],
      ),
    ),
  ];
}
