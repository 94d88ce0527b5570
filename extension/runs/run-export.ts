import * as vscode from "vscode";
import { exportName } from "../../language-server/analysis/exporters/scope-name.ts";
import { everything } from "../../language-server/analysis/selection/selection.ts";
import { takesAway } from "../../language-server/analysis/selection/stack-filter.ts";
import { type ExportFormat, exportRun } from "../../language-server/protocol/run-export.ts";
import type { RegisterCommand } from "../commands.ts";
import type { ServerLink } from "../server-link.ts";
import { chosen } from "./run-actions.ts";
import type { RunsTree } from "./runs-tree.ts";
import { words } from "./run-text.ts";
import { pickOne } from "../screen/picks.ts";
import { type FormatItem, saveExport } from "./saved-export.ts";
import type { ShownRun } from "./shown-run.ts";

/** Exports a run, or what is selected of the shown one, to a file; asks for format and place. */
export function registerRunExport(register: RegisterCommand, tree: RunsTree, server: ServerLink, shownRun: ShownRun): vscode.Disposable {
  return register("heatline.exportRun", async (argument) => {
    const node = await chosen(argument, tree, vscode.l10n.t("Export which run?"));
    if (node?.kind !== "run") return;
    const { folder, id, name } = node.run;
    const shown = shownRun.summary?.id === id ? shownRun.summary : undefined;
    const title = vscode.l10n.t("Export “{0}” as", words(name, shown?.selectionText ?? ""));
    const format = await pickOne(formats(shown !== undefined && takesAway(shown.selection.filter)), { title, matchOnDetail: true });
    if (format === undefined) return;
    await saveExport({
      name,
      file: exportName(name, shown?.selection ?? everything, shown?.threads ?? []),
      format,
      write: async (file, token) => (await server.request(exportRun, { folder, format: format.format, file }, token)).files,
    });
  });
}

/** `isFiltered`: the summary, the page and the picture leave something out, as Hot Functions does; data for other tools is whole. */
function formats(isFiltered: boolean): readonly FormatItem<ExportFormat>[] {
  const filtered = isFiltered ? { description: vscode.l10n.t("filtered as in Hot Functions") } : {};
  const whole = isFiltered ? { description: vscode.l10n.t("without the filter") } : {};
  return [
    {
      ...whole,
      format: "cpuprofile",
      extension: "cpuprofile",
      shownBy: "editor",
      label: vscode.l10n.t("CPU profile (.cpuprofile)"),
      detail: vscode.l10n.t(
        "For Chrome DevTools, VS Code and speedscope. One file per thread; it has the lines that ran, but not the lines of callers.",
      ),
    },
    {
      ...whole,
      format: "speedscope",
      extension: "speedscope.json",
      shownBy: "editor",
      label: vscode.l10n.t("speedscope (.speedscope.json)"),
      detail: vscode.l10n.t("Every sample in order, with source maps applied."),
    },
    {
      ...whole,
      format: "pprof",
      extension: "pb.gz",
      shownBy: "nothing",
      label: vscode.l10n.t("pprof (.pb.gz)"),
      detail: vscode.l10n.t("For go tool pprof, Pyroscope and similar tools: lines of all frames, with source maps applied."),
    },
    {
      ...whole,
      format: "collapsed",
      extension: "collapsed.txt",
      shownBy: "editor",
      label: vscode.l10n.t("Collapsed stacks (.txt)"),
      detail: vscode.l10n.t("For flamegraph.pl and similar tools: one line per stack with its number of samples."),
    },
    {
      ...filtered,
      format: "svg",
      extension: "svg",
      shownBy: "browser",
      label: vscode.l10n.t("Flame graph (.svg)"),
      detail: vscode.l10n.t("Zoom and search in any browser; a plain picture in an issue or a slide."),
    },
    {
      ...filtered,
      format: "html",
      extension: "html",
      shownBy: "browser",
      label: vscode.l10n.t("Page (.html)"),
      detail: vscode.l10n.t("Load figures, speedscope with the profile, and hot lines in one file that needs no network."),
    },
    {
      ...filtered,
      format: "markdown",
      extension: "md",
      shownBy: "editor",
      label: vscode.l10n.t("Summary (.md)"),
      detail: vscode.l10n.t("Load figures, hottest lines and functions on one page, to paste into an issue."),
    },
  ];
}
