import { element } from "../element.ts";
import type { ExplainedView } from "./incoming.ts";
import { type GridRow, rowGrid } from "./row-grid.ts";
import type { RequestText } from "./text.ts";
import type { TimeText } from "./waterfall.ts";

interface DifferencesOptions {
  readonly explained: Pick<ExplainedView, "differences" | "usual" | "isMean">;
  readonly text: RequestText;
  readonly time: TimeText;
  readonly open: (place: number) => void;
}

/** The parts of a request and their lines, beside those of a usual one: the difference is the answer. */
export function differencesTable({ explained, text, time, open }: DifferencesOptions): HTMLElement {
  const { columns } = text;
  const isCompared = explained.usual !== null;
  const heads = [
    { class: "what", text: columns.part },
    { class: "label", text: columns.line },
    { class: "took", text: explained.isMean ? columns.mean : columns.one },
    ...(isCompared
      ? [
          { class: "took", text: columns.usual },
          { class: "took", text: columns.change },
        ]
      : []),
  ];
  const rows = explained.differences.map(({ kind, what, label, place, isLine, ms, usualMs = 0 }): GridRow => ({
    class: isLine ? "line" : "whole",
    place,
    cells: [
      { class: "what", title: what, content: [element("span", { class: `swatch part kind-${kind}`, "aria-hidden": "true" }), what] },
      { class: "label", ...(label === "" ? {} : { title: label }), content: [label === "" ? "–" : label] },
      { class: "took", content: [time.cost(ms)] },
      ...(isCompared
        ? [
            { class: "took", content: [time.cost(usualMs)] },
            { class: "took", content: [time.change(ms - usualMs)] },
          ]
        : []),
    ],
  }));
  const title = isCompared ? text.differences : text.parts;
  return element(
    "section",
    { class: "differences" },
    element("h2", {}, title),
    rowGrid({ label: text.differencesHelp, class: isCompared ? "compared" : "alone", heads, rows, text, open }),
  );
}
