import * as vscode from "vscode";
import type { Category } from "../../language-server/analysis/costs/costs.ts";
import type { StackFilter } from "../../language-server/analysis/selection/stack-filter.ts";
import type { HotFunctions } from "../../language-server/protocol/hot-functions.ts";
import { kindNames } from "../../webview/flame/filter-bar.ts";
import { percent } from "../runs/run-text.ts";
import { askText, pickMany, pickOne } from "../screen/picks.ts";
import type { ShownSelection } from "./shown-selection.ts";

/** What changes the filter by a list or an input. A bundle of its own: `filter-actions.ts` loads it. */

type Filtered = Pick<ShownSelection, "filter" | "changeFilter">;

/** *Show Only a Plugin, Rule or Test…*: one of a list. `groups`: all of the run. */
export async function chooseGroup(selection: Filtered, groups: Promise<Pick<HotFunctions, "rows">>): Promise<void> {
  const items = groups.then(({ rows }) =>
    rows.map(({ name, share, place, key }) => ({ label: name, description: `${percent(share)} % · ${place}`, key })),
  );
  const picked = await pickOne(items, {
    title: vscode.l10n.t("Show only one plugin, rule or test"),
    placeHolder: vscode.l10n.t("Name of a plugin, loader, rule, test file or import"),
    matchOnDescription: true,
  });
  if (picked !== undefined) await selection.changeFilter({ group: picked.key });
}

export async function chooseFile(selection: Filtered): Promise<void> {
  const file = await askText({
    title: vscode.l10n.t("Only Samples Through a File"),
    prompt: vscode.l10n.t("Part of the file’s path; empty for all files."),
    value: selection.filter.file,
    problem: () => undefined,
  });
  if (file !== undefined) await selection.changeFilter({ file: file.trim() });
}

export async function chooseKinds(selection: Filtered): Promise<void> {
  const picked = await pickKinds(selection.filter);
  if (picked !== undefined) await selection.changeFilter(picked);
}

/** Native code and V8's compilers are rows of their own, or part of their callers' self: one switch. */
const switchableKinds = ["own", "dependency", "node", "native", "gc", "program"] as const;

async function pickKinds({ hiddenKinds, showsNative }: StackFilter): Promise<Pick<StackFilter, "hiddenKinds" | "showsNative"> | undefined> {
  const isShown = (category: Category): boolean => (category === "native" ? showsNative : hiddenKinds?.includes(category) !== true);
  const items = switchableKinds.map((category) => ({ category, label: kindNames(vscode.l10n.t)[category], picked: isShown(category) }));
  const picked = await pickMany(items, {
    title: vscode.l10n.t("Show functions of"),
    placeHolder: vscode.l10n.t("Hidden code counts as its caller's own time."),
  });
  if (picked === undefined) return undefined;
  const hidden = switchableKinds.filter((kind) => kind !== "native" && !picked.some(({ category }) => category === kind));
  return { hiddenKinds: hidden.length === 0 ? null : hidden, showsNative: picked.some(({ category }) => category === "native") };
}
