import type * as vscode from "vscode";
import { pruneRuns } from "../../language-server/protocol/run-edits.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { setting } from "../settings.ts";

/** Deletes the oldest runs beyond the setting's number when a new one is shown. */
export function registerRunPruning(onDidShowRun: vscode.Event<RunSummary>, server: ServerLink, guard: Guard): vscode.Disposable {
  return onDidShowRun(() => void guard(() => server.request(pruneRuns, { keep: Math.max(0, Math.round(setting("keepRuns"))) })));
}
