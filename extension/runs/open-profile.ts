import * as vscode from "vscode";
import { UserError } from "../user-error.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { RegisterCommand } from "../commands.ts";
import type { Guard } from "../errors.ts";
import { warnOfOtherTexts } from "./other-texts.ts";
import { announce, revealHottest, type SummaryActions } from "./run-summary.ts";
import type { ShownProfile, ShownRun } from "./shown-run.ts";
import { withPatientProgress } from "../screen/progress.ts";
import { wordsOf } from "../words.ts";

/** *Open Profile…*: shows a profile recorded elsewhere, picked in a dialog or the Explorer, like a run. Runs no code. */
export function registerOpenProfile(
  register: RegisterCommand,
  shownRun: ShownRun,
  actions: SummaryActions,
  guard: Guard,
): vscode.Disposable {
  return register("heatline.openProfile", async (argument) => {
    const file = fileOf(argument) ?? (await (await import("./profile-dialog.js")).pickProfile(shownRun, wordsOf));
    if (file === undefined) return;
    const summary = await showProfile(file, shownRun);
    await reportOpened(summary, { file: file.fsPath }, shownRun, actions, guard);
  });
}

/** Reveals the hottest line, and says what was opened, or that the code is not what it was recorded from. */
export async function reportOpened(
  summary: RunSummary,
  profile: ShownProfile,
  shownRun: ShownRun,
  actions: SummaryActions,
  guard: Guard,
): Promise<void> {
  await revealHottest(summary);
  // Not awaited: the notification may never be clicked.
  if (summary.otherTexts.length === 0) void announce(summary, actions);
  else void guard(() => warnOfOtherTexts(summary, profile, shownRun));
}

/** Throws a UserError for a file that is not a profile or not on this machine. */
export async function showProfile(file: vscode.Uri, shownRun: ShownRun): Promise<RunSummary> {
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  if (file.scheme !== "file") {
    throw new UserError(vscode.l10n.t("{0} is not a file on this machine.", name), vscode.l10n.t("Save it to a folder first."));
  }
  const profile = { file: file.fsPath };
  return withPatientProgress(vscode.l10n.t("Heatline: opening {0}…", name), (token) => shownRun.showProfile(profile, token));
}

/** Menus pass a URI, links pass its text. */
function fileOf(argument: unknown): vscode.Uri | undefined {
  if (typeof argument === "string") return vscode.Uri.parse(argument, true);
  return argument instanceof vscode.Uri ? argument : undefined;
}
