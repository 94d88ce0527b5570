import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { SlowestAnswer } from "../../answers/timeline/slowest-requests.ts";
import type { NamePlace } from "../../reports/requests/slowest-headline.ts";
import { slowestTable, slowestVerdict } from "../../reports/requests/slowest-words.ts";
import { pathEnd } from "./report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";
import { nameText, reportWordsIn } from "../words/report-words.ts";

const widestCell = 60;

/** What slow moments show together, then these moments with the slowest requests, `top` of them. */
export function slowestText({ pathNow }: OpenedTarget, answer: SlowestAnswer, top: number, style: Style): string {
  const words = reportWordsIn(style.words);
  const placeOf = ({ path, line, name }: Parameters<NamePlace>[0]): string =>
    `${pathEnd(pathNow(path))}:${line} ${nameText(name, style.words)}`.trimEnd();
  const { title, columns, figures, rows } = slowestTable(answer, top, words, placeOf);
  const verdict = [style.bold(title), ...slowestVerdict(answer, words, placeOf).map(harmless)].join("\n");
  if (rows.length === 0) return verdict;
  const table = [columns, ...rows].map((cells) => cells.map((cell) => cut(harmless(cell), widestCell)));
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => widthOf(cells[column] ?? ""))));
  const [head = "", ...lines] = table.map((cells) =>
    cells
      .map((cell, column) => (figures.includes(column) ? padStart : padEnd)(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [verdict, [style.dim(head), ...lines].join("\n")].join("\n\n");
}
