import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import type { PassEntry } from "../../language-server/protocol/pass-list.ts";
import { decimal, percent } from "../runs/run-text.ts";

/** What a pass is called in lists. */
export function passName(kind: AskedPass): string {
  return { waits: vscode.l10n.t("Waits"), routes: vscode.l10n.t("Routes") }[kind];
}

/** `1,210 req/s, 8 % less than without the rewriting`; "" without figures. */
export function passSpeed({ kind, requestsPerSecond, change }: PassEntry): string {
  if (requestsPerSecond === undefined) return "";
  const { t } = vscode.l10n;
  const speed = t("{0} req/s", decimal(requestsPerSecond));
  if (change === undefined) return speed;
  const share = percent(Math.abs(change));
  if (Math.round(Math.abs(change) * 100) === 0) return t("{0}, as in the run", speed);
  if (kind === "waits")
    return change < 0
      ? t("{0}, {1} % less than without the rewriting", speed, share)
      : t("{0}, {1} % more than without the rewriting", speed, share);
  return change < 0 ? t("{0}, {1} % less than without the marks", speed, share) : t("{0}, {1} % more than without the marks", speed, share);
}
