import { harmless } from "../../analysis/escaping/terminal-text.ts";
import type { LongestBlocks } from "../../answers/timeline/longest-blocks.ts";
import { blocksTable } from "../../reports/blocks-report.ts";
import { pathEnd } from "./report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";

const widestCell = 48;

/** The longest blocks, or why none is known. */
export function blocksText({ analysis, pathNow }: OpenedTarget, answer: LongestBlocks, style: Style): string {
  const { say, count } = style.words;
  const { threads } = analysis.profile;
  const { title, columns, figures, rows, none } = blocksTable(answer, threads, reportWordsIn(style.words), (file) =>
    pathEnd(pathNow(file)),
  );
  const heading = style.bold(title);
  if (answer.missing !== undefined) return [heading, harmless(say(answer.missing))].join("\n");
  if (rows.length === 0) return [heading, none].join("\n");
  const last = columns.length - 1;
  const table = [columns, ...rows].map((cells) =>
    cells.map((cell, column) => (column === last ? harmless(cell) : cut(harmless(cell), widestCell))),
  );
  const widths = columns.map((_, column) => Math.max(...table.map((cells) => widthOf(cells[column] ?? ""))));
  const room = Math.max(0, style.width - widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0));
  const [head = "", ...lines] = table.map((cells) => {
    const padded = cells.slice(0, last).map((cell, column) => (figures.includes(column) ? padStart : padEnd)(cell, widths[column] ?? 0));
    return [...padded, cut(cells[last] ?? "", room)].join("  ").trimEnd();
  });
  const more = answer.more === 0 ? [] : [style.dim(say({ code: "report.blocks.more", values: { shown: count(answer.more) } }))];
  return [heading, style.dim(head), ...lines, ...more].join("\n");
}
