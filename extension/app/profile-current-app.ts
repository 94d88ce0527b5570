import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { AppPicker } from "./app-picker.ts";
import type { App } from "./app-candidates.ts";
import { inform } from "../screen/notifications.ts";
import { quietSession } from "../debug/quiet-session.ts";

/** The main command: finds the app, saves unsaved files and starts the app under the profiler. */
export function registerProfileCurrentApp(
  register: RegisterCommand,
  picker: AppPicker,
  sessions: Sessions,
  guard: Guard,
): vscode.Disposable {
  const profile = async (choose: () => Promise<App | undefined>): Promise<void> => {
    picker.mustBeTrusted();
    const app = await choose();
    if (app === undefined || !(await mayStart(app, sessions))) return;
    await vscode.workspace.saveAll(false);
    const folder = vscode.workspace.workspaceFolders?.find((each) => isIn(app.place, each)) ?? vscode.workspace.workspaceFolders?.[0];
    await vscode.debug.startDebugging(folder, { ...app.configuration, appKey: app.key }, quietSession);
  };
  return vscode.Disposable.from(
    register("heatline.profileCurrentApp", (argument) => profile(() => picker.pick(uriOf(argument)))),
    register("heatline.profileAnotherApp", () => profile(() => picker.pickAnother())),
    register("heatline.profileActiveFile", (argument) => profile(() => picker.pickFile(uriOf(argument)))),
    sessions.onDidStart((app) => void guard(() => picker.rememberConfiguration(app.key))),
  );
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

function isIn(place: string, folder: vscode.WorkspaceFolder): boolean {
  const root = folder.uri.fsPath.replaceAll("\\", "/");
  return place === root || place.startsWith(`${root}/`);
}

/** VS Code passes the file when the command is run from the editor's title bar. */
function uriOf(argument: unknown): vscode.Uri | undefined {
  return argument instanceof vscode.Uri ? argument : undefined;
}
