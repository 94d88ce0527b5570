import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import type { PassEntry } from "../../language-server/protocol/explain/pass-list.ts";
import { decimal, percent } from "../runs/run-text.ts";

/** What a pass is called in lists. */
export function passName(kind: AskedPass): string {
  return { waits: vscode.l10n.t("Waits"), routes: vscode.l10n.t("Routes") }[kind];
}

/** `1,210 req/s, 8 % less`; "" without figures. */
export function shortSpeed({ requestsPerSecond, change }: PassEntry): string {
  if (requestsPerSecond === undefined) return "";
  const { t } = vscode.l10n;
  const speed = t("{0} req/s", decimal(requestsPerSecond));
  if (change === undefined || isSmall(change)) return speed;
  const share = percent(Math.abs(change));
  return change < 0 ? t("{0}, {1} % less", speed, share) : t("{0}, {1} % more", speed, share);
}

/** `1,210 req/s, 8 % less than without the rewriting`; "" without figures. */
export function passSpeed(pass: PassEntry): string {
  const { kind, requestsPerSecond, change } = pass;
  if (requestsPerSecond === undefined || change === undefined) return shortSpeed(pass);
  const { t } = vscode.l10n;
  const speed = shortSpeed(pass);
  if (isSmall(change)) return t("{0}, as in the run", speed);
  return kind === "waits" ? t("{0} than without the rewriting", speed) : t("{0} than in the run", speed);
}

function isSmall(change: number): boolean {
  return Math.round(Math.abs(change) * 100) === 0;
}
