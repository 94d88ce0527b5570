import { correctedCost } from "../../language-server/analysis/compare/significance.ts";
import { button } from "../controls/button.ts";
import { focusRow, moveByKey, rowAt } from "../controls/tabs.ts";
import { element } from "../element.ts";
import type { ComparedRow } from "./incoming.ts";
import type { CostFigures, CompareText } from "./text.ts";
import { type Column, columnNames, nextOrder, type Order, shownRows } from "./row-order.ts";

/** Further rows are drawn on request. */
const firstRows = 300;

export interface TableOptions {
  readonly text: CompareText;
  readonly figures: CostFigures;
  /** `Functions` or `Lines`. */
  readonly title: string;
  readonly rows: readonly ComparedRow[];
  readonly open: (row: number) => void;
  /** The initial order; `onOrder` is called when the user changes it. */
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

export type CompareTable = ReturnType<typeof compareTable>;

/** A table that sorts by its headers. One row is in the tab order; arrow keys move it; Enter or a click opens the row's code. */
export function compareTable(options: TableOptions) {
  const { text, rows, title } = options;
  const most = Math.max(0, ...rows.map((row) => Math.abs(row.changeMs)));
  let { order } = options;
  let narrowed = { filter: "", hideNoise: false };
  let drawAll = false;
  const head = element("tr", { role: "row" });
  const body = element("tbody", { role: "rowgroup" });
  const table = element(
    "table",
    { class: "rows", role: "grid", "aria-label": text.caption(title) },
    element("thead", { role: "rowgroup" }, head),
    body,
  );
  const count = element("p", { class: "count", role: "status" });
  const more = element("div", { class: "more" });
  const empty = element("p", { class: "empty" });

  const headers = columnNames.map((column) => header(text, column, () => sortBy(column)));
  head.append(...headers);

  const sortBy = (column: Column): void => {
    order = nextOrder(order, column);
    options.onOrder(order);
    draw();
  };
  const draw = (): void => {
    const shown = shownRows(rows, order, narrowed.filter, narrowed.hideNoise);
    const drawn = drawAll ? shown : shown.slice(0, firstRows);
    for (const [at, column] of columnNames.entries()) {
      headers[at]?.setAttribute("aria-sort", column === order.column ? order.direction : "none");
    }
    const made = drawn.flatMap((index) => {
      const row = rows[index];
      return row === undefined ? [] : [rowOf(options, row, index, most)];
    });
    if (made[0]) made[0].tabIndex = 0;
    body.replaceChildren(...made);
    table.setAttribute("aria-rowcount", String(shown.length + 1));
    table.hidden = shown.length === 0;
    empty.hidden = shown.length > 0;
    empty.textContent = rows.length === 0 ? text.nothingCompared : text.nothingFound;
    const all = options.figures.count(rows.length);
    count.textContent = shown.length === rows.length ? "" : text.shownOf(options.figures.count(shown.length), all);
    more.replaceChildren(
      ...(drawn.length === shown.length
        ? []
        : [button({ label: text.showAll(options.figures.count(shown.length)), look: "secondary", onClick: () => showAll() })]),
    );
  };
  const showAll = (): void => {
    drawAll = true;
    draw();
    focusRow(body, firstRows);
  };
  body.addEventListener("keydown", (event) => moveByKey(event, body, (row) => options.open(Number(row.dataset["row"]))));
  body.addEventListener("click", (event) => {
    const row = rowAt(event.target);
    if (row === undefined || (getSelection()?.toString() ?? "") !== "") return;
    focusRow(body, [...body.rows].indexOf(row));
    if (row.dataset["code"] === "yes") options.open(Number(row.dataset["row"]));
  });
  draw();
  return {
    element: element("div", { class: "table-holder" }, count, table, empty, more),
    /** Applies the filter box and the check box. */
    narrow(filter: string, hideNoise: boolean): void {
      if (narrowed.filter === filter && narrowed.hideNoise === hideNoise) return;
      narrowed = { filter, hideNoise };
      drawAll = false;
      draw();
    },
  };
}

function header(text: CompareText, column: Column, sort: () => void): HTMLTableCellElement {
  const press = element("button", { type: "button", class: "sort" }, text.columns[column]);
  if (column === "error") press.title = text.errorHelp;
  press.addEventListener("click", sort);
  return element("th", { scope: "col", role: "columnheader", class: `col-${column}` }, press);
}

function rowOf({ text, figures }: TableOptions, row: ComparedRow, index: number, most: number): HTMLTableRowElement {
  const absent = (): (Node | string)[] => [
    element("span", { "aria-hidden": "true" }, "–"),
    element("span", { class: "spoken" }, text.absent),
  ];
  const cost = (ms: number | undefined): (Node | string)[] => (ms === undefined ? absent() : [figures.cost(ms)]);
  const cell = (column: Column, attributes: Readonly<Record<string, string>>, ...children: readonly (Node | string)[]): HTMLElement =>
    element("td", { role: "gridcell", class: `col-${column}`, ...attributes }, ...children);
  const corrected = correctedCost({ base: row.beforeMs ?? 0, next: row.afterMs ?? 0, delta: row.changeMs });
  return element(
    "tr",
    {
      role: "row",
      tabindex: "-1",
      class: row.verdict,
      "data-row": String(index),
      "data-code": row.hasCode ? "yes" : "no",
      ...(row.hasCode ? {} : { title: text.noCode }),
    },
    cell("name", { title: row.name }, row.name),
    cell("place", { title: row.place }, row.place === "" ? "–" : row.place),
    cell("before", {}, ...cost(row.beforeMs)),
    cell("after", {}, ...cost(row.afterMs)),
    cell("change", {}, figures.change(row.changeMs), changeBar(row, most)),
    cell("error", {}, `±\u00a0${figures.cost(row.errorMs)}`),
    cell(
      "verdict",
      { title: text.verdictHelp[row.verdict] },
      verdictMark(row.verdict),
      text.verdicts[row.verdict],
      ...(row.edited ? [" ", element("span", { class: "edited", title: text.editedHelp }, text.edited)] : []),
      ...(corrected === undefined
        ? []
        : [" ", element("span", { class: "edited", title: text.correctedHelp(figures.cost(corrected)) }, text.corrected)]),
    ),
  );
}

/** A decrease extends left of the middle, an increase right: shown by direction and pattern as well as by colour. */
function changeBar(row: ComparedRow, most: number): HTMLElement {
  const fill = element("span", { class: row.changeMs < 0 ? "less" : "more" });
  fill.style.width = most === 0 ? "0" : `${Math.max(1, (50 * Math.abs(row.changeMs)) / most)}%`;
  return element("span", { class: "change-bar", "aria-hidden": "true" }, fill);
}

const marks = { faster: "▼", slower: "▲", new: "+", vanished: "×", load: "·", noise: "·" } as const;

export function verdictMark(verdict: ComparedRow["verdict"]): HTMLElement {
  return element("span", { class: "mark", "aria-hidden": "true" }, marks[verdict]);
}
