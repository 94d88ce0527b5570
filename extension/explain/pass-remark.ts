import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";

/** How its figures were measured, as they differ from those of the run itself. */
export function passRemark(kind: AskedPass): string {
  return kind === "waits" ? vscode.l10n.t("measured while rewritten") : vscode.l10n.t("measured route by route");
}
