import * as vscode from "vscode";
import { isMarkedPass } from "../../language-server/analysis/passes/asked-passes.ts";
import { digits } from "../../language-server/analysis/figures.ts";
import { passRemark, decimal, durationText, percent, startsCount, startsText, startTime, words } from "./run-text.ts";
import { passName, passSpeed } from "../explain/pass-words.ts";
import type { PassEntry } from "../../language-server/protocol/explain/pass-findings.ts";
import type { DamagedRun, RunEntry } from "../../language-server/protocol/run-list.ts";
import { type FactSheet, treeItem } from "../screen/tree-row.ts";

/** A row of the *Runs* view. */
export type RunNode =
  | {
      readonly kind: "run";
      readonly run: RunEntry;
      readonly isShown: boolean;
      /** That is shown in place of the run. */
      readonly shownPass?: PassEntry["kind"] | undefined;
      readonly differs: RunDifferences;
    }
  /** Beneath its run, which opens where the pass has no times of its own. */
  | { readonly kind: "pass"; readonly pass: PassEntry; readonly of: string; readonly isShown: boolean }
  /** Of its own work by a tool of the run, beneath it. */
  | { readonly kind: "profile"; readonly profile: RunEntry["toolProfiles"][number] }
  | { readonly kind: "damaged"; readonly run: DamagedRun }
  | { readonly kind: "unlisted"; readonly count: number };

/** What not all rows have alike, so that it belongs into their labels. */
export type RunDifferences = Readonly<ReturnType<typeof differencesOf>>;

export function differencesOf(runs: readonly RunEntry[]) {
  return {
    name: new Set(runs.map(({ name }) => name)).size > 1,
    request: new Set(runs.flatMap(({ load }) => load?.label ?? [])).size > 1,
  };
}

/** Texts of a run, most important first, as a narrow view cuts them off. */
export function runItem(node: RunNode, now: Date): vscode.TreeItem {
  switch (node.kind) {
    case "run":
      return entryItem(node, now);
    case "pass":
      return passItem(node);
    case "profile":
      return profileItem(node.profile);
    case "damaged":
      return damagedItem(node.run);
    case "unlisted": {
      const label = vscode.l10n.t("{0} older runs are saved but not listed", decimal(node.count));
      return treeItem({ label, contextValue: "unlisted" });
    }
  }
}

/** Figures come first: VS Code cuts off a row's end, the description before the label. */
function entryItem({ run, isShown, differs }: Extract<RunNode, { readonly kind: "run" }>, now: Date): vscode.TreeItem {
  const marks = marksOf(run, isShown);
  const kinds = [
    "run",
    ...(run.pinned ? ["pinned"] : []),
    ...(run.isBaseline ? ["baseline"] : []),
    ...(isShown ? ["shown"] : []),
    ...(run.agent === undefined ? [] : ["agent"]),
    ...(run.load === undefined ? [] : ["loaded"]),
  ];
  const request = run.load === undefined ? [] : [run.load.label];
  const lead = [dateText(run.startedAt, now), ...(differs.request ? request : []), ...(differs.name ? [run.name] : [])];
  const rest = [...marks, ...(differs.request ? [] : request), ...figures(run)];
  return treeItem({
    id: run.folder,
    label: [...headline(run), ...lead].join(" · "),
    description: rest.join(" · "),
    tooltip: { title: run.name, remark: [run.standing.text, ...marks].filter((text) => text !== "").join(", "), facts: facts(run) },
    icon: icon(run, isShown),
    ...(run.passes.length + run.toolProfiles.length === 0 ? {} : { opens: vscode.TreeItemCollapsibleState.Expanded }),
    contextValue: kinds.join(" "),
    command: { command: "heatline.openRun", title: vscode.l10n.t("Open"), arguments: [run.folder] },
    spoken: [...spokenHeadline(run), ...lead, ...(differs.name ? [] : [run.name]), ...rest].join(", "),
  });
}

function passItem({ pass, of, isShown }: Extract<RunNode, { readonly kind: "pass" }>): vscode.TreeItem {
  const marks = [...(isShown ? [vscode.l10n.t("shown")] : []), passRemark(pass.kind)];
  const name = passName(pass.kind);
  return treeItem({
    id: pass.folder,
    label: name,
    description: words(...marks.slice(0, -1), passSpeed(pass), ...marks.slice(-1)),
    tooltip: { title: name, remark: passRemark(pass.kind), facts: [[vscode.l10n.t("Figures"), passSpeed(pass)]] },
    icon: isShown ? new vscode.ThemeIcon("flame", new vscode.ThemeColor("heatline.heat6")) : new vscode.ThemeIcon("lightbulb"),
    contextValue: "pass",
    command: { command: "heatline.openRun", title: vscode.l10n.t("Open"), arguments: [isMarkedPass(pass.kind) ? pass.folder : of] },
    spoken: [name, passSpeed(pass), ...marks].filter((text) => text !== "").join(", "),
  });
}

