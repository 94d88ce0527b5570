import { digits } from "../../language-server/analysis/figures.ts";
import { button } from "../controls/button.ts";
import { element } from "../element.ts";
import { loadFigures } from "../load/load-figures.ts";
import type { ComparedFigure, ComparedRun, ComparisonView } from "./incoming.ts";
import { costFigures, type CompareText } from "./text.ts";

interface HeadlineActions {
  readonly repeat: () => void;
  readonly compareSpan: () => void;
}

/** What both runs are, their load figures side by side with the ratio, and why the comparison may mislead. */
export function headline(text: CompareText, locale: string, comparison: ComparisonView, actions: HeadlineActions): HTMLElement {
  const { before, after, warnings, isOfSpan, isOfThreads } = comparison;
  // Of a part of a run, the warnings say why.
  const isUnloaded = before.load === undefined && after.load === undefined && !isOfSpan && !isOfThreads;
  const rows = figureRows(text, locale, comparison);
  return element(
    "section",
    { class: "headline", "aria-label": text.figures },
    ...(warnings.length === 0 ? [] : [warningBox(text, warnings)]),
    ...(comparison.canCompareSpan ? [button({ label: text.compareSpan, look: "secondary", onClick: actions.compareSpan })] : []),
    title(text, locale, comparison),
    ...comparison.selectionFacts.map((fact) => element("p", { class: "help" }, fact)),
    ...verdictLine(text, locale, comparison),
    element(
      "table",
      { class: "load-figures", role: "table" },
      element("thead", { role: "rowgroup" }, headRow(text, locale, before, after)),
      element("tbody", { role: "rowgroup" }, ...rows),
    ),
    ...(isUnloaded ? [element("p", { class: "help" }, text.noLoad)] : []),
    ...restsOn(text, locale, comparison),
    ...(comparison.canRepeat ? [repeatOffer(text, actions.repeat)] : []),
  );
}

/** `33.7 → 5734 req/s, ×170`; the busy time if one of the runs had no load. */
function title(text: CompareText, locale: string, { before, after, per, figures }: ComparisonView): HTMLElement {
  const costs = costFigures(locale, text.units);
  const [one, other] = [before.load?.requestsPerSecond, after.load?.requestsPerSecond];
  if (one === undefined || other === undefined) {
    return element("h1", {}, `${text.busy[per]}: ${costs.cost(before.busyMs)} → ${costs.cost(after.busyMs)}`);
  }
  const load = loadFigures(locale, text.units);
  const figure = figures.find(({ name }) => name === "requestsPerSecond");
  return element(
    "h1",
    {},
    `${load.perSecond(one)} → ${load.perSecond(other)} ${text.perSecondUnit}, `,
    element("span", { class: lookOf(figure) }, costs.ratio(one, other)),
  );
}

/** What is said of the request rate; of a figure that says more if the rate does not. */
function verdictLine(text: CompareText, locale: string, { figures, per }: ComparisonView): readonly HTMLElement[] {
  const rate = figures.find(({ name }) => name === "requestsPerSecond");
  const other = rate?.word === "noChange" ? figures.find(({ word }) => word === "better" || word === "worse") : undefined;
  const names = { requestsPerSecond: text.requestsPerSecond, p50: "p50", p99: "p99", busy: text.busy[per], cpu: text.cpu[per] };
  const texts = (figure: ComparedFigure | undefined): readonly HTMLElement[] =>
    figure?.word === undefined
      ? []
      : [element("p", { class: `said ${lookOf(figure)}` }, `${names[figure.name]}: `, ...wordOf(text, locale, figure))];
  return [...texts(rate), ...texts(other)];
}

/** Blue and red only with a word. */
function lookOf(figure: ComparedFigure | undefined): string {
  return figure?.word === "better" ? "faster" : figure?.word === "worse" ? "slower" : "plain";
}

/** `better (±8 %)`, `no significant change (±8 %)`; nothing without a word. */
function wordOf(text: CompareText, locale: string, figure: ComparedFigure | undefined): readonly (Node | string)[] {
  if (figure?.word === undefined) return [];
  const error = figure.error === undefined ? "" : ` (${errorText(figure.error, locale)})`;
  return [" ", element("span", { class: "judged", title: text.wordHelp }, `${text.words[figure.word]}${error}`)];
}

function errorText(error: number, locale: string): string {
  return error < 1 ? `±${digits(error * 100, error < 0.02 ? 1 : 0, locale)}\u00a0%` : `±×${digits(1 + error, 1, locale)}`;
}

