import { element } from "../element.ts";
import { loadFigures } from "../load/load-figures.ts";
import type { ComparedRun, ComparisonView } from "./incoming.ts";
import { costFigures } from "./cost-figures.ts";
import type { CompareText } from "./text.ts";

/** What both runs are, their load figures side by side with the ratio, and why the comparison may mislead. */
export function headline(text: CompareText, locale: string, comparison: ComparisonView): HTMLElement {
  const { before, after, warnings } = comparison;
  const rows = figureRows(text, locale, comparison);
  return element(
    "section",
    { class: "headline", "aria-label": text.figures },
    ...(warnings.length === 0 ? [] : [warningBox(text, warnings)]),
    title(text, locale, comparison),
    element("table", { class: "load-figures" }, element("thead", {}, headRow(text, locale, before, after)), element("tbody", {}, ...rows)),
    ...(before.load === undefined && after.load === undefined ? [element("p", { class: "help" }, text.noLoad)] : []),
  );
}

/** `33.7 → 5734 req/s, ×170`; the CPU time if one of the runs had no load. */
function title(text: CompareText, locale: string, { before, after, per }: ComparisonView): HTMLElement {
  const costs = costFigures(locale, text.units);
  const [one, other] = [before.load?.requestsPerSecond, after.load?.requestsPerSecond];
  if (one === undefined || other === undefined) {
    return element("h1", {}, `${text.busy[per]}: ${costs.cost(before.busyMs)} → ${costs.cost(after.busyMs)}`);
  }
  const load = loadFigures(locale, text.units);
  const { cell, judged } = ratioOf((from, to) => costs.ratio(from, to), one, other, "better");
  return element(
    "h1",
    {},
    `${load.perSecond(one)} → ${load.perSecond(other)} ${text.perSecondUnit}, `,
    element("span", { class: judged }, cell),
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
      { scope: "col" },
      element("span", { class: "which" }, which),
      ...(hasOneName ? [] : [nameOf(run)]),
      element("span", { class: "run-detail", title: whole }, detail),
    );
  };
  return element(
    "tr",
    {},
    element("th", { scope: "col" }, element("span", { class: "spoken" }, text.figure), ...(hasOneName ? [nameOf(before)] : [])),
    runHead(text.before, before),
    runHead(text.after, after),
    element("th", { scope: "col", class: "ratio" }, text.ratio),
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

function figureRows(text: CompareText, locale: string, { before, after, per }: ComparisonView): readonly HTMLElement[] {
  const load = loadFigures(locale, text.units);
  const costs = costFigures(locale, text.units);
  const rows: HTMLElement[] = [];
  const add = (
    name: string,
    one: number | undefined,
    other: number | undefined,
    show: (value: number) => string,
    more: Direction,
  ): void => {
    if (one === undefined && other === undefined) return;
    const cell = (value: number | undefined): HTMLElement =>
      value === undefined ? element("td", {}, "–", element("span", { class: "spoken" }, text.absent)) : element("td", {}, show(value));
    rows.push(
      element(
        "tr",
        {},
        element("th", { scope: "row" }, name),
        cell(one),
        cell(other),
        ratioCell(text, (from, to) => costs.ratio(from, to), one, other, more),
      ),
    );
  };
  add(text.requestsPerSecond, before.load?.requestsPerSecond, after.load?.requestsPerSecond, (value) => load.perSecond(value), "better");
  add("p50", before.load?.p50Ms, after.load?.p50Ms, (value) => load.latency(value), "worse");
  add("p99", before.load?.p99Ms, after.load?.p99Ms, (value) => load.latency(value), "worse");
  add(text.busy[per], before.busyMs, after.busyMs, (value) => costs.cost(value), per === "second" ? "neither" : "worse");
  add(text.cpu[per], before.cpuMs, after.cpuMs, (value) => costs.cost(value), per === "second" ? "neither" : "worse");
  return rows;
}

/** Whether a higher figure is better. */
type Direction = "better" | "worse" | "neither";

function ratioCell(
  text: CompareText,
  ratio: (before: number, after: number) => string,
  before: number | undefined,
  after: number | undefined,
  more: Direction,
): HTMLElement {
  const { cell, judged } = ratioOf(ratio, before, after, more);
  if (judged === "") return element("td", { class: "ratio" }, cell);
  const word = judged === "faster" ? text.better : text.worse;
  return element("td", { class: "ratio" }, element("strong", { class: judged }, cell), " ", element("span", { class: "judged" }, word));
}

/** The ratio, and whether it is good: "" if neither. */
function ratioOf(
  ratio: (before: number, after: number) => string,
  before: number | undefined,
  after: number | undefined,
  more: Direction,
): { readonly cell: string; readonly judged: "faster" | "slower" | "" } {
  const cell = before === undefined || after === undefined ? "–" : ratio(before, after);
  if (more === "neither" || !/^[×÷]/.test(cell)) return { cell, judged: "" };
  return { cell, judged: cell.startsWith("×") === (more === "better") ? "faster" : "slower" };
}
