import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import type { ShownSelection } from "./shown-selection.ts";

interface MeasureItem extends PickItem {
  readonly id: string;
}

/** *Measure…*: by which of a profile's several times everything is shown. */
export function registerMeasure(register: RegisterCommand, shownRun: ShownRun, selection: ShownSelection): vscode.Disposable {
  return register("heatline.showMeasure", async () => {
    const summary = await shownRun.restored();
    const measures = summary?.measures;
    if (summary === undefined || measures === undefined) {
      throw new UserError(
        vscode.l10n.t("What is shown has one measure."),
        vscode.l10n.t("Open a pprof profile whose samples have several, such as CPU and elapsed time."),
      );
    }
    const items = measures.choices.map(({ id, unit }): MeasureItem => {
      const isShown = id === measures.shown;
      return {
        ...(isShown ? { icon: "check" } : {}),
        id,
        label: id,
        description: isShown ? `${unit} · ${vscode.l10n.t("shown now")}` : unit,
        detail: meaningOf(id),
      };
    });
    const picked = await pickOne(items, { title: vscode.l10n.t("By which measure should {0} be shown?", summary.name) });
    if (picked !== undefined && picked.id !== measures.shown) await selection.change({ measure: picked.id });
  });
}

/** "" for names that only the writer of the file explains. */
function meaningOf(id: string): string {
  if (/cpu/i.test(id)) return vscode.l10n.t("CPU time: without waiting.");
  return /^wall/i.test(id) ? vscode.l10n.t("Elapsed time: waiting included.") : "";
}