function restsOn(text: CompareText, locale: string, { figures, starts }: ComparisonView): readonly HTMLElement[] {
  if (figures.every(({ word }) => word === undefined)) return [];
  return [element("p", { class: "help" }, starts === 0 ? text.startsAssumed : text.startsMeasured(digits(starts, 0, locale)))];
}

function repeatOffer(text: CompareText, repeat: () => void): HTMLElement {
  return element(
    "div",
    { class: "repeat" },
    element("p", {}, text.tooSmall),
    button({ label: text.repeat, look: "secondary", onClick: repeat }),
  );
}

function warningBox(text: CompareText, warnings: readonly string[]): HTMLElement {
  return element(
    "div",
    { class: "warning", role: "note", "aria-label": text.warnings },
    element("strong", {}, text.warnings),
    element("ul", {}, ...warnings.map((each) => element("li", {}, each))),
  );
}

/** What both runs have in common is said once, or only in tooltips: the functions below are to be in sight. */
function headRow(text: CompareText, locale: string, before: ComparedRun, after: ComparedRun): HTMLElement {
  const hasOneName = before.name === after.name;
  const hasOneCommit = before.commit === after.commit;
  const isOneDay = new Date(before.startedAt).toDateString() === new Date(after.startedAt).toDateString();
  const nameOf = ({ name }: ComparedRun): HTMLElement => element("span", { class: "run-name", title: name }, name);
  const runHead = (which: string, run: ComparedRun): HTMLElement => {
    const detail = [timeOf(run, locale, isOneDay), ...(hasOneCommit ? [] : commitOf(text, run))].join(" · ");
    const whole = [timeOf(run, locale, false), ...commitOf(text, run)].join(" · ");
    return element(
      "th",
      { scope: "col", role: "columnheader" },
      element("span", { class: "which" }, which),
      ...(hasOneName ? [] : [nameOf(run)]),
      element("span", { class: "run-detail", title: whole }, detail),
    );
  };
  return element(
    "tr",
    { role: "row" },
    element(
      "th",
      { scope: "col", role: "columnheader" },
      element("span", { class: "spoken" }, text.figure),
      ...(hasOneName ? [nameOf(before)] : []),
    ),
    runHead(text.before, before),
    runHead(text.after, after),
    element("th", { scope: "col", role: "columnheader", class: "ratio" }, text.ratio),
  );
}

function timeOf({ startedAt }: ComparedRun, locale: string, isTimeEnough: boolean): string {
  const at = new Date(startedAt);
  if (Number.isNaN(at.getTime())) return startedAt;
  return at.toLocaleString(locale, { ...(isTimeEnough ? {} : { dateStyle: "short" as const }), timeStyle: "medium" });
}

function commitOf(text: CompareText, { commit }: ComparedRun): readonly string[] {
  return commit === "" ? [] : [text.commit(commit.slice(0, 9))];
}

function figureRows(text: CompareText, locale: string, { before, after, per, figures }: ComparisonView): readonly HTMLElement[] {
  const load = loadFigures(locale, text.units);
  const costs = costFigures(locale, text.units);
  const rows: HTMLElement[] = [];
  const add = (
    kind: ComparedFigure["name"],
    name: string,
    one: number | undefined,
    other: number | undefined,
    show: (value: number) => string,
  ): void => {
    if (one === undefined && other === undefined) return;
    const cell = (value: number | undefined): HTMLElement =>
      element("td", { role: "cell" }, ...(value === undefined ? ["–", element("span", { class: "spoken" }, text.absent)] : [show(value)]));
    const figure = figures.find((each) => each.name === kind);
    const ratio = one === undefined || other === undefined ? "–" : costs.ratio(one, other);
    const judged = one === undefined || other === undefined ? [] : wordOf(text, locale, figure);
    const shown = judged.length > 0 && figure?.word !== "noChange" ? element("strong", { class: lookOf(figure) }, ratio) : ratio;
    rows.push(
      element(
        "tr",
        { role: "row" },
        element("th", { scope: "row", role: "rowheader" }, name),
        cell(one),
        cell(other),
        element("td", { role: "cell", class: "ratio" }, shown, ...judged),
      ),
    );
  };
  add("requestsPerSecond", text.requestsPerSecond, before.load?.requestsPerSecond, after.load?.requestsPerSecond, (value) =>
    load.perSecond(value),
  );
  add("p50", "p50", before.load?.p50Ms, after.load?.p50Ms, (value) => load.latency(value));
  add("p99", "p99", before.load?.p99Ms, after.load?.p99Ms, (value) => load.latency(value));
  add("busy", text.busy[per], before.busyMs, after.busyMs, (value) => costs.cost(value));
  add("cpu", text.cpu[per], before.cpuMs, after.cpuMs, (value) => costs.cost(value));
  return rows;
}
