import { harmless } from "../../analysis/escaping/hidden-characters.ts";
import type { ImportPlace, RunImports } from "../../answers/imports/run-imports.ts";
import { startSavings } from "../../answers/imports/savings.ts";
import { jsonSavings, type JsonSavings, savingText, savingsTitle } from "../../reports/savings-report.ts";
import {
  allImportsText,
  alsoText,
  importedAt,
  importFigures,
  importParts,
  importsTable,
  jsonImports,
  type JsonImports,
  type Measured,
  mostIndents,
  moduleName,
  perStart,
} from "../../reports/imports-report.ts";
import { pathEnd, shortPath } from "../report/report-text.ts";
import type { OpenedTarget } from "../targets/target.ts";
import type { Style } from "../terminal.ts";
import { cut, padEnd, padStart, widthOf } from "../words/columns.ts";
import { reportWordsIn } from "../words/report-words.ts";

const widestModule = 60;
/** Behind the figures. */
const moduleColumn = 5;

interface Asked {
  readonly name: string | undefined;
  readonly top: number;
  /** Of a run of starts: how many are selected; else 0. */
  readonly starts: number;
}

/** What loading modules cost as a tree, or of those with a name why they are loaded. */
export function importsText(opened: OpenedTarget, imports: RunImports, { name, top, starts }: Asked, style: Style): string {
  const words = reportWordsIn(style.words);
  const title = words.textOf("report.imports");
  const heading = style.bold(harmless(name === undefined ? title : `${title}: ${name}`));
  const measured = { ...opened.analysis.costs, starts };
  const body =
    name === undefined ? treeText(opened, imports, { top, measured }, style) : chainTexts(opened, imports, { name, measured }, style);
  const savings = name === undefined ? savingsText(opened, style) : [];
  return [heading, ...body, ...(savings.length === 0 ? [] : ["", ...savings])].join("\n");
}

export function importsJson(
  imports: RunImports,
  { run, pathNow }: OpenedTarget,
  top: number,
): JsonImports & { readonly savings?: JsonSavings } {
  const without = imports.unsampledRows(top).flatMap((row) => imports.chain(row) ?? []);
  const found = jsonImports(imports.rows(top), without, (row) => imports.chain(row)?.alsoBy ?? [], pathNow);
  const savings = startSavings(run);
  return { ...found, ...(savings === undefined ? {} : { savings: jsonSavings(savings, pathNow) }) };
}

function treeText(
  opened: OpenedTarget,
  imports: RunImports,
  { top, measured }: { readonly top: number; readonly measured: Measured },
  style: Style,
): readonly string[] {
  const words = reportWordsIn(style.words);
  const { textOf } = words;
  const pathOf = (path: string): string => pathEnd(opened.pathNow(path));
  const { columns, rows, found } = importsTable(imports, top, measured, { words, pathOf, indent: "  " });
  if (rows.length === 0) return [textOf("report.imports.none")];
  const table = rows.map((cells) =>
    cells.map((cell, column) => (column === moduleColumn ? cut(harmless(cell), widestModule) : harmless(cell))),
  );
  const head = columns;
  const { more, unsampled } = found;
  const last = head.length - 1;
  const widths = head.map((text, column) => Math.max(widthOf(text), ...table.map((cells) => widthOf(cells[column] ?? ""))));
  const room = Math.max(0, style.width - widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0));
  const [first = "", ...lines] = [head, ...table].map((cells) => {
    const padded = cells.slice(0, last).map((cell, column) => (column < last - 1 ? padStart : padEnd)(cell, widths[column] ?? 0));
    return [...padded, cut(cells[last] ?? "", room)].join("  ").trimEnd();
  });
  const others =
    more === 0
      ? []
      : [style.dim(style.words.say({ code: "command.imports.more", values: { count: more, shown: style.words.count(more) } }))];
  const without =
    unsampled === 0
      ? []
      : [
          style.dim(
            style.words.say({ code: "command.imports.unsampled", values: { count: unsampled, shown: style.words.count(unsampled) } }),
          ),
        ];
  return [
    style.dim(first),
    ...lines,
    ...others,
    ...without,
    "",
    allImportsText(found, measured, words),
    style.dim(textOf("report.imports.rule")),
  ];
}

function chainTexts(
  opened: OpenedTarget,
  imports: RunImports,
  { name, measured }: { readonly name: string; readonly measured: Measured },
  style: Style,
): readonly string[] {
  const chains = imports.named(name);
  if (chains.length === 0) {
    const code = imports.hasCode(name) ? "command.imports.noSamples" : "command.imports.noModule";
    return [harmless(style.words.say({ code, values: { name } }))];
  }
  const words = reportWordsIn(style.words);
  const pathOf = (path: string): string => shortPath(opened.pathNow(path));
  const placeOf = (place: ImportPlace): string => importedAt(place, pathOf);
  return chains.flatMap((each, at) => {
    const row = each.chain.at(-1);
    if (row === undefined) return [];
    const [time = "", share = ""] = importFigures(row, measured, words);
    const steps = each.chain.map((step, depth) => {
      const module = `${"  ".repeat(Math.min(depth, mostIndents))}${moduleName(step, words, pathOf)}`;
      return step.place === undefined ? module : `${module}  ${style.dim(harmless(placeOf(step.place)))}`;
    });
    const also = alsoText({ ...each, alsoBy: each.alsoBy.map(placeOf) }, words);
    return [
      ...(at === 0 ? [] : [""]),
      row.samples === 0
        ? words.textOf("imports.noSampleAbout")
        : `${perStart(time, measured, words)}  ${share}  ${importParts(row, measured, words)}`,
      ...steps,
      ...(also === "" ? [] : [harmless(also)]),
    ];
  });
}

/** What other ways to start would save, or how that is measured; none for a run that is not of starts. */
export function savingsText({ run, pathNow }: Pick<OpenedTarget, "run" | "pathNow">, style: Style): readonly string[] {
  const found = startSavings(run);
  if (found === undefined) return run.startup === undefined ? [] : [style.dim(style.words.say({ code: "command.savings.how" }))];
  const words = reportWordsIn(style.words);
  const pathOf = (path: string): string => pathEnd(pathNow(path));
  const rows = found.savings.map((saving) => {
    const text = harmless(savingText(saving, found, words, pathOf));
    return saving.measured?.verdict === "saves" ? text : style.dim(text);
  });
  return [style.bold(savingsTitle(found, words)), ...(rows.length > 0 ? rows : [style.dim(style.words.say({ code: "savings.nothing" }))])];
}
