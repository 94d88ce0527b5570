import * as vscode from "vscode";
import { showError, showLinked } from "./screen/notifications.ts";
import { withOwnFile } from "./own-files.ts";
import { UserError } from "./user-error.ts";

/** The editor's error boundary: shows the user whatever was thrown. Never throws itself. */
export type Report = (error: unknown) => void;

/** Runs `work` and reports what it throws or rejects with. */
export type Guard = <Result>(work: () => Result | PromiseLike<Result>) => Promise<Result | undefined>;

/**
 * A UserError says what to do; one with a cause, of the system, the server or the adapter, leads to the log, too. Anything else is a bug, whose
 * stack goes to the log.
 */
export function createReport(log: vscode.LogOutputChannel): Report {
  return (thrown) => {
    const error = withOwnFile(thrown);
    if (error instanceof vscode.CancellationError) return;
    if (error instanceof UserError) {
      const { text, cause, link } = error;
      log.warn(cause instanceof Error ? `${text}\n${cause.stack ?? cause.message}` : text);
      void (cause === undefined ? showError(text) : showWithLog(log, text, link));
      return;
    }
    log.error(error instanceof Error ? error : String(error));
    void showWithLog(log, vscode.l10n.t("Unexpected error in Heatline: {0}", error instanceof Error ? error.message : String(error)));
  };
}

async function showWithLog(log: vscode.LogOutputChannel, message: string, link = ""): Promise<void> {
  const show = vscode.l10n.t("Show Log");
  const picked = await showLinked(message, link, show);
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
