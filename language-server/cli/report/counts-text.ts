import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { HotCounts } from "../../answers/counts/hot-counts.ts";
import { callRateText, callsText, countsBasisText, quadraticText } from "../../reports/counts-words.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { padEnd, widthOf } from "../words/columns.ts";
import { nameText, reportWordsIn } from "../words/report-words.ts";
import { pathEnd } from "./report-text.ts";

/** How often the hot functions were called, what to do about those that cost by their number, and loops that grow too fast; "" without any. */
export function countsText({ pathNow }: OpenedTarget, { requests, functions, quadratic }: HotCounts, style: Style): string {
  if (functions.length === 0 && quadratic.length === 0) return "";
  const words = reportWordsIn(style.words);
  const placeOf = (path: string, line: number): string => harmless(`${pathEnd(pathNow(path))}:${line}`);
  const names = functions.map(({ name, path, line }) => `${harmless(nameText(name, style.words))}  ${placeOf(path, line)}`);
  const width = Math.max(0, ...names.map(widthOf));
  const rows = functions.flatMap((each, row) => {
    const advised = callRateText(each.rate, words);
    return [`${padEnd(names[row] ?? "", width)}  ${callsText(each, each, words)}`, ...(advised === "" ? [] : [`  ${advised}`])];
  });
  const loops = quadratic.map((loop) => `${placeOf(loop.path, loop.line)}  ${quadraticText(loop, words)}`);
  return [style.bold(words.textOf("report.counts")), ...rows, ...loops, style.dim(countsBasisText(requests, words))].join("\n");
}
