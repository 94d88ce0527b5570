import * as vscode from "vscode";
import type { RegisterCommand } from "../commands.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import type { AppPicker } from "./app-picker.ts";
import type { StartApp } from "./start-app.ts";

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
