import { samplingError } from "../analysis/costs/sampling-error.ts";
import { pointsText } from "../analysis/figures.ts";
import type { Line, Microseconds, Ticks } from "../analysis/units.ts";
import { inPackage, packageOf, fileNameOf } from "../analysis/sources/package-name.ts";
import type { Report } from "../analysis/exporters/markdown.ts";
import type { ImportChain, ImportPlace, ImportsAnswer, ImportView, RunImports } from "../answers/imports/run-imports.ts";
import type { ReportWords } from "./run-report.ts";

/** What figures are of. */
export interface Measured {
  readonly busyTicks: Ticks;
  readonly busySamples: number;
  readonly interval: Microseconds;
  /** Of a run of starts: how many are selected. Times are then per start. */
  readonly starts?: number | undefined;
}

type PathOf = (path: string) => string;

/** A module of a tree in the order of its rows, with how deep it is. */
interface DeepRow {
  readonly row: ImportView;
  readonly index: number;
  readonly depth: number;
}

/** Modules behind those that import them first, dearest first. */
function inTreeOrder(rows: readonly ImportView[]): readonly DeepRow[] {
  const byParent = new Map<number, number[]>();
  rows.forEach(({ parent }, index) => byParent.set(parent, [...(byParent.get(parent) ?? []), index]));
  const ordered: DeepRow[] = [];
  const open = (byParent.get(-1) ?? []).map((index) => ({ index, depth: 0 })).toReversed();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { index, depth } = next;
    ordered.push({ row: rows[index] as ImportView, index, depth });
    open.push(...(byParent.get(index) ?? []).map((each) => ({ index: each, depth: depth + 1 })).toReversed());
  }
  return ordered;
}

/** Further in, modules stand beneath each other. */
export const mostIndents = 12;
const mostBeside = 20;

/** How a table of imports writes names; `indent`: what stands before a module for each that leads to it. */
interface TableWords {
  readonly words: ReportWords;
  readonly pathOf: PathOf;
  readonly indent: string;
}

/** The dearest modules as a tree, with what their first import cost and where it is. */
export function importsTable(
  imports: Pick<RunImports, "rows" | "chain">,
  top: number,
  measured: Measured,
  { words, pathOf, indent }: TableWords,
): Report["tables"][number] & { readonly found: ImportsAnswer } {
  const { textOf } = words;
  const found = imports.rows(top);
  const { rows } = found;
  return {
    title: textOf("report.imports"),
    columns: [
      textOf((measured.starts ?? 0) > 0 ? "hover.column.perStart" : "report.blocks.time"),
      textOf("hover.column.share"),
      textOf("report.imports.own"),
      textOf("report.imports.imports"),
      textOf("report.imports.load"),
      textOf("report.imports.module"),
      textOf("report.imports.at"),
    ],
    figures: [0, 1, 2, 3, 4],
    rows: inTreeOrder(rows).map(({ row, index, depth }) => {
      const { alsoBy = [], moreAlso = 0 } = imports.chain(index, mostBeside) ?? {};
      const also = alsoText({ alsoBy: alsoBy.map((place) => importedAt(place, pathOf)), moreAlso }, words);
      const module = indent.repeat(Math.min(depth, mostIndents)) + moduleName(row, words, pathOf);
      const at = [placeBelow(row, rows[row.parent], pathOf), also].filter((text) => text !== "");
      return [...importFigures(row, measured, words), module, at.join(" · ")];
    }),
    none: textOf("report.imports.none"),
    found,
  };
}

/** `eslint/lib/api.js`, `src/app.js`, or as it is written. */
export function moduleName(
  { name, path, isLater }: Pick<ImportView, "name" | "path" | "isLater">,
  { textOf }: Pick<ReportWords, "textOf">,
  pathOf: PathOf,
): string {
  if (name === "") return textOf("imports.unknown");
  const shown = name === path ? pathOf(path) : name;
  return isLater ? textOf("imports.already", { name: shown }) : shown;
}

/** The same below the module that imports it: without its folder or package, and of a long path with its last folder alone. */
export function shortName(
  view: ImportView,
  parent: Pick<ImportView, "path"> | undefined,
  words: Pick<ReportWords, "textOf">,
  pathOf: PathOf,
): string {
  const { path } = view;
  if (path === undefined) return moduleName(view, words, pathOf);
  const [name, folder] = [packageOf(path), folderOf(path)];
  const isBeside = parent?.path !== undefined && folderOf(parent.path) === folder;
  const isInside = parent?.path !== undefined && name === packageOf(parent.path);
  const parts = (view.name === path ? pathOf(path) : view.name).split("/");
  const within = parts.slice(name === undefined ? 0 : name.split("/").length);
  const end = within.length > 2 ? ["…", ...within.slice(-2)] : within;
  const shown = isBeside ? fileNameOf(path) : (name === undefined || isInside ? end : [name, ...end]).join("/");
  return view.isLater ? words.textOf("imports.already", { name: shown }) : shown;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/") + 1);
}

/** `linter.js:32` beside its module, with as much before it as distinguishes it from other modules; "" for an entry. */
function placeBelow({ place, placeEnd }: ImportView, parent: Pick<ImportView, "path"> | undefined, pathOf: PathOf): string {
  if (place === undefined) return "";
  return parent?.path === place.path ? placeText(place, placeEnd) : importedAt(place, pathOf);
}

/** `eslint/lib/linter.js:32` */
export function importedAt(place: ImportPlace, pathOf: PathOf): string {
  const { path } = place;
  return placeText(place, packageOf(path) === undefined ? pathOf(path) : inPackage(path));
}

