import * as v from "valibot";
import * as vscode from "vscode";
import type { Category } from "../../language-server/analysis/costs/costs.ts";
import type { FilteredFunction, StackFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import type { RegisterCommand } from "../commands.ts";
import { categoryText } from "../hot-functions/hot-function-item.ts";
import { askText, pickMany } from "../screen/picks.ts";
import type { ShownSelection } from "./shown-selection.ts";

const identified: v.GenericSchema<unknown, { readonly row: { readonly identity: FilteredFunction } }> = v.object({
  row: v.object({ identity: v.object({ name: v.string(), path: v.string(), line: v.number() }) }),
});

/** Commands that change the filter of the shown run; those on a function take a row of Hot Functions. */
export function registerFilterActions(register: RegisterCommand, selection: ShownSelection): vscode.Disposable {
  return vscode.Disposable.from(
    register("heatline.filterHotFunctions", async () => {
      const picked = await pickKinds(selection.filter);
      if (picked !== undefined) await selection.changeFilter(picked);
    }),
    register("heatline.showOnlyBelow", (argument) => selection.showOnlyBelow(v.parse(identified, argument).row.identity)),
    register("heatline.hideFunction", (argument) => selection.hide(v.parse(identified, argument).row.identity)),
    register("heatline.filterByFile", async () => {
      const file = await askText({
        title: vscode.l10n.t("Only Samples Through a File"),
        prompt: vscode.l10n.t("Part of the file’s path; empty for all files."),
        value: selection.filter.file,
        problem: () => undefined,
      });
      if (file !== undefined) await selection.changeFilter({ file: file.trim() });
    }),
    register("heatline.mergeRecursion", () => selection.changeFilter({ mergesRecursion: !selection.filter.mergesRecursion })),
    register("heatline.showEverything", () => selection.showEverything()),
  );
}

/** Native code and V8's compilers are rows of their own, or part of their callers' self: one switch. */
const switchableKinds = ["own", "dependency", "node", "native", "gc", "program"] as const;

async function pickKinds({ hiddenKinds, showsNative }: StackFilter): Promise<Pick<StackFilter, "hiddenKinds" | "showsNative"> | undefined> {
  const isShown = (category: Category): boolean => (category === "native" ? showsNative : hiddenKinds?.includes(category) !== true);
  const items = switchableKinds.map((category) => ({ category, label: categoryText(category), picked: isShown(category) }));
  const picked = await pickMany(items, {
    title: vscode.l10n.t("Show functions of"),
    placeHolder: vscode.l10n.t("Hidden code counts as its caller's own time."),
  });
  if (picked === undefined) return undefined;
  const hidden = switchableKinds.filter((kind) => kind !== "native" && !picked.some(({ category }) => category === kind));
  return { hiddenKinds: hidden.length === 0 ? null : hidden, showsNative: picked.some(({ category }) => category === "native") };
}
