import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { type PickItem, pickOne } from "../screen/picks.ts";
import { withPatientProgress } from "../screen/progress.ts";
import type { ShownProfile, ShownRun } from "./shown-run.ts";

interface TypeItem extends PickItem {
  readonly type: string;
}

/**
 * Asks which time a profile that has just been shown should have, if its samples have several, and shows that one. Without an answer the
 * profile stays as it is.
 */
export async function withChosenTime(summary: RunSummary, profile: ShownProfile, shownRun: ShownRun): Promise<RunSummary> {
  const { name, sampleTypes } = summary;
  if (sampleTypes === undefined) return summary;
  const items = sampleTypes.choices.map((type): TypeItem => {
    const shown = type === sampleTypes.shown ? { description: vscode.l10n.t("shown by default") } : {};
    return { type, label: type, ...shown, detail: meaningOf(type) };
  });
  const picked = await pickOne(items, { title: vscode.l10n.t("Which time of {0} should be shown?", name) });
  if (picked === undefined || picked.type === sampleTypes.shown) return summary;
  const chosen = { ...profile, sampleType: picked.type };
  return withPatientProgress(vscode.l10n.t("Heatline: opening {0}…", name), (token) => shownRun.showProfile(chosen, token));
}

/** "" for names that only the writer of the file explains. */
function meaningOf(type: string): string {
  if (/cpu/i.test(type)) return vscode.l10n.t("CPU time: without waiting.");
  return /^wall/i.test(type) ? vscode.l10n.t("Elapsed time: waiting included.") : "";
}
