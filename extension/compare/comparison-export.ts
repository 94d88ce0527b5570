import * as vscode from "vscode";
import { exportName } from "../../language-server/analysis/exporters/scope-name.ts";
import { type Scope, wholeRun } from "../../language-server/analysis/selection/selection.ts";
import type { ComparisonFormat } from "../../language-server/analysis/exporters/export-formats.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import type { RunSummary } from "../../language-server/protocol/run-summary.ts";
import { exportComparison } from "../../language-server/protocol/run-export.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ShownRun } from "../runs/shown-run.ts";
import { type FormatItem, saveExport } from "../runs/saved-export.ts";
import { pickOne } from "../screen/picks.ts";
import { isOfSpan } from "./comparison-memory.ts";
import type { ServerLink } from "../server-link.ts";

/** Exports the comparison that the panel shows; asks for format and place. */
export function registerComparisonExport(
  register: RegisterCommand,
  server: ServerLink,
  shown: () => Comparison | undefined,
  shownRun: Pick<ShownRun, "summary">,
): vscode.Disposable {
  return register("heatline.exportComparison", async () => {
    const comparison = shown();
    if (comparison === undefined) return;
    const { base, next, per } = comparison;
    const format = await pickOne(formats(), { title: vscode.l10n.t("Export “{0}” as", next.name), matchOnDetail: true });
    if (format === undefined) return;
    const wanted = { newFolder: next.folder, baseFolder: base.folder, per, format: format.format };
    await saveExport({
      name: next.name,
      file: exportName(next.name, scopeOf(comparison, shownRun.summary), shownRun.summary?.threads ?? []),
      format,
      write: async (file, token) => (await server.request(exportComparison, { ...wanted, file }, token)).files,
    });
  });
}

/** What of both is compared. */
function scopeOf(comparison: Comparison, summary: RunSummary | undefined): Scope {
  if (summary === undefined || summary.id !== comparison.next.id) return wholeRun;
  return { ...summary.selection, spans: isOfSpan(comparison) ? summary.selection.spans : null };
}

function formats(): readonly FormatItem<ComparisonFormat>[] {
  return [
    {
      format: "html",
      extension: "html",
      shownBy: "browser",
      label: vscode.l10n.t("Page (.html)"),
      detail: vscode.l10n.t("The figures of both runs, red and blue flame graphs, and what changed, in one file that needs no network."),
    },
    {
      format: "svg",
      extension: "svg",
      shownBy: "browser",
      label: vscode.l10n.t("Flame graph (.svg)"),
      detail: vscode.l10n.t("Red and blue; zoom and search in any browser."),
    },
  ];
}
