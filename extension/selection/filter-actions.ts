import * as v from "valibot";
import * as vscode from "vscode";
import type { FilteredFunction } from "../../language-server/analysis/selection/stack-filter.ts";
import { hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import type { ShownSelection } from "./shown-selection.ts";
import { startupSpan } from "../../language-server/analysis/startup/startup-span.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { UserError } from "../user-error.ts";

const identified: v.GenericSchema<unknown, { readonly row: { readonly identity: FilteredFunction } }> = v.object({
  row: v.object({ identity: v.object({ name: v.string(), path: v.string(), line: v.number() }) }),
});

const keyed = v.object({ row: v.object({ key: v.string() }) });
const allGroups = { query: { rankBy: "total", groupBy: "configured" }, limit: 1000 } as const;

/** Commands that change the filter of the shown run; those on a function take a row of Hot Functions. */
export function registerFilterActions(
  register: RegisterCommand,
  selection: ShownSelection,
  server: Pick<ServerLink, "request">,
): vscode.Disposable {
  return vscode.Disposable.from(
    register("heatline.filterHotFunctions", async () => (await import("./filter-picks.js")).chooseKinds(selection)),
    register("heatline.showGroup", async (argument) => {
      if (argument !== undefined) await selection.changeFilter({ group: v.parse(keyed, argument).row.key });
      else await (await import("./filter-picks.js")).chooseGroup(selection, server.request(hotFunctions, allGroups));
    }),
    register("heatline.showOnlyBelow", (argument) => selection.showOnlyBelow(v.parse(identified, argument).row.identity)),
    register("heatline.hideFunction", (argument) => selection.hide(v.parse(identified, argument).row.identity)),
    register("heatline.filterByFile", async () => (await import("./filter-picks.js")).chooseFile(selection)),
    register("heatline.mergeRecursion", () => selection.changeFilter({ mergesRecursion: !selection.filter.mergesRecursion })),
    register("heatline.showEverything", () => selection.showEverything()),
  );
}

/** Selects what ran before the app's first server listened. */
export function registerStartup(register: RegisterCommand, shownRun: ShownRun, selection: ShownSelection): vscode.Disposable {
  return register("heatline.showStartup", async () => {
    const summary = await shownRun.mustBeShown();
    const span = startupSpan(summary);
    if (span !== undefined) return selection.change({ spans: [span] });
    throw new UserError(
      vscode.l10n.t("{0} has no start-up that can be shown apart.", summary.name),
      vscode.l10n.t("Record the app with “Profile Current App from Its First Line”, or many starts of it with “Profile Start-Up…”."),
    );
  });
}
