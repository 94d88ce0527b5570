import path from "node:path";
import * as vscode from "vscode";
import type { Subject } from "./measurement.ts";
import type { AgainOffer } from "../../webview/load/incoming.ts";

/** What is offered for edited files of a run: its button says what is left to the user. */
export function offerOf(subject: Subject, files: readonly string[], app: AppNow): AgainOffer {
  return { label: labelOf(subject), about: savedText(files), help: helpOf(subject, app) };
}

/** `stale`: it runs, and its build is older than its source. */
export type AppNow = "stopped" | "running" | "stale";

export function labelOf({ measured: { attached, course } }: Subject): string {
  const { t } = vscode.l10n;
  if (attached !== undefined) return t("Wait for Restart");
  return course === "byHand" ? t("Measure by Hand") : t("Measure Again");
}

/** `files`: at least one. */
export function savedText([first = "", ...others]: readonly string[]): string {
  const name = path.basename(first);
  return others.length === 0
    ? vscode.l10n.t("{0} was saved since this run.", name)
    : vscode.l10n.t("{0} and {1} more files were saved since this run.", name, others.length);
}

function helpOf({ measured: { attached, course, test }, reloading }: Subject, app: AppNow): string {
  const { t } = vscode.l10n;
  if (attached !== undefined) return t("You restart the app; Heatline attaches to it again, measures it and compares.");
  if (course === "byHand") return t("Heatline restarts the app; you send the same requests and stop the recording.");
  if (test !== undefined) return t("Runs the test again and compares.");
  if (course === "alone") return t("Runs it again and compares.");
  if (app === "stale") return t("Builds and restarts the app, sends the same load and compares.");
  if (app === "stopped") return t("Starts the app, sends the same load and compares.");
  return reloading === undefined
    ? t("Restarts the app, sends the same load and compares.")
    : t("Waits for the new code, sends the same load and compares.");
}
