import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import { type App, slashes } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import { quietSession } from "../debug/quiet-session.ts";
import { inform } from "../screen/notifications.ts";

/** Starts the chosen app under the profiler, unless nothing was chosen. Rejects with a UserError in Restricted Mode. */
export type StartApp = (choose: () => Promise<App | undefined>) => Promise<void>;

/** Saves unsaved files first, and asks before it restarts an app that is running. */
export function createStartApp(picker: AppPicker, sessions: Sessions): StartApp {
  return async (choose) => {
    picker.mustBeTrusted();
    const app = await choose();
    if (app === undefined || !(await mayStart(app, sessions))) return;
    await vscode.workspace.saveAll(false);
    await vscode.debug.startDebugging(workspaceFolderOf(app.place), { ...app.configuration, appKey: app.key }, quietSession);
  };
}

/** Two instances of an app would compete for its port. */
async function mayStart(app: App, sessions: Sessions): Promise<boolean> {
  const running = sessions.current;
  if (running?.key !== app.key) return true;
  const restart = vscode.l10n.t("Restart");
  const picked = await inform(vscode.l10n.t("{0} is already running.", running.name), restart);
  if (picked !== restart) return false;
  await vscode.debug.stopDebugging(running.session);
  return true;
}

/** The workspace folder that a place is in, else the first one. */
export function workspaceFolderOf(place: string): vscode.WorkspaceFolder | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.find(({ uri }) => `${place}/`.startsWith(`${slashes(uri.fsPath)}/`)) ?? folders[0];
}

/** The main command: finds the app and starts it under the profiler. */
export function registerProfileCurrentApp(
  register: RegisterCommand,
  picker: AppPicker,
  start: StartApp,
  sessions: Sessions,
  guard: Guard,
): vscode.Disposable {
  return vscode.Disposable.from(
    register("heatline.profileCurrentApp", (argument) => start(() => picker.pick(uriOf(argument)))),
    register("heatline.profileAnotherApp", () => start(() => picker.pickAnother())),
    register("heatline.profileFromStart", () => start(async () => fromStart(await picker.pick(undefined)))),
    register("heatline.profileActiveFile", (argument) => start(() => picker.pickFile(uriOf(argument)))),
    sessions.onDidStart((app) => void guard(() => picker.rememberConfiguration(app.key))),
  );
}

/** It is recorded until that is stopped, so that its run has its start apart. */
function fromStart(app: App | undefined): App | undefined {
  return app && { ...app, configuration: { ...app.configuration, fromStart: true } };
}

/** VS Code passes the file when the command is run from the editor's title bar. */
function uriOf(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : undefined;
}

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

/** “Profile Start-Up…”: from a lens in package.json, the NPM Scripts view, or the palette for the current app. Its progress is shown however it began. */
export function registerProfileStartup(
  register: RegisterCommand,
  picker: AppPicker,
  start: StartApp,
  sessions: Sessions,
  guard: Guard,
): vscode.Disposable {
  return vscode.Disposable.from(
    register("heatline.profileStartup", (argument) =>
      start(async () => (await import("./package-apps.js")).chosenStartup(picker, argument)),
    ),
    sessions.onDidStart((app) => {
      const { configuration } = app.session;
      if ("startup" in configuration && !("savings" in configuration))
        void guard(async () => (await import("./package-apps.js")).showStarts(app, sessions));
    }),
  );
}
