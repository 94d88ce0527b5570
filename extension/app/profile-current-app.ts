import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { App } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";
import type { StartApp } from "./start-app.ts";

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