export function placeText({ line, isInferred }: Pick<ImportPlace, "line" | "isInferred">, file: string): string {
  return `${isInferred === true ? "≈ " : ""}${file}${line > 0 ? `:${line}` : ""}`;
}

/** Time, share with its error, and the three parts. */
export function importFigures(row: ImportView, measured: Measured, words: ReportWords): readonly string[] {
  const { busyTicks, busySamples } = measured;
  if (row.samples === 0) return [words.textOf("imports.noSample"), "", "", "", ""];
  const time = (ticks: Ticks): string => timeText(ticks, measured, words);
  const share = busyTicks === 0 ? 0 : row.totalTicks / busyTicks;
  const error = pointsText(samplingError(share * busySamples, busySamples), words.locale);
  return [time(row.totalTicks), `${words.share(share)} ± ${error}`, time(row.ownTicks), time(row.importsTicks), time(row.loadTicks)];
}

/** `its own code 2 ms · its imports 40 ms · reading and compiling 1 ms`. */
export function importParts(row: ImportView, measured: Measured, words: ReportWords): string {
  const [, , own = "", imports = "", load = ""] = importFigures(row, measured, words);
  return words.textOf("imports.parts", { own, imports, load });
}

/** `its code 20 ms · …` of all modules together. */
export function allImportsText(
  { ownTicks, loadTicks }: Pick<ImportsAnswer, "ownTicks" | "loadTicks">,
  measured: Measured,
  words: ReportWords,
): string {
  const time = (ticks: Ticks): string => perStart(timeText(ticks, measured, words), measured, words);
  return words.textOf("imports.all", { own: time(ownTicks), load: time(loadTicks) });
}

/** Says that a time is per start, if it is. */
export function perStart(time: string, { starts = 0 }: Measured, words: ReportWords): string {
  return starts === 0 ? time : words.textOf("cost.perStart", { figure: time });
}

function timeText(ticks: Ticks, { interval, starts = 0 }: Measured, words: ReportWords): string {
  return words.duration((ticks * interval) / 1000 / Math.max(1, starts));
}

/** `also imported by a.js:3, b.js:9`; "" without others. `alsoBy`: places in words. */
export function alsoText(
  { alsoBy, moreAlso }: { readonly alsoBy: readonly string[]; readonly moreAlso: number },
  words: ReportWords,
): string {
  if (alsoBy.length === 0) return "";
  const places = alsoBy.join(", ");
  return moreAlso === 0
    ? words.textOf("imports.alsoBy", { places })
    : words.textOf("imports.alsoByMore", { places, shown: words.count(moreAlso) });
}

interface JsonPlace {
  readonly file: string;
  /** It was inferred from the text, not measured. */
  readonly inferred?: boolean;
  /** 0 if unknown. */
  readonly line: Line;
}

/** A module in `heatline report --imports --json`. Ticks are as everywhere there. */
interface JsonImport {
  /** Package with the file in it, the file, or as it is written. */
  readonly name: string;
  readonly file: string | null;
  readonly specifier: string;
  /** Another place had it loaded before. */
  readonly alreadyLoaded: boolean;
  /** Index of the module that imports it first; null for an entry. */
  readonly parent: number | null;
  readonly at: JsonPlace | null;
  readonly totalTicks: Ticks;
  readonly ownTicks: Ticks;
  readonly importsTicks: Ticks;
  readonly loadTicks: Ticks;
  readonly samples: number;
  readonly alsoImportedBy: readonly JsonPlace[];
}

export interface JsonImports {
  readonly totalTicks: Ticks;
  readonly ownTicks: Ticks;
  readonly loadTicks: Ticks;
  readonly more: number;
  readonly modules: readonly JsonImport[];
  /** Modules that were loaded without a sample, as the run's graph has them. */
  readonly withoutSamples: { readonly count: number; readonly modules: readonly JsonUnsampled[] };
}

type JsonUnsampled = Pick<JsonImport, "name" | "file" | "at" | "alsoImportedBy">;

/** `without`: of modules without samples. `alsoOf`: who else imports the module of a row. */
export function jsonImports(
  { rows, more, unsampled, totalTicks, ownTicks, loadTicks }: ImportsAnswer,
  without: readonly ImportChain[],
  alsoOf: (row: number) => readonly ImportPlace[],
  pathNow: PathOf,
): JsonImports {
  const jsonPlace = ({ path, line, isInferred = false }: ImportPlace): JsonPlace => ({
    file: pathNow(path),
    line,
    ...(isInferred ? { inferred: true } : {}),
  });
  return {
    totalTicks,
    ownTicks,
    loadTicks,
    more,
    modules: rows.map(({ name, path, specifier, isLater: alreadyLoaded, parent, place, placeEnd: _end, ...ticks }, index) => ({
      name: name === path ? pathNow(path) : name,
      file: path === undefined ? null : pathNow(path),
      specifier,
      alreadyLoaded,
      parent: parent === -1 ? null : parent,
      at: place === undefined ? null : jsonPlace(place),
      ...ticks,
      alsoImportedBy: alsoOf(index).map(jsonPlace),
    })),
    withoutSamples: {
      count: unsampled,
      modules: without.flatMap(({ chain, alsoBy }): JsonUnsampled[] => {
        const { name, path, place } = chain.at(-1) ?? {};
        if (name === undefined || path === undefined) return [];
        const at = place === undefined ? null : jsonPlace(place);
        return [{ name: name === path ? pathNow(path) : name, file: pathNow(path), at, alsoImportedBy: alsoBy.map(jsonPlace) }];
      }),
    },
  };
}
