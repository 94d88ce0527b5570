import * as vscode from "vscode";
import { showError } from "./screen/notifications.ts";
import { UserError } from "./user-error.ts";

/** The editor's error boundary: shows the user whatever was thrown. Never throws itself. */
export type Report = (error: unknown) => void;

/** Runs `work` and reports what it throws or rejects with. */
export type Guard = <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result | undefined>;

/** Shows a UserError as it is. Anything else is a bug: its stack goes to the log, and the notification links there. */
export function createReport(log: vscode.LogOutputChannel): Report {
  return (error) => {
    if (error instanceof vscode.CancellationError) return;
    if (error instanceof UserError) {
      log.warn(error.text);
      void showError(error.text);
      return;
    }
    log.error(error instanceof Error ? error : String(error));
    void showBug(log, error instanceof Error ? error.message : String(error));
  };
}

async function showBug(log: vscode.LogOutputChannel, message: string): Promise<void> {
  const show = vscode.l10n.t("Show Log");
  const picked = await showError(vscode.l10n.t("Unexpected error in Heatline: {0}", message), show);
  if (picked === show) log.show();
}

/** For event handlers and commands, which have no caller that could catch. */
export function createGuard(report: Report): Guard {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      report(error);
      return undefined;
    }
  };
}
