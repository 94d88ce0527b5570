import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import type { PassEntry } from "../../language-server/protocol/explain/pass-findings.ts";
import { decimal } from "../runs/run-text.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";

/** What a pass is called in lists. */
export function passName(kind: AskedPass): string {
  const { t } = vscode.l10n;
  return { waits: t("Waits"), routes: t("Routes"), counts: t("Counts"), allocations: t("Allocations") }[kind];
}

/** `131 req/s (99 in the run)`; "" without figures. */
export function passSpeed({ requestsPerSecond, inRun }: PassEntry): string {
  if (requestsPerSecond === undefined) return "";
  const { t } = vscode.l10n;
  const speed = decimal(requestsPerSecond);
  return inRun === undefined ? t("{0} req/s", speed) : t("{0} req/s ({1} in the run)", speed, decimal(inRun));
}

/** Of a run's passes those that were measured now: one that failed may be there from before. */
export function passesIn(folders: readonly string[], passes: readonly PassEntry[]): readonly PassEntry[] {
  return passes.filter(({ folder }) => folders.includes(folder));
}

/** Equal runs differ by as much. */
const usualFactor = 1.5;

/** Whether the app was slower or faster than in the run by more than runs differ by themselves. The windows of routes are too short for that. */
export function hasOtherSpeed({ kind, requestsPerSecond = 0, inRun = 0 }: PassEntry): boolean {
  if (kind === "routes" || requestsPerSecond <= 0 || inRun <= 0) return false;
  return Math.max(requestsPerSecond / inRun, inRun / requestsPerSecond) > usualFactor;
}

/** Whether what the run's lines and requests waited for is known. */
export function hasWaits(summary: Pick<RunSummary, "pass" | "passes"> | undefined): boolean {
  return summary?.pass?.kind === "waits" || summary?.passes.includes("waits") === true;
}
