import type * as vscode from "vscode";
import { pruneRuns } from "../../language-server/protocol/runs.ts";
import type { Guard } from "../errors.ts";
import type { ServerLink } from "../server-link.ts";
import { setting } from "../settings.ts";
import type { LoadRun } from "../load/load-run.ts";

/** When a run was written and is shown, the oldest beyond the setting go. */
export function registerRunPruning(loadRun: LoadRun, server: ServerLink, guard: Guard): vscode.Disposable {
  return loadRun.onDidShowRun(() => void guard(() => server.request(pruneRuns, { keep: Math.max(0, Math.round(setting("keepRuns"))) })));
}
