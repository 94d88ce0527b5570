import { harmless } from "../analysis/escaping/terminal-text.ts";
import type { SlowestAnswer } from "../answers/timeline/slowest-requests.ts";
import { slowestVerdict, slowRowNotes } from "../reports/slowest-words.ts";
import { shortPath } from "./report-text.ts";
import type { OpenedTarget } from "./targets/target.ts";
import type { Style } from "./terminal.ts";
import { cut, padEnd, padStart, widthOf } from "./words/columns.ts";
import { nameText, reportWordsIn } from "./words/report-words.ts";

const widestRequest = 40;

/** What slow moments show together, then the slowest requests, `top` of them. */
export function slowestText({ pathNow }: OpenedTarget, answer: SlowestAnswer, top: number, style: Style): string {
  const { words } = style;
  const { say, duration, plain } = words;
  const spoken = reportWordsIn(words);
  const placeOf = ({ path, line, name }: SlowestAnswer["lines"][number]): string =>
    `${shortPath(pathNow(path))}:${line} ${nameText(name, words)}`.trimEnd();
  const verdict = [style.bold(say({ code: "tail.title" })), ...slowestVerdict(answer, spoken, placeOf).map(harmless)].join("\n");
  if (answer.rows.length === 0) return verdict;
  const rows = answer.rows.slice(0, top).map((row) => {
    const ran = row.line === undefined ? undefined : answer.lines[row.line];
    return [
      duration((row.to - row.from) / 1000),
      plain(Number((row.from / 1e6).toFixed(3))),
      cut(harmless(row.request), widestRequest),
      harmless(slowRowNotes(row, spoken).join(" · ")),
      ran === undefined ? "" : harmless(placeOf(ran)),
    ];
  });
  const heads = ["tail.time", "tail.at", "tail.request", "tail.how", "tail.ranMore"] as const;
  const table = [heads.map((code) => say({ code })), ...rows];
  const widths = heads.map((_, column) => Math.max(...table.map((cells) => widthOf(cells[column] ?? ""))));
  const lines = table.map((cells) =>
    cells
      .map((cell, column) => (column < 2 ? padStart(cell, widths[column] ?? 0) : padEnd(cell, widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  return [verdict, [style.dim(lines[0] ?? ""), ...lines.slice(1)].join("\n")].join("\n\n");
}
