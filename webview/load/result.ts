import { failedRequests, hasFigures, isAllFailed, type LoadReport, notableToolDelay } from "../../language-server/analysis/load/load.ts";
import { button } from "../controls/button.ts";
import { element, smallPrint } from "../element.ts";
import { type LoadFigures, loadFigures, units } from "./load-figures.ts";
import { hotLineList, hotLineRow } from "./found/hot-lines.ts";
import type { HotLineText, LoadFormState } from "./incoming.ts";
import type { Context } from "./screen-context.ts";
import type { Translate } from "../texts.ts";

/** The result of a run: links to what it found, then its load figures if there was load. */
export function resultView(
  {
    report,
    hotLines = [],
    selectionText = "",
    isComparable = false,
  }: Pick<LoadFormState, "report" | "hotLines" | "selectionText" | "isComparable">,
  context: Context,
): HTMLElement {
  const { t, locale, post } = context;
  const goTo = ({ place, share }: HotLineText, position: number): void =>
    post(position === 0 ? { type: "goToHottest" } : { type: "goToHotLine", place, share });
  const lines = hotLines.length === 1 ? t("Hottest line") : t("Hottest lines");
  const hottest = selectionText === "" ? lines : `${lines} · ${selectionText}`;
  return element(
    "section",
    { class: "stack", "aria-label": t("Last run") },
    element(
      "div",
      { class: "found" },
      ...(hotLines.length === 0
        ? []
        : [element("p", { class: "caption", "aria-hidden": "true" }, hottest), hotLineList(t, hotLines, hottest, goTo)]),
      button({ label: t("Flame Graph"), look: "secondary", icon: "flame", onClick: () => post({ type: "openFlame" }) }),
      ...(isComparable ? [compareButton(context)] : []),
    ),
    ...(report ? reportParts(t, locale, report) : [smallPrint(t("Recorded without load."))]),
  );
}

export function compareButton({ t, post }: Context): HTMLElement {
  return button({ label: t("Compare"), look: "secondary", icon: "compare", onClick: () => post({ type: "compareWithPrevious" }) });
}

/** The hottest line of a recording in progress: its file may not be open. Hidden until there is one. */
export function hottestSoFar({ t, post }: Context): { readonly element: HTMLElement; readonly show: (hottest: HotLineText) => void } {
  const row = hotLineRow(
    (line) => t("Go to the hottest line, {0}", line),
    () => post({ type: "goToHottest" }),
  );
  const caption = element("p", { class: "caption" }, t("Hottest line so far"));
  const whole = element("div", { class: "found", hidden: "" }, caption, row.element);
  return {
    element: whole,
    show: (hottest) => {
      row.show(hottest);
      whole.hidden = false;
    },
  };
}

