import { failedRequests, hasFigures, isAllFailed, type LoadReport } from "../../language-server/analysis/load/load.ts";
import { button } from "../controls/button.ts";
import { element } from "../element.ts";
import { type LoadFigures, loadFigures } from "./load-figures.ts";
import { hotLineList, hotLineRow } from "./found/hot-lines.ts";
import type { HotLineText, LoadFormState } from "./incoming.ts";
import type { Context } from "./screen-context.ts";
import type { LoadText } from "./text.ts";

/** The result of a run: links to what it found, then its load figures if there was load. */
export function resultView(
  { report, hotLines = [], isComparable = false }: Pick<LoadFormState, "report" | "hotLines" | "isComparable">,
  context: Context,
): HTMLElement {
  const { text, locale, post } = context;
  const goTo = ({ place, share }: HotLineText, position: number): void =>
    post(position === 0 ? { type: "goToHottest" } : { type: "goToHotLine", place, share });
  return element(
    "section",
    { class: "stack", "aria-label": text.lastRun },
    element(
      "div",
      { class: "found" },
      ...(hotLines.length === 0 ? [] : [hottestCaption(text, hotLines), hotLineList(text, hotLines, goTo)]),
      button({ label: text.flameGraph, look: "secondary", icon: "flame", onClick: () => post({ type: "openFlame" }) }),
      ...(isComparable ? [compareButton(context)] : []),
    ),
    ...(report ? reportParts(text, locale, report) : [element("p", { class: "help" }, text.noLoad)]),
  );
}

export function compareButton({ text, post }: Context): HTMLElement {
  return button({ label: text.compare, look: "secondary", icon: "compare", onClick: () => post({ type: "compareWithPrevious" }) });
}

function hottestCaption(text: LoadText, lines: readonly HotLineText[]): HTMLElement {
  return element("p", { class: "caption", "aria-hidden": "true" }, lines.length === 1 ? text.hottestLine : text.hottestLines);
}

/** The hottest line of a recording in progress: its file may not be open. Hidden until there is one. */
export function hottestSoFar({ text, post }: Context): { readonly element: HTMLElement; readonly show: (hottest: HotLineText) => void } {
  const row = hotLineRow(text.goToHottest, () => post({ type: "goToHottest" }));
  const whole = element("div", { class: "found" }, element("p", { class: "caption" }, text.hottestSoFar), row.element);
  whole.hidden = true;
  return {
    element: whole,
    show: (hottest) => {
      row.show(hottest);
      whole.hidden = false;
    },
  };
}

function reportParts(text: LoadText, locale: string, report: LoadReport): readonly HTMLElement[] {
  const format = loadFigures(locale, text.units);
  const { latency, requestsPerSecond } = report;
  const failures: readonly (readonly [string, number | undefined])[] = [
    [report.requestsInclude === "failed" ? text.failedRequests : text.errors, report.errors],
    [text.timeouts, report.timeouts],
    [text.badStatus(report.non2xxFrom ?? 400), report.non2xx],
  ];
  const failed = failures.filter(([, count]) => (count ?? 0) > 0);
  const noneFailed = hasFigures(report) && failures.every(([, count]) => count === 0 || count === undefined) && report.errors === 0;
  const big =
    latency.p99Ms !== undefined || latency.averageMs === undefined
      ? (["p99", latency.p99Ms] as const)
      : ([text.average, latency.averageMs] as const);
  return [
    element(
      "div",
      { class: "result-head" },
      element("h2", { title: report.url === "" ? report.label : report.url }, report.label),
      ...(report.cancelled ? [element("span", { class: "badge" }, text.cancelled)] : []),
    ),
    ...warnings(text, format, report),
    ...(hasFigures(report)
      ? [
          element(
            "dl",
            { class: "figures two" },
            ...(requestsPerSecond === undefined ? [] : [figure(text.requestsPerSecond, format.perSecond(requestsPerSecond), "big")]),
            ...(big[1] === undefined ? [] : [figure(big[0], format.latency(big[1]), "big")]),
          ),
        ]
      : [element("p", { class: "help" }, text.noFigures(report.tool))]),
    element(
      "dl",
      { class: "rows" },
      ...row(`${text.latency} p50`, latency.p50Ms, format.latency),
      ...row("p90", latency.p90Ms, format.latency),
      ...row("p97.5", latency.p97_5Ms, format.latency),
      ...row(text.max, latency.maxMs, format.latency),
      ...row(text.average, latency.averageMs, format.latency),
      ...row(text.requests, report.requests, format.count),
      ...row(text.transferred, report.bytes, format.bytes),
      ...row(text.measured, report.durationSeconds, format.seconds),
      ...row(text.connections, report.connections, format.count),
      ...Object.entries(report.interim ?? {}).flatMap(([status, count]) => row(text.interim(status), count, format.count)),
      ...failed.flatMap(([name, count]) => row(name, count, format.count, "bad")),
    ),
    ...perRequest(text, format, report),
    ...(noneFailed ? [element("p", { class: "help" }, text.noFailures)] : []),
  ];
}

/** Why the figures are not those of a good load. */
function warnings(text: LoadText, format: LoadFigures, report: LoadReport): readonly HTMLElement[] {
  const { tool, interimTaken = [] } = report;
  const failed = failedRequests(report);
  const said = [
    ...(interimTaken.length === 0 ? [] : [text.interimTaken(tool, interimTaken.join(", "))]),
    ...(isAllFailed(report) ? [text.allFailed] : failed === 0 ? [] : [text.failedOf(format.count(failed))]),
  ];
  return said.map((each) => element("p", { class: "bad" }, each));
}

/** What each of several requests took: a mix's own latency says little. */
function perRequest(text: LoadText, format: LoadFigures, { perRequest: all = [] }: LoadReport): readonly HTMLElement[] {
  if (all.length === 0) return [];
  const items = all.map(({ label, requests, failed, averageMs, p99Ms }) => {
    const figures = [
      text.someRequests(format.count(requests)),
      ...(averageMs === undefined ? [] : [`${text.average}\u00a0${format.latency(averageMs)}`]),
      ...(p99Ms === undefined ? [] : [`p99\u00a0${format.latency(p99Ms)}`]),
    ];
    const bad = failed === 0 ? [] : [" · ", element("span", { class: "bad" }, text.failedOf(format.count(failed)))];
    return element("li", {}, element("strong", { class: "request-name" }, label), element("p", {}, figures.join(" · "), ...bad));
  });
  return [element("h3", {}, text.perRequest), element("ul", { class: "per-request" }, ...items)];
}

function figure(name: string, value: string, className: string): HTMLElement {
  return element("div", { class: `figure ${className}` }, element("dt", {}, name), element("dd", {}, value));
}

/** No row for a figure that the tool did not report. */
function row(name: string, value: number | undefined, format: (value: number) => string, className = ""): readonly HTMLElement[] {
  if (value === undefined) return [];
  return [element("dt", { class: className }, name), element("dd", { class: className }, format(value))];
}
