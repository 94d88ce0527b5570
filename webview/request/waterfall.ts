import { element } from "../element.ts";
import type { ExplainedRow, ExplainedSide } from "./incoming.ts";
import { type GridRow, rowGrid } from "./row-grid.ts";
import type { RequestText } from "./text.ts";
import { costFigures } from "../compare/text.ts";
import { units } from "../load/load-figures.ts";
import type { Translate } from "../texts.ts";

export type TimeText = ReturnType<typeof timeText>;

/** Times and their differences in the user's language. */
export function timeText(locale: string, t: Translate) {
  const { cost, change, count } = costFigures(locale, { microseconds: t("µs"), ...units(t) });
  return { cost, change, count };
}

interface WaterfallOptions {
  readonly side: ExplainedSide;
  readonly text: RequestText;
  readonly time: TimeText;
  readonly open: (place: number) => void;
}

/** What a request did from its start to its end, each row with a bar to the scale of the whole request. */
export function waterfall({ side, text, time, open }: WaterfallOptions): HTMLElement {
  const { columns } = text;
  const heads = [
    { class: "start", text: columns.start },
    { class: "what", text: columns.what },
    { class: "label", text: columns.line },
    { class: "took", text: columns.took },
  ];
  const rows = side.rows.map((row): GridRow => ({
    class: `kind-${row.kind}`,
    place: row.place,
    cells: [
      { class: "start", content: [time.cost(row.fromMs)] },
      { class: "what", title: row.what, content: [element("span", { class: "what-text" }, row.what), barOf(row, side.ms)] },
      { class: "label", ...(row.label === "" ? {} : { title: row.label }), content: [row.label === "" ? "–" : row.label] },
      { class: "took", content: [time.cost(row.toMs - row.fromMs)] },
    ],
  }));
  const more = side.moreRows === 0 ? [] : [element("p", { class: "help" }, text.moreRows(time.count(side.moreRows)))];
  return element(
    "section",
    { class: "waterfall" },
    element("h2", {}, side.title),
    rowGrid({ label: text.timeline(side.title), class: "timeline", heads, rows, text, open }),
    ...more,
  );
}

function barOf({ kind, fromMs, toMs }: ExplainedRow, ms: number): HTMLElement {
  const bar = element("span", { class: `part kind-${kind}` });
  const share = (value: number): number => (ms === 0 ? 0 : (100 * value) / ms);
  bar.style.left = `${share(fromMs)}%`;
  bar.style.width = `${share(toMs - fromMs)}%`;
  return element("span", { class: "row-bar", "aria-hidden": "true" }, bar);
}
