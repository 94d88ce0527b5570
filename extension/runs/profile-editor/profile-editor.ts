import type * as vscode from "vscode";
import { clientCommands } from "../../../language-server/protocol/client-commands.ts";
import type { Guard } from "../../errors.ts";
import { showProfile } from "../open-profile.ts";
import { warnOfOtherTexts } from "../other-texts.ts";
import type { ShownRun } from "../shown-run.ts";

/** Read-only editor for `.cpuprofile` files: shows their annotations, and a page with links to the hot lines and the flame graph. */
export async function fillProfileEditor(uri: vscode.Uri, webview: vscode.Webview, shownRun: ShownRun, guard: Guard): Promise<void> {
  const commands = ["heatline.openFlameGraph", "heatline.openProfile", "heatline.showRunDetails"];
  webview.options = { enableCommandUris: [clientCommands.goTo, ...commands] };
  const { profilePage } = await import("./profile-page.js");
  webview.html = profilePage(uri, undefined);
  await guard(async () => {
    const summary = await showProfile(uri, shownRun);
    webview.html = profilePage(uri, summary);
    // Not awaited: the notification may never be clicked.
    void guard(() => warnOfOtherTexts(summary, { file: uri.fsPath }, shownRun));
  });
}
