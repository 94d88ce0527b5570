import * as vscode from "vscode";
import type { ExportFormat } from "../../language-server/protocol/run-export.ts";
import { pickOne } from "../screen/picks.ts";
import { type FormatItem, saveExport } from "./saved-export.ts";

interface ExportedRun {
  readonly title: string;
  readonly isFiltered: boolean;
  readonly name: string;
  /** Proposed for the file, without an extension. */
  readonly file: string;
  /** Has the server write to this local file; returns the files written. */
  readonly write: (format: ExportFormat, file: string, token: vscode.CancellationToken) => Promise<readonly string[]>;
}

/** Asks for format and place. A bundle of its own, loaded for the first export. */
export async function exportAs({ title, isFiltered, name, file, write }: ExportedRun): Promise<void> {
  const format = await pickOne(formats(isFiltered), { title, matchOnDetail: true });
  if (format === undefined) return;
  await saveExport({ name, file, format, write: (path, token) => write(format.format, path, token) });
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
