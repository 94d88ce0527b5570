import * as vscode from "vscode";
import { fileExtensions, formatNames } from "../../language-server/analysis/importers/importer-list.ts";
import type { CommonText } from "../../language-server/texts/coded-text.ts";
import type { ShownRun } from "./shown-run.ts";

/** A bundle of its own, in which the list of importers is what they say of their formats (`esbuild.light-formats.mjs`). */
export async function pickProfile(
  shownRun: Pick<ShownRun, "expect">,
  wordsOf: (text: CommonText) => string,
): Promise<vscode.Uri | undefined> {
  // Start the server while the user picks a file. If it fails, opening reports it.
  shownRun.expect().catch(() => undefined);
  const picked = await vscode.window.showOpenDialog({
    title: vscode.l10n.t("Open a profile: {0}, or .gz of any", wordsOf(formatNames)),
    openLabel: vscode.l10n.t("Open Profile"),
    filters: {
      [vscode.l10n.t("Profiles")]: [...fileExtensions],
      [vscode.l10n.t("All files")]: ["*"],
    },
    canSelectMany: false,
  });
  return picked?.[0];
}
