import * as vscode from "vscode";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";

/** How its figures were measured, as they differ from those of the run itself. */
export function passRemark(kind: AskedPass): string {
  const { t } = vscode.l10n;
  return {
    waits: t("measured while rewritten"),
    routes: t("measured route by route"),
    counts: t("counts only, no times"),
    allocations: t("allocations only, no times"),
  }[kind];
}
