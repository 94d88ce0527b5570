import type * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { AppPicker } from "./app-picker.ts";
import type { StartApp } from "./start-app.ts";

/** “Profile Script”: from the NPM Scripts view, the lens in package.json, or the command palette. */
export function registerProfileScript(register: RegisterCommand, picker: AppPicker, start: StartApp): vscode.Disposable {
  return register("heatline.profileScript", (argument) =>
    start(async () => (await import("./package-apps.js")).chosenScript(picker, argument)),
  );
}

/** Lenses above the scripts and the commands of a package.json, beside VS Code's own *Debug*. */
export async function scriptLenses(document: vscode.TextDocument): Promise<readonly vscode.CodeLens[]> {
  return (await import("./package-apps.js")).packageLenses(document);
}