function reportParts(t: Translate, locale: string, report: LoadReport): readonly HTMLElement[] {
  const format = loadFigures(locale, units(t));
  const { latency, requestsPerSecond } = report;
  const failures: readonly (readonly [string, number | undefined])[] = [
    [report.requestsInclude === "failed" ? t("Failed requests") : t("Errors"), report.errors],
    [t("Timeouts"), report.timeouts],
    [t("Status {0} and above", report.non2xxFrom ?? 400), report.non2xx],
  ];
  const failed = failures.filter(([, count]) => (count ?? 0) > 0);
  const noneFailed = hasFigures(report) && failures.every(([, count]) => count === 0 || count === undefined) && report.errors === 0;
  const big =
    latency.p99Ms !== undefined || latency.averageMs === undefined
      ? (["p99", latency.p99Ms] as const)
      : ([t("Average"), latency.averageMs] as const);
  return [
    element(
      "div",
      { class: "result-head" },
      element("h2", { title: report.url === "" ? report.label : report.url }, report.label),
      ...(report.cancelled ? [element("span", { class: "badge" }, t("Cancelled"))] : []),
    ),
    ...warnings(t, format, report),
    ...(hasFigures(report)
      ? [
          element(
            "dl",
            { class: "figures two" },
            ...(requestsPerSecond === undefined ? [] : [figure(t("req/s"), format.perSecond(requestsPerSecond), "big")]),
            ...(big[1] === undefined ? [] : [figure(big[0], format.latency(big[1]), "big")]),
          ),
        ]
      : [smallPrint(t("The output of {0} was not understood, so there are no load figures. The profile is complete.", report.tool))]),
    element(
      "dl",
      { class: "rows" },
      ...row(`${t("Latency")} p50`, latency.p50Ms, format.latency),
      ...row("p90", latency.p90Ms, format.latency),
      ...row("p97.5", latency.p97_5Ms, format.latency),
      ...row(t("Maximum"), latency.maxMs, format.latency),
      ...row(t("Average"), latency.averageMs, format.latency),
      ...row(t("Requests"), report.requests, format.count),
      ...row(t("Received"), report.bytes, format.bytes),
      ...row(t("Measured"), report.durationSeconds, format.seconds),
      ...row(t("Connections"), report.connections, format.count),
      ...Object.entries(report.interim ?? {}).flatMap(([status, count]) =>
        row(t("Answers with {0}, not counted", status), count, format.count),
      ),
      ...failed.flatMap(([name, count]) => row(name, count, format.count, "bad")),
    ),
    ...perRequest(t, format, report),
    ...(noneFailed ? [smallPrint(t("No errors"))] : []),
  ];
}

/** Why the figures are not those of a good load. */
function warnings(t: Translate, format: LoadFigures, report: LoadReport): readonly HTMLElement[] {
  const { tool, interimTaken = [], unsent = 0 } = report;
  const delay = notableToolDelay(report);
  const failed = failedRequests(report);
  const said = [
    ...(interimTaken.length === 0
      ? []
      : [t("{0} takes the app's interim answers ({1}) for final ones: its figures are wrong.", tool, interimTaken.join(", "))]),
    ...(unsent === 0 ? [] : [t("{0} requests were due, but not sent: all connections waited for answers.", format.count(unsent))]),
    ...(delay === undefined
      ? []
      : [
          t(
            "The load tool had too little CPU: it sent {0} requests up to {1} late, which their latencies leave out. Close other programs and measure again.",
            format.count(delay.requests),
            format.latency(delay.longestMs),
          ),
        ]),
    ...(isAllFailed(report) ? [t("No request succeeded.")] : failed === 0 ? [] : [t("{0} failed", format.count(failed))]),
  ];
  return said.map((each) => element("p", { class: "bad" }, each));
}

/** What each of several requests took: a mix's own latency says little. */
function perRequest(t: Translate, format: LoadFigures, { perRequest: all = [] }: LoadReport): readonly HTMLElement[] {
  if (all.length === 0) return [];
  const items = all.map(({ label, requests, failed, averageMs, p99Ms }) => {
    const figures = [
      t("{0} requests", format.count(requests)),
      ...(averageMs === undefined ? [] : [`${t("Average")}\u00a0${format.latency(averageMs)}`]),
      ...(p99Ms === undefined ? [] : [`p99\u00a0${format.latency(p99Ms)}`]),
    ];
    const bad = failed === 0 ? [] : [" · ", element("span", { class: "bad" }, t("{0} failed", format.count(failed)))];
    return element("li", {}, element("strong", { class: "request-name" }, label), element("p", {}, figures.join(" · "), ...bad));
  });
  return [element("h3", {}, t("Per request")), element("ul", { class: "per-request" }, ...items)];
}

function figure(name: string, value: string, className: string): HTMLElement {
  return element("div", { class: `figure ${className}` }, element("dt", {}, name), element("dd", {}, value));
}

/** No row for a figure that the tool did not report. */
function row(name: string, value: number | undefined, format: (value: number) => string, className = ""): readonly HTMLElement[] {
  if (value === undefined) return [];
  return [element("dt", { class: className }, name), element("dd", { class: className }, format(value))];
}