function profileItem({ tool, file }: RunEntry["toolProfiles"][number]): vscode.TreeItem {
  const label = vscode.l10n.t("{0}’s own profile", tool);
  const remark = vscode.l10n.t("what it did outside JavaScript");
  return treeItem({
    id: file,
    label,
    description: remark,
    tooltip: { title: label, remark, facts: [[vscode.l10n.t("File"), file]] },
    icon: new vscode.ThemeIcon("graph"),
    contextValue: "profile",
    command: { command: "heatline.openProfile", title: vscode.l10n.t("Open"), arguments: [vscode.Uri.file(file)] },
    spoken: `${label}, ${remark}`,
  });
}

/** `9,940/s ×35`, `5,100/s · cancelled`; as short as can be, to be whole in the narrowest side bar. */
function headline(run: RunEntry): readonly string[] {
  const { load, ratio, standing, startup } = run;
  const speed = load?.requestsPerSecond;
  const mark = standing.text === "" ? [] : [standing.text];
  if (startup !== undefined) return [startTime(startup), ...mark, startsCount(startup)];
  if (speed === undefined) return load === undefined && mark.length === 0 ? [durationText(run.durationMs)] : mark;
  return [[vscode.l10n.t("{0}/s", decimal(speed)), ...(ratio === undefined ? [] : [ratioText(ratio)])].join(" "), ...mark];
}

function spokenHeadline({ load, ratio, standing, durationMs, startup }: RunEntry): readonly string[] {
  const speed =
    startup !== undefined ? startsText(startup) : load === undefined ? durationText(durationMs) : speedText(load.requestsPerSecond);
  return [
    ...(standing.text === "" ? [] : [standing.text]),
    ...(speed === undefined ? [] : [speed]),
    ...(ratio === undefined ? [] : [vscode.l10n.t("{0} of the run before", ratioText(ratio))]),
  ];
}

function speedText(perSecond: number | undefined): string | undefined {
  return perSecond === undefined ? undefined : vscode.l10n.t("{0} req/s", decimal(perSecond));
}

/** `×35`, `÷1.2`; `=` if about the same. */
function ratioText(ratio: number): string {
  const factor = ratio >= 1 ? ratio : 1 / ratio;
  const rounded = digits(factor, factor >= 9.95 ? 0 : 1, vscode.env.language);
  return rounded === digits(1, 1, vscode.env.language) ? "=" : `${ratio >= 1 ? "×" : "÷"}${rounded}`;
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
    ...(run.agent === undefined ? [] : [agentText(run.agent)]),
  ];
}

/** As its client calls itself, "" if it does not. */
function agentText(client: string): string {
  return client === "" ? vscode.l10n.t("by an agent") : vscode.l10n.t("by agent {0}", client);
}

/** What follows the headline. */
function figures(run: RunEntry): readonly string[] {
  const { load, busy, gitCommit, threads } = run;
  return [
    ...(load?.p99Ms === undefined ? [] : [`p99 ${durationText(load.p99Ms)}`]),
    ...(load !== undefined && load.failed > 0 ? [vscode.l10n.t("{0} failed", decimal(load.failed))] : []),
    ...(busy === undefined ? [] : [vscode.l10n.t("{0} % busy", percent(busy))]),
    ...(gitCommit === "" ? [] : [gitCommit.slice(0, 7)]),
    ...(threads === 1 || run.startup !== undefined ? [] : [vscode.l10n.t("{0} threads", threads)]),
  ];
}

function facts(run: RunEntry): FactSheet["facts"] {
  return [
    [vscode.l10n.t("App"), run.app],
    ...(run.load === undefined ? [] : [[vscode.l10n.t("Load"), run.load.label] as const]),
    [vscode.l10n.t("Figures"), [...spokenHeadline(run), ...figures(run)].join(" · ")],
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
  if (failed.has(run.standing.kind)) return new vscode.ThemeIcon("error", new vscode.ThemeColor("list.errorForeground"));
  if (run.isBaseline) return new vscode.ThemeIcon("milestone");
  if (run.pinned) return new vscode.ThemeIcon("pinned");
  if (run.standing.text !== "") return new vscode.ThemeIcon("circle-slash");
  return new vscode.ThemeIcon(run.agent === undefined ? "history" : "hubot");
}

/** Only the time, if it is today; no year, if it is this one. */
export function dateText(iso: string, now: Date): string {
  const date = new Date(iso);
  const time = { hour: "numeric", minute: "2-digit" } as const;
  const day = { month: "short", day: "numeric" } as const;
  const isToday = date.toDateString() === now.toDateString();
  const isThisYear = date.getFullYear() === now.getFullYear();
  const parts = isToday ? time : isThisYear ? { ...day, ...time } : ({ year: "numeric", ...day, ...time } as const);
  return new Intl.DateTimeFormat(vscode.env.language, parts).format(date);
}

const failed: ReadonlySet<RunEntry["standing"]["kind"]> = new Set(["failedStart", "beforeLoad", "noSamples", "crashed", "failing"]);
