import * as v from "valibot";
import * as vscode from "vscode";
import { categories, type Category } from "../../language-server/analysis/costs/costs.ts";
import type { FilteredFunction } from "../../language-server/analysis/filter/stack-filter.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ShownFilter } from "../runs/shown-filter.ts";
import { askText, pickMany } from "../screen/picks.ts";
import { categoryText } from "./hot-function-item.ts";

const identified: v.GenericSchema<unknown, { readonly row: { readonly identity: FilteredFunction } }> = v.object({
  row: v.object({ identity: v.object({ name: v.string(), path: v.string(), line: v.number() }) }),
});

/** Commands that change the filter of Hot Functions, the flame graph and exports; those on a function take a row of the list. */
export function registerFilterActions(register: RegisterCommand, filter: ShownFilter): vscode.Disposable {
  return vscode.Disposable.from(
    register("heatline.filterHotFunctions", async () => {
      const hiddenKinds = await pickHiddenKinds(filter.value.hiddenKinds ?? ["native"]);
      if (hiddenKinds !== undefined) await filter.change({ hiddenKinds });
    }),
    register("heatline.showOnlyBelow", (argument) => filter.showOnlyBelow(v.parse(identified, argument).row.identity)),
    register("heatline.hideFunction", (argument) => filter.hide(v.parse(identified, argument).row.identity)),
    register("heatline.filterByFile", async () => {
      const file = await askText({
        title: vscode.l10n.t("Only Samples Through a File"),
        prompt: vscode.l10n.t("Part of the file’s path; empty for all files."),
        value: filter.value.file,
        problem: () => undefined,
      });
      if (file !== undefined) await filter.change({ file: file.trim() });
    }),
    register("heatline.mergeRecursion", () => filter.change({ mergesRecursion: !filter.value.mergesRecursion })),
    register("heatline.resetFilter", () => filter.reset()),
  );
}

async function pickHiddenKinds(hidden: readonly Category[]): Promise<readonly Category[] | undefined> {
  const items = categories.map((category) => ({ category, label: categoryText(category), picked: !hidden.includes(category) }));
  const picked = await pickMany(items, {
    title: vscode.l10n.t("Show functions of"),
    placeHolder: vscode.l10n.t("Hidden code counts as its caller's own time."),
  });
  return picked && categories.filter((category) => !picked.some((each) => each.category === category));
}
