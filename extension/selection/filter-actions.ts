import * as v from "valibot";
import * as vscode from "vscode";
import type { FilteredFunction } from "../../language-server/analysis/selection/stack-filter.ts";
import { hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import type { ShownSelection } from "./shown-selection.ts";

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
