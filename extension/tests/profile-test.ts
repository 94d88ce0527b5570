import type * as vscode from "vscode";
import type { StartApp } from "../app/start-app.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";

/** “Profile Test”: from the test gutter, the test explorer, our lens, or the command palette for the test at the cursor. */
export function registerProfileTest(
  register: RegisterCommand,
  server: ServerLink,
  start: StartApp,
  memory: vscode.Memento,
): vscode.Disposable {
  return register("heatline.profileTest", (argument) =>
    start(async () => {
      const { chosenApp } = await import("./chosen-app.js");
      return await chosenApp(argument, server, memory);
    }),
  );
}
