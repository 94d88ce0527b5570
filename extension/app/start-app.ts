import * as vscode from "vscode";
import type { Sessions } from "../debug/session-events.ts";
import { quietSession } from "../debug/quiet-session.ts";
import { inform } from "../screen/notifications.ts";
import { type App, slashes } from "../../language-server/starting/app-candidates.ts";
import type { AppPicker } from "./app-picker.ts";

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
