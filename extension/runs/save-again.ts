import path from "node:path";
import * as vscode from "vscode";
import { saveRun } from "../../language-server/protocol/run-edits.ts";
import type { Sessions } from "../debug/session-events.ts";
import type { Guard } from "../errors.ts";
import { warn } from "../screen/notifications.ts";
import type { ServerLink } from "../server-link.ts";

/** Offers to save a run that could only be written to the private folder, until it is saved or the user declines. */
export function registerSaveAgain(sessions: Sessions, runsFolder: string, server: ServerLink, guard: Guard): vscode.Disposable {
  return sessions.onDidReceive(({ event }) => {
    if (event.name !== "heatline.runWritten") return;
    const { folder } = event.body;
    if (path.dirname(folder) !== path.resolve(runsFolder)) void offer(folder, server, guard);
  });
}

async function offer(folder: string, server: ServerLink, guard: Guard): Promise<void> {
  const save = vscode.l10n.t("Save Again");
  const question = vscode.l10n.t("The run is only in the folder {0}, not among your runs.", folder);
  while ((await warn(question, save)) === save) if ((await guard(() => server.request(saveRun, { folder }))) !== undefined) return;
}
