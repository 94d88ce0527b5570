import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { ProfiledApp, Sessions } from "./session-events.ts";

/** A profiled app never pauses, so the window stays as it is: no debug toolbar, view or colours. */
export const quietSession: vscode.DebugSessionOptions = {
  suppressSaveBeforeStart: true,
  suppressDebugToolbar: true,
  suppressDebugView: true,
  suppressDebugStatusbar: true,
};

/** Ends a session and starts another one with its configuration. */
export async function restartQuietly(session: vscode.DebugSession): Promise<void> {
  await vscode.debug.stopDebugging(session);
  await vscode.debug.startDebugging(session.workspaceFolder, session.configuration, quietSession);
}

/** Console options for our configurations, unless the user set them there or in the settings. */
export function quietConsole(): { readonly internalConsoleOptions?: "neverOpen"; readonly outputOnFailure?: true } {
  const chosen = vscode.workspace.getConfiguration("debug").inspect("internalConsoleOptions");
  const isChosen = [chosen?.globalValue, chosen?.workspaceValue, chosen?.workspaceFolderValue].some((value) => value !== undefined);
  return isChosen ? {} : { internalConsoleOptions: "neverOpen", outputOnFailure: true };
}

/** Shows the app's output on request, and automatically when the app fails. */
export function registerAppOutput(register: RegisterCommand, sessions: Sessions): vscode.Disposable {
  let last: ProfiledApp | undefined;
  const show = async (app: ProfiledApp | undefined, preserveFocus: boolean): Promise<void> => {
    const isInTerminal = app?.session.configuration["console"] === "integratedTerminal";
    const view = isInTerminal ? "terminal" : "workbench.panel.repl.view";
    await vscode.commands.executeCommand(`${view}.focus`, { preserveFocus });
  };
  return vscode.Disposable.from(
    sessions.onDidStart((app) => (last = app)),
    sessions.onDidReceive(({ app, event }) => {
      const { outputOnFailure, internalConsoleOptions } = app.session.configuration;
      const isOurs = outputOnFailure === true && internalConsoleOptions === "neverOpen";
      if (event.name === "heatline.appFailed" && isOurs) void show(app, true);
    }),
    register("heatline.showAppOutput", () => show(last, false)),
  );
}
