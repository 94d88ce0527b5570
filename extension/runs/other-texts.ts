import * as vscode from "vscode";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { warn } from "../screen/notifications.ts";
import { withPatientProgress } from "../screen/progress.ts";
import { revealHottest } from "./run-summary.ts";
import type { ShownProfile, ShownRun } from "./shown-run.ts";

/** Says that files are not the text that a profile was recorded from, with buttons for what helps. Does nothing if they are. */
export async function warnOfOtherTexts(summary: RunSummary, profile: ShownProfile, shownRun: ShownRun): Promise<void> {
  const { name, otherTexts } = summary;
  const [file, ...others] = otherTexts;
  if (file === undefined) return;
  const record = vscode.l10n.t("Record Now");
  const choose = vscode.l10n.t("Choose Sources…");
  const details = vscode.l10n.t("Details");
  const shown = others.length === 0 ? file : vscode.l10n.t("{0} and {1} more", file, others.length);
  const picked = await warn(
    vscode.l10n.t(
      "{0} was not recorded from the code that is now in {1}. Lines marked ≈ were found by the names of functions; other functions have no lines. Record the program, or choose the folder with the sources of that commit.",
      name,
      shown,
    ),
    record,
    choose,
    details,
  );
  if (picked === record) await vscode.commands.executeCommand("heatline.profileCurrentApp");
  if (picked === details) await vscode.commands.executeCommand("heatline.showRunDetails");
  if (picked === choose) await showOnChosenSources(summary, profile, shownRun);
}

async function showOnChosenSources({ name }: RunSummary, profile: ShownProfile, shownRun: ShownRun): Promise<void> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t("Choose the folder with the sources that {0} was recorded from", name),
      openLabel: vscode.l10n.t("Choose Sources"),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (folder === undefined) return;
  const chosen = { ...profile, sourceFolder: folder.fsPath };
  const summary = await withPatientProgress(vscode.l10n.t("Heatline: opening {0}…", name), (token) => shownRun.showProfile(chosen, token));
  await revealHottest(summary);
  await warnOfOtherTexts(summary, chosen, shownRun);
}
