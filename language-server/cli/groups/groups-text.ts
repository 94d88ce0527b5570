import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { RunGroups } from "../../answers/groups/run-groups.ts";
import { groupsRemarks, groupsTables } from "../../reports/groups/groups-report.ts";
import { pathEnd } from "../report/report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";

const widestCell = 60;

/** Costs by plugin, rule, test file and the like: a table for each family, `top` rows at most, then what they leave out. */
export function groupsText({ pathNow, run }: Pick<OpenedTarget, "pathNow" | "run">, found: RunGroups, top: number, style: Style): string {
  const { say, count } = style.words;
  const words = reportWordsIn(style.words);
  const tables = groupsTables(found, words, (file) => pathEnd(pathNow(file))).map(({ title, columns, figures, rows }) => {
    const cells = [columns, ...rows.slice(0, top)].map((row) => row.map((cell) => cut(harmless(cell), widestCell)));
    const widths = columns.map((_, column) => Math.max(...cells.map((row) => widthOf(row[column] ?? ""))));
    const [head = "", ...lines] = cells.map((row) =>
      row
        .map((cell, column) => (figures.includes(column) ? padStart : padEnd)(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
    const others = rows.length - Math.min(top, rows.length);
    const more = others === 0 ? [] : [style.dim(say({ code: "report.blocks.more", values: { shown: count(others) } }))];
    return [style.bold(title), style.dim(head), ...lines, ...more].join("\n");
  });
  return [
    ...tables,
    groupsRemarks(found, words, run)
      .map((each) => style.dim(harmless(each)))
      .join("\n"),
  ].join("\n\n");
}
