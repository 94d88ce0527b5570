import * as vscode from "vscode";
import type { DamagedRun, RunEntry } from "../../language-server/protocol/run-list.ts";
import { decimal, durationText, percent } from "./run-text.ts";

/** A row of the *Runs* view. */
export type RunNode =
  | { readonly kind: "run"; readonly run: RunEntry; readonly isShown: boolean }
  | { readonly kind: "damaged"; readonly run: DamagedRun }
  | { readonly kind: "unlisted"; readonly count: number };

/** Texts of a run, in the order in which they matter when the view is narrow. */
export function runItem(node: RunNode, now: Date): vscode.TreeItem {
  switch (node.kind) {
    case "run":
      return entryItem(node.run, node.isShown, now);
    case "damaged":
      return damagedItem(node.run);
    case "unlisted": {
      const item = new vscode.TreeItem(vscode.l10n.t("{0} older runs are saved but not listed", decimal(node.count)));
      item.contextValue = "unlisted";
      return item;
    }
  }
}

function entryItem(run: RunEntry, isShown: boolean, now: Date): vscode.TreeItem {
  const item = new vscode.TreeItem(run.name);
  const marks = marksOf(run, isShown);
  item.id = run.folder;
  item.description = [...marks, dateText(run.startedAt, now), ...figures(run)].join(" · ");
  item.tooltip = tooltip(run, marks);
  item.iconPath = icon(run, isShown);
  item.contextValue = [
    "run",
    ...(run.pinned ? ["pinned"] : []),
    ...(run.isBaseline ? ["baseline"] : []),
    ...(isShown ? ["shown"] : []),
  ].join(" ");
  item.command = { command: "heatline.openRun", title: vscode.l10n.t("Open"), arguments: [run.folder] };
  item.accessibilityInformation = { label: [run.name, ...marks, dateText(run.startedAt, now), ...figures(run)].join(", ") };
  return item;
}

function damagedItem(run: DamagedRun): vscode.TreeItem {
  const item = new vscode.TreeItem(run.id);
  const damaged = vscode.l10n.t("cannot be read");
  item.id = run.folder;
  item.description = `${damaged} · ${run.reason}`;
  item.tooltip = run.reason;
  item.iconPath = new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground"));
  item.contextValue = "damaged";
  item.accessibilityInformation = { label: `${run.id}, ${damaged}, ${run.reason}` };
  return item;
}

function marksOf(run: RunEntry, isShown: boolean): readonly string[] {
  return [
    ...(isShown ? [vscode.l10n.t("shown")] : []),
    ...(run.isBaseline ? [vscode.l10n.t("baseline")] : []),
    ...(run.pinned ? [vscode.l10n.t("pinned")] : []),
  ];
}

function figures(run: RunEntry): readonly string[] {
  const { load, busy, gitCommit, threads } = run;
  return [
    ...(load === undefined
      ? [durationText(run.durationMs)]
      : [
          ...(load.requestsPerSecond === undefined ? [] : [vscode.l10n.t("{0} req/s", decimal(load.requestsPerSecond))]),
          ...(load.p99Ms === undefined ? [] : [`p99 ${durationText(load.p99Ms)}`]),
        ]),
    ...(load !== undefined && load.failed > 0 ? [vscode.l10n.t("{0} failed", decimal(load.failed))] : []),
    ...(busy === undefined ? [] : [vscode.l10n.t("{0} % busy", percent(busy))]),
    ...(gitCommit === "" ? [] : [gitCommit.slice(0, 7)]),
    threads === 1 ? vscode.l10n.t("1 thread") : vscode.l10n.t("{0} threads", threads),
  ];
}

function tooltip(run: RunEntry, marks: readonly string[]): vscode.MarkdownString {
  const rows: readonly (readonly [string, string])[] = [
    [vscode.l10n.t("App"), run.app],
    ...(run.load === undefined ? [] : [[vscode.l10n.t("Load"), run.load.label] as const]),
    [vscode.l10n.t("Figures"), figures(run).join(" · ")],
    [vscode.l10n.t("Measured for"), durationText(run.durationMs)],
    [vscode.l10n.t("Node.js"), run.nodeVersion],
    ...(run.gitCommit === "" ? [] : [[vscode.l10n.t("Commit"), run.gitCommit] as const]),
    [
      vscode.l10n.t("Started"),
      new Intl.DateTimeFormat(vscode.env.language, { dateStyle: "full", timeStyle: "medium" }).format(new Date(run.startedAt)),
    ],
  ];
  const text = new vscode.MarkdownString();
  text.appendMarkdown("**");
  text.appendText(run.name);
  text.appendMarkdown(`**${marks.length === 0 ? "" : ` (${marks.join(", ")})`}\n\n| | |\n|---|---|\n`);
  for (const [name, value] of rows) {
    text.appendMarkdown(`| ${name} | `);
    text.appendText(value.replaceAll("|", "¦"));
    text.appendMarkdown(" |\n");
  }
  return text;
}

function icon(run: RunEntry, isShown: boolean): vscode.ThemeIcon {
  if (isShown) return new vscode.ThemeIcon("flame", new vscode.ThemeColor("heatline.heat6"));
  if (run.isBaseline) return new vscode.ThemeIcon("milestone");
  return new vscode.ThemeIcon(run.pinned ? "pinned" : "history");
}

/** Today by the time alone. */
export function dateText(iso: string, now: Date): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(
    vscode.env.language,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(date);
}
