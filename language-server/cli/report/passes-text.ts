import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { RunAllocations } from "../../answers/allocations/run-allocations.ts";
import type { LongestWait } from "../../answers/waits/shown-waits.ts";
import { allocationsTable } from "../../reports/allocations/allocations-report.ts";
import { waitEndText } from "../../reports/requests/wait-words.ts";
import { pathEnd } from "./report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { padEnd, tableLines, widthOf } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";

/** For how long and how often a request waits at each line, the longest first; "" without any. */
export function waitsText({ pathNow }: OpenedTarget, waits: readonly LongestWait[], style: Style): string {
  if (waits.length === 0) return "";
  const words = reportWordsIn(style.words);
  const placeOf = (path: string, line: number): string => harmless(`${pathEnd(pathNow(path))}:${line}`);
  const places = waits.map(({ path, line }) => placeOf(path, line));
  const width = Math.max(...places.map(widthOf));
  const rows = waits.map((wait, row) => {
    const text = waitEndText(wait, ({ path, line, route }) => (path === undefined ? route : placeOf(path, line)), words);
    return `${padEnd(places[row] ?? "", width)}  ${harmless(text)}`;
  });
  return [style.bold(words.textOf("report.waits")), ...rows, style.dim(words.textOf("explained.rewritten"))].join("\n");
}

/** Which functions allocate, with their title, most first; "" if that was not measured. */
export function allocationsText({ pathNow }: OpenedTarget, allocations: RunAllocations | undefined, top: number, style: Style): string {
  if (allocations === undefined) return "";
  const words = reportWordsIn(style.words);
  const table = allocationsTable(allocations, top, words, (file) => pathEnd(pathNow(file)));
  const [head, ...lines] = tableLines(table, style.width);
  return [style.bold(table.title), style.dim(head), ...lines, style.dim(words.textOf("allocations.note"))].join("\n");
}
