import * as vscode from "vscode";
import { digits } from "../../language-server/analysis/figures.ts";
import { failedRequests, hasFigures, isAllFailed, type LoadReport } from "../../language-server/analysis/load/load.ts";
import type { HotLine, RunSummary } from "../../language-server/protocol/run-summary.ts";
import type { HotLineText } from "../../webview/load/incoming.ts";
import type { AskedPass } from "../../language-server/analysis/passes/asked-passes.ts";

/** A run in one sentence, for the notification, the form and the status bar. */

/** `util.js:24, 45 % self`; undefined when nothing is hot. */
function hottestText(summary: RunSummary): string | undefined {
  const [hottest] = summary.hotLines;
  return hottest && `${hottest.label}, ${shareText(hottest)}`;
}

/** A hot line as the load form and the status bar show it. */
export function hotLineText(line: HotLine): HotLineText {
  return { place: line.label, share: shareText(line), percent: `${percent(shownShare(line))} %` };
}

/** The hottest lines, of which the load form has room for some. */
export function hotLineTexts(summary: RunSummary): readonly HotLineText[] {
  return summary.hotLines.slice(0, 5).map(hotLineText);
}

/**
 * `GET /test · 33.7 req/s · p99 2.0 s · hottest: util.js:24, 45 % self`. `result`: what changed since the run before, which takes the place of the
 * figures: `GET /test · 33.7 → 1,190 req/s, ×35 · util.js:24 gone · hottest: rank.js:7, 12 % self`.
 */
export function summaryText(summary: RunSummary, result = ""): string {
  const hottest = hottestText(summary);
  const load = summary.load;
  const figures =
    load === undefined
      ? [
          summary.name,
          ...testFigures(summary),
          ...(result !== "" ? [result] : summary.startup === undefined ? [busyText(summary)] : [startsText(summary.startup)]),
        ]
      : [load.label, ...(result === "" ? loadFigures(load) : [result])];
  const failed = load === undefined ? 0 : failedRequests(load);
  return [
    ...figures,
    ...(load === undefined || failed === 0 ? [] : [failedText(load, failed)]),
    hottest === undefined ? vscode.l10n.t("no hot line in your own code") : vscode.l10n.t("hottest: {0}", hottest),
    ...(summary.pass === undefined ? [] : [passRemark(summary.pass.kind)]),
    ...(summary.selectionText === "" ? [] : [summary.selectionText]),
    ...(summary.recorderNote === "" ? [] : [vscode.l10n.t("recorded by the inspector instead of exactly: {0}", summary.recorderNote)]),
  ].join(" · ");
}

function busyText({ busyTicks, intervalUs }: RunSummary): string {
  return vscode.l10n.t("{0} busy", durationText((busyTicks * intervalUs) / 1000));
}

function failedText(load: LoadReport, failed: number): string {
  return isAllFailed(load) ? vscode.l10n.t("all {0} failed", decimal(failed)) : vscode.l10n.t("{0} failed", decimal(failed));
}

/** That a test was so short that it ran several times. */
function testFigures({ test }: RunSummary): readonly string[] {
  return test === undefined || test.runs < 2 ? [] : [vscode.l10n.t("run {0} times to get enough samples", decimal(test.runs))];
}

type Starts = Pick<NonNullable<RunSummary["startup"]>, "starts" | "eachMs" | "marginMs">;

/** `12 starts, 310 ± 4 ms each`. */
export function startsText(startup: Starts): string {
  const { starts } = startup;
  const each = startTime(startup);
  return starts === 1 ? vscode.l10n.t("1 start, {0}", each) : vscode.l10n.t("{0} starts, {1} each", decimal(starts), each);
}

export function startsCount({ starts }: Starts): string {
  return starts === 1 ? vscode.l10n.t("1 start") : vscode.l10n.t("{0} starts", decimal(starts));
}

/** `310 ± 4 ms`: what one start takes, with half of the 95 % interval of the mean. */
export function startTime({ eachMs, marginMs = 0 }: Starts): string {
  const isLong = eachMs >= 1000;
  const unit = isLong ? 1000 : 1;
  const margin = marginMs / unit;
  const figure = decimal(eachMs / unit) + (margin === 0 ? "" : ` ± ${decimal(margin > 10 ? Math.round(margin) : margin)}`);
  return isLong ? vscode.l10n.t("{0} s", figure) : vscode.l10n.t("{0} ms", figure);
}

/** As the load tool reports it: the mean if it has no p99, or that it has no figures. */
function loadFigures(load: LoadReport): readonly string[] {
  if (!hasFigures(load)) return [vscode.l10n.t("no load figures")];
  const { requestsPerSecond, latency } = load;
  return [
    ...(requestsPerSecond === undefined ? [] : [vscode.l10n.t("{0} req/s", decimal(requestsPerSecond))]),
    ...(latency.p99Ms !== undefined
      ? [`p99 ${durationText(latency.p99Ms)}`]
      : latency.averageMs === undefined
        ? []
        : [vscode.l10n.t("{0} on average", durationText(latency.averageMs))]),
  ];
}

/** Self if nearly all of the line's time is its own, else the time attributed to it. */
function shareText(line: HotLine): string {
  const share = percent(shownShare(line));
  return isOwn(line) ? vscode.l10n.t("{0} % self", share) : vscode.l10n.t("{0} % attributed", share);
}

function shownShare(line: HotLine): number {
  return isOwn(line) ? line.self : line.withLibraries;
}

function isOwn({ self, withLibraries }: HotLine): boolean {
  return self >= withLibraries * 0.95;
}

/** Those that are not "", in one line. */
export function words(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

export function percent(share: number): string {
  const value = share * 100;
  const figures = new Intl.NumberFormat(vscode.env.language, { maximumFractionDigits: value < 10 ? 1 : 0 });
  return value > 0 && value < 0.05 ? `<${figures.format(0.1)}` : figures.format(value);
}

/** `2.0 s`, `85 ms`. */
export function durationText(ms: number): string {
  return ms >= 1000 ? vscode.l10n.t("{0} s", decimal(ms / 1000)) : vscode.l10n.t("{0} ms", decimal(ms));
}

/** `1,234`. */
export function count(value: number): string {
  return digits(value, 0, vscode.env.language);
}

export function decimal(value: number): string {
  return digits(value, value < 100 && !Number.isInteger(value) ? 1 : 0, vscode.env.language);
}

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
