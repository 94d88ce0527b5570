import type { RunAllocations } from "../../answers/allocations/run-allocations.ts";
import { allocationsTable } from "../../reports/allocations/allocations-report.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { tableLines } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";
import { pathEnd } from "./report-text.ts";

/** Which functions allocate, with their title, most first; "" if that was not measured. */
export function allocationsText({ pathNow }: OpenedTarget, allocations: RunAllocations | undefined, top: number, style: Style): string {
  if (allocations === undefined) return "";
  const words = reportWordsIn(style.words);
  const table = allocationsTable(allocations, top, words, (file) => pathEnd(pathNow(file)));
  const [head, ...lines] = tableLines(table, style.width);
  return [style.bold(table.title), style.dim(head), ...lines, style.dim(words.textOf("allocations.note"))].join("\n");
}
