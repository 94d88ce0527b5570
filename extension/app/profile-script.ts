import path from "node:path";
import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import { flameLens } from "../screen/lens.ts";
import { pickOne } from "../screen/picks.ts";
import { UserError } from "../user-error.ts";
import { type App, fromScript } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import { namedScript, type NamedScript, scriptsLine } from "./package-scripts.ts";
import type { StartApp } from "./start-app.ts";

/** “Profile Script”: from the NPM Scripts view, the lens in package.json, or the command palette. */
export function registerProfileScript(register: RegisterCommand, picker: AppPicker, start: StartApp): vscode.Disposable {
  return register("heatline.profileScript", (argument) => start(() => chosen(picker, namedScript(argument))));
}

/** A lens above the scripts of a package.json, beside VS Code's own *Debug*. */
export function scriptLenses(document: vscode.TextDocument): readonly vscode.CodeLens[] {
  const line = vscode.workspace.isTrusted ? scriptsLine(document.getText()) : undefined;
  if (line === undefined) return [];
  const argument: NamedScript = { folder: path.dirname(document.uri.fsPath) };
  return [flameLens(line + 1, vscode.l10n.t("Profile"), "heatline.profileScript", argument)];
}

/** Asks if the script is not given and there are several. Undefined when dismissed. */
async function chosen(picker: AppPicker, named: NamedScript | undefined): Promise<App | undefined> {
  const packages = await picker.packagesAround(named?.folder);
  const apps = packages.flatMap((facts) =>
    Object.entries(facts.scripts)
      .filter(([script]) => named?.script === undefined || script === named.script)
      .map(([script, command]) => ({ script, app: fromScript(facts, script, command) })),
  );
  const [only, ...others] = apps;
  if (only === undefined) {
    throw new UserError(
      named?.script === undefined
        ? vscode.l10n.t("No package.json here has scripts.")
        : vscode.l10n.t("{0} has no script “{1}”.", path.join(named.folder, "package.json"), named.script),
      vscode.l10n.t("Add a script to the package.json, save it and try again."),
    );
  }
  if (others.length === 0) return only.app;
  const items = apps.map(({ script, app }) => ({ label: script, description: app.detail, detail: placeText(app, packages.length), app }));
  const title = vscode.l10n.t("Which script should be profiled?");
  return (await pickOne(items, { title, matchOnDescription: true, matchOnDetail: true }))?.app;
}

function placeText(app: App, packages: number): string {
  return packages === 1 ? "" : vscode.workspace.asRelativePath(app.place, true);
}
