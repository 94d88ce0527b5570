import { focusRow, moveByKey, rowAt } from "../controls/tabs.ts";
import { element } from "../element.ts";
import type { RequestText } from "./text.ts";

export interface GridRow {
  readonly class: string;
  /** Number of a place that the extension can open; null: none. */
  readonly place: number | null;
  readonly cells: readonly { readonly class: string; readonly title?: string; readonly content: readonly (Node | string)[] }[];
}

interface GridOptions {
  readonly label: string;
  readonly class: string;
  readonly heads: readonly { readonly class: string; readonly text: string }[];
  readonly rows: readonly GridRow[];
  readonly text: RequestText;
  readonly open: (place: number) => void;
}

/** A table of which one row is in the tab order; Enter or a click opens its code. */
export function rowGrid({ label, class: name, heads, rows, text, open }: GridOptions): HTMLElement {
  const body = element("tbody", { role: "rowgroup" }, ...rows.map((row, index) => rowOf(row, index, text)));
  const head = element(
    "tr",
    { role: "row" },
    ...heads.map((each) => element("th", { scope: "col", role: "columnheader", class: each.class }, each.text)),
  );
  const openRow = (row: HTMLTableRowElement): void => {
    const { place } = row.dataset;
    if (place !== undefined) open(Number(place));
  };
  body.addEventListener("keydown", (event) => moveByKey(event, body, openRow));
  body.addEventListener("click", (event) => {
    const row = rowAt(event.target);
    if (row === undefined || (getSelection()?.toString() ?? "") !== "") return;
    focusRow(body, [...body.rows].indexOf(row));
    openRow(row);
  });
  return element("table", { class: `rows ${name}`, role: "grid", "aria-label": label }, element("thead", { role: "rowgroup" }, head), body);
}

function rowOf(row: GridRow, index: number, text: RequestText): HTMLTableRowElement {
  return element(
    "tr",
    {
      role: "row",
      class: row.class,
      tabindex: index === 0 ? "0" : "-1",
      ...(row.place === null ? {} : { "data-place": String(row.place) }),
    },
    ...row.cells.map((cell) => {
      const title = cell.title ?? (row.place === null && cell.class === "label" ? text.noCode : undefined);
      return element("td", { role: "gridcell", class: cell.class, ...(title === undefined ? {} : { title }) }, ...cell.content);
    }),
  );
}
