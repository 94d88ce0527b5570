import * as vscode from "vscode";
import type { DamagedRun, RunEntry } from "../../language-server/protocol/run-list.ts";
import { decimal, durationText, percent } from "./run-text.ts";
import { type FactSheet, treeItem } from "../screen/tree-row.ts";

/** A row of the *Runs* view. */
export type RunNode =
  | { readonly kind: "run"; readonly run: RunEntry; readonly isShown: boolean }
  | { readonly kind: "damaged"; readonly run: DamagedRun }
  | { readonly kind: "unlisted"; readonly count: number };

/** Texts of a run, most important first, as a narrow view cuts them off. */
export function runItem(node: RunNode, now: Date): vscode.TreeItem {
  switch (node.kind) {
    case "run":
      return entryItem(node.run, node.isShown, now);
    case "damaged":
      return damagedItem(node.run);
    case "unlisted": {
      const label = vscode.l10n.t("{0} older runs are saved but not listed", decimal(node.count));
      return treeItem({ label, contextValue: "unlisted" });
    }
  }
}

function entryItem(run: RunEntry, isShown: boolean, now: Date): vscode.TreeItem {
  const marks = marksOf(run, isShown);
  const kinds = ["run", ...(run.pinned ? ["pinned"] : []), ...(run.isBaseline ? ["baseline"] : []), ...(isShown ? ["shown"] : [])];
  return treeItem({
    id: run.folder,
    label: run.name,
    description: [...marks, dateText(run.startedAt, now), ...figures(run)].join(" · "),
    tooltip: { title: run.name, remark: marks.join(", "), facts: facts(run) },
    icon: icon(run, isShown),
    contextValue: kinds.join(" "),
    command: { command: "heatline.openRun", title: vscode.l10n.t("Open"), arguments: [run.folder] },
    spoken: [run.name, ...marks, dateText(run.startedAt, now), ...figures(run)].join(", "),
  });
}

function damagedItem(run: DamagedRun): vscode.TreeItem {
  const damaged = vscode.l10n.t("cannot be read");
  return treeItem({
    id: run.folder,
    label: run.id,
    description: `${damaged} · ${run.reason}`,
    tooltip: run.reason,
    icon: new vscode.ThemeIcon("warning", new vscode.ThemeColor("list.warningForeground")),
    contextValue: "damaged",
    spoken: `${run.id}, ${damaged}, ${run.reason}`,
  });
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

function facts(run: RunEntry): FactSheet["facts"] {
  return [
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
}

function icon(run: RunEntry, isShown: boolean): vscode.ThemeIcon {
  if (isShown) return new vscode.ThemeIcon("flame", new vscode.ThemeColor("heatline.heat6"));
  if (run.isBaseline) return new vscode.ThemeIcon("milestone");
  return new vscode.ThemeIcon(run.pinned ? "pinned" : "history");
}

/** Only the time, if it is today. */
export function dateText(iso: string, now: Date): string {
  const date = new Date(iso);
  const isToday = date.toDateString() === now.toDateString();
  return new Intl.DateTimeFormat(
    vscode.env.language,
    isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" },
  ).format(date);
}
