import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { LongestBlocks } from "../../answers/timeline/longest-blocks.ts";
import { blocksTable } from "../../reports/blocks-report.ts";
import { pathEnd } from "./report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { tableLines } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";

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
  const [head, ...lines] = tableLines({ columns, figures, rows }, style.width);
  const more = answer.more === 0 ? [] : [style.dim(say({ code: "report.blocks.more", values: { shown: count(answer.more) } }))];
  return [heading, style.dim(head), ...lines, ...more].join("\n");
}
