import * as vscode from "vscode";
import type { Sessions } from "../debug/session-events.ts";
import { quietSession } from "../debug/quiet-session.ts";
import { inform } from "../screen/notifications.ts";
import type { App } from "./app-candidates.ts";
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
    const folder = vscode.workspace.workspaceFolders?.find((each) => isIn(app.place, each)) ?? vscode.workspace.workspaceFolders?.[0];
    await vscode.debug.startDebugging(folder, { ...app.configuration, appKey: app.key }, quietSession);
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

function isIn(place: string, folder: vscode.WorkspaceFolder): boolean {
  const root = folder.uri.fsPath.replaceAll("\\", "/");
  return place === root || place.startsWith(`${root}/`);
}
