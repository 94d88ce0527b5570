import * as vscode from "vscode";
import { startupSpan } from "../../language-server/analysis/startup/startup-span.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { UserError } from "../user-error.ts";
import type { ShownSelection } from "./shown-selection.ts";

/** Selects what ran before the app's first server listened. */
export function registerStartup(register: RegisterCommand, shownRun: ShownRun, selection: ShownSelection): vscode.Disposable {
  return register("heatline.showStartup", async () => {
    const summary = await shownRun.mustBeShown();
    const span = startupSpan(summary);
    if (span !== undefined) return selection.change({ spans: [span] });
    throw new UserError(
      vscode.l10n.t("{0} has no start-up that can be shown apart.", summary.name),
      vscode.l10n.t("Record the app with “Profile Current App from Its First Line”, or many starts of it with “Profile Start-Up…”."),
    );
  });
}
