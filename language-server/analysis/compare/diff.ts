import { splitLines } from "../syntax/line-ends.ts";
import { checkStop } from "../budget.ts";
import { isChange } from "./chance/verdict.ts";
import type { CostDigest } from "./cost-digest.ts";
import { sliceCount, type SlicedTicks } from "../costs/cost-slices.ts";
import { categories, type Category } from "../costs/costs.ts";
import type { HeatBy } from "../costs/heat.ts";
import { matchRuns, type RunMatching, type SyntaxOf } from "./run-matching.ts";
import { differenceOf, driftOf, isTested, type Difference, type Drift, type Family, type TickPair } from "./significance.ts";
import type { Column, Line } from "../units.ts";

export interface DiffOptions {
  /** The number of units (requests, seconds) of each run; above 0. */
  readonly units: { readonly base: number; readonly next: number };
  /** The figure to compare. Code that is not own has no attributed ticks, so its self is used. */
  readonly by: HeatBy;
}

export interface Place {
  readonly path: string;
  readonly line: Line;
  readonly column: Column;
}

export interface FunctionDifference extends Difference {
  readonly name: string;
  readonly baseName: string;
  readonly category: Category;
  readonly edited: boolean;
  /** Undefined if that run's code has no such function, as far as known. */
  readonly baseAt: Place | undefined;
  readonly nextAt: Place | undefined;
}

export interface LineDifference extends Difference {
  readonly category: Category;
  readonly baseAt: Place | undefined;
  readonly nextAt: Place | undefined;
  /** Trimmed texts; "" if not kept. */
  readonly baseText: string;
  readonly nextText: string;
}

/** Comparison of two runs; costs in milliseconds per unit. */
export interface RunDifference {
  readonly busy: Difference;
  readonly composition: Readonly<Record<Category, Difference>>;
  readonly drift: Drift;
  /** The parameters for judging the busy cost of any single place. */
  readonly family: Omit<Family, "tests">;
  /** Significant changes first, by size; if own code and what it called share a change, own code comes first. */
  readonly functions: readonly FunctionDifference[];
  readonly lines: readonly LineDifference[];
  readonly matching: RunMatching;
}

interface RowPair {
  /** Indices in the digests' tables, or -1. */
  readonly base: number;
  readonly next: number;
}

export function diffRuns(base: CostDigest, next: CostDigest, syntaxOf: SyntaxOf, { units, by }: DiffOptions): RunDifference {
  const matching = matchRuns(base, next, syntaxOf);
  const worth = { base: base.interval / 1000 / units.base, next: next.interval / 1000 / units.next };
  const busyCost = { base: base.busyTicks * worth.base, next: next.busyTicks * worth.next };
  const functionPairs = pairFunctions(base, next, matching);
  const drift = driftOf(
    functionPairs.map((pair) => ticksOf(base.functions.slices, next.functions.slices, "self", pair)),
    worth,
    busyCost,
  );
  const family = { drift, worth, busy: busyCost };
  const functions = judge(
    functionPairs.map((pair) => {
      const category = categoryOf(base, base.functions.source, next, next.functions.source, pair);
      const ticks = ticksOf(base.functions.slices, next.functions.slices, measureOf(by, category), pair);
      return { ticks, category, ...functionPlaces(base, next, matching, pair) };
    }),
    family,
  );
  const texts = { base: new LineTexts(base), next: new LineTexts(next) };
  const lines = judge(
    pairLines(base, next, matching).map((pair) => {
      const category = categoryOf(base, base.lines.source, next, next.lines.source, pair);
      const ticks = ticksOf(base.lines.slices, next.lines.slices, measureOf(by, category), pair);
      const places = linePlaces(base, next, matching, pair, texts);
      return { ticks, category, ...places, edited: isEditedLine(places) };
    }),
    family,
  ).map(({ edited: _edited, ...line }) => line);
  return {
    busy: differenceOf({ base: base.busySlices, next: next.busySlices }, { ...family, drift: wholeDrift(drift), tests: 1 }),
    composition: compositionDifference(base, next, family),
    drift,
    family,
    functions: functions.sort(byImportance(by)),
    lines: lines.sort(byImportance(by)),
    matching,
  };
}

/** All busy time contains the common factor, which cannot be distinguished from a change: it only widens the error. */
function wholeDrift(drift: Drift): Drift {
  return { log: 0, error: drift.error, spread: Math.max(drift.spread, Math.abs(drift.log)), stray: 0 };
}

function measureOf(by: DiffOptions["by"], category: Category): DiffOptions["by"] {
  return by === "withLibraries" && category !== "own" ? "self" : by;
}

function categoryOf(base: CostDigest, baseSources: Int32Array, next: CostDigest, nextSources: Int32Array, pair: RowPair): Category {
  const source = pair.next === -1 ? base.sources[baseSources[pair.base] as number] : next.sources[nextSources[pair.next] as number];
  return source?.category ?? "native";
}

const nothing = new Float32Array(sliceCount);

function ticksOf(base: SlicedTicks, next: SlicedTicks, by: keyof SlicedTicks, pair: RowPair): TickPair {
  const slices = (ticks: Float32Array, row: number): Float32Array =>
    row === -1 ? nothing : ticks.subarray(row * sliceCount, (row + 1) * sliceCount);
  return { base: slices(base[by], pair.base), next: slices(next[by], pair.next) };
}

/** Leaves out rows without ticks in this figure. */
function judge<Row extends { readonly ticks: TickPair; readonly edited: boolean }>(
  rows: readonly Row[],
  family: Omit<Family, "tests">,
): (Omit<Row, "ticks"> & Difference)[] {
  const tests = rows.filter(({ ticks }) => isTested(ticks)).length;
  return rows
    .map(({ ticks, ...row }) => {
      checkStop();
      return { ...row, ...differenceOf(ticks, { ...family, tests }, row.edited) };
    })
    .filter((row) => row.base + row.next > 0);
}

/** Known only of lines whose text was kept. */
function isEditedLine({
  baseAt,
  nextAt,
  baseText,
  nextText,
}: Pick<LineDifference, "baseAt" | "nextAt" | "baseText" | "nextText">): boolean {
  return baseAt !== undefined && nextAt !== undefined && baseText !== "" && nextText !== "" && baseText !== nextText;
}

function pairFunctions(base: CostDigest, next: CostDigest, { functionNow }: RunMatching): readonly RowPair[] {
  const rows = new Map<string, number>();
  const { functions } = next;
  functions.name.forEach((name, row) => {
    const place = `${functions.source[row] as number}:${functions.line[row] as number}:${functions.column[row] as number}`;
    rows.set(`${place}:${name}`, row);
    if (!rows.has(place)) rows.set(place, row);
  });
  return paired(base.functions.source, functions.source, (row) => {
    const found = functionNow(row);
    if (found === undefined) return -1;
    const place = `${found.source}:${found.line}:${found.column}`;
    return rows.get(`${place}:${found.name}`) ?? rows.get(place) ?? -1;
  });
}

/** Only lines of files: users cannot change Node's own code and native code. None of texts that are not what one of the runs ran. */
function pairLines(base: CostDigest, next: CostDigest, { lineNow }: RunMatching): readonly RowPair[] {
  const rows = new Map<string, number>();
  next.lines.line.forEach((line, row) => rows.set(`${next.lines.source[row] as number}:${line}`, row));
  const contradicted = new Set(
    [base, next].flatMap(({ sources }) => sources.flatMap(({ key, isContradicted }) => (isContradicted === true ? key : []))),
  );
  const isFile = ({ sources }: CostDigest, source: number): boolean =>
    sources[source]?.category !== "node" && !contradicted.has(sources[source]?.key ?? "");
  const pairs = paired(base.lines.source, next.lines.source, (row) => {
    const found = lineNow(base.lines.source[row] as number, base.lines.line[row] as number);
    return found === undefined ? -1 : (rows.get(`${found.source}:${found.line}`) ?? -1);
  });
  return pairs.filter(({ base: row, next: other }) =>
    row === -1 ? isFile(next, next.lines.source[other] as number) : isFile(base, base.lines.source[row] as number),
  );
}

/** Every row with a source once; if several rows map to one, the first. */
function paired(base: Int32Array, next: Int32Array, rowNow: (row: number) => number): RowPair[] {
  const pairs: RowPair[] = [];
  const taken = new Set<number>();
  base.forEach((source, row) => {
    if (source === -1) return;
    checkStop();
    const other = rowNow(row);
    const isFree = other !== -1 && !taken.has(other);
    if (isFree) taken.add(other);
    pairs.push({ base: row, next: isFree ? other : -1 });
  });
  next.forEach((source, row) => {
    if (source !== -1 && !taken.has(row)) pairs.push({ base: -1, next: row });
  });
  return pairs;
}

function functionPlaces(
  base: CostDigest,
  next: CostDigest,
  { functionNow }: RunMatching,
  pair: RowPair,
): Pick<FunctionDifference, "name" | "baseName" | "edited" | "baseAt" | "nextAt"> {
  const now = pair.base === -1 ? undefined : functionNow(pair.base);
  const at = ({ functions, sources }: CostDigest, row: number): Place | undefined =>
    row === -1
      ? undefined
      : placeOf(sources, functions.source[row] as number, functions.line[row] as number, functions.column[row] as number);
  const baseName = base.functions.name[pair.base];
  const name = next.functions.name[pair.next] ?? now?.name ?? baseName ?? "";
  return {
    name,
    // It has a label only if its text was kept.
    baseName: baseName === undefined || baseName === "(anonymous)" ? name : baseName,
    edited: now?.edited ?? false,
    baseAt: at(base, pair.base),
    nextAt: at(next, pair.next) ?? (now === undefined ? undefined : placeOf(next.sources, now.source, now.line, now.column)),
  };
}

function linePlaces(
  base: CostDigest,
  next: CostDigest,
  { lineNow }: RunMatching,
  pair: RowPair,
  texts: { readonly base: LineTexts; readonly next: LineTexts },
): Pick<LineDifference, "baseAt" | "nextAt" | "baseText" | "nextText"> {
  const from =
    pair.base === -1 ? undefined : { source: base.lines.source[pair.base] as number, line: base.lines.line[pair.base] as number };
  const to =
    pair.next === -1
      ? from === undefined
        ? undefined
        : lineNow(from.source, from.line)
      : { source: next.lines.source[pair.next] as number, line: next.lines.line[pair.next] as number };
  return {
    baseAt: from === undefined ? undefined : placeOf(base.sources, from.source, from.line, 0),
    nextAt: to === undefined ? undefined : placeOf(next.sources, to.source, to.line, 0),
    baseText: from === undefined ? "" : texts.base.line(from.source, from.line),
    nextText: to === undefined ? "" : texts.next.line(to.source, to.line),
  };
}

function placeOf(sources: CostDigest["sources"], source: number, line: Line, column: Column): Place | undefined {
  const path = sources[source]?.path;
  return path === undefined ? undefined : { path, line, column };
}

class LineTexts {
  readonly #digest: CostDigest;
  readonly #lines = new Map<number, readonly string[]>();

  constructor(digest: CostDigest) {
    this.#digest = digest;
  }

  line(source: number, line: Line): string {
    let lines = this.#lines.get(source);
    if (lines === undefined) {
      lines = splitLines(this.#digest.sources[source]?.text ?? "");
      this.#lines.set(source, lines);
    }
    return (lines[line - 1] ?? "").trim();
  }
}

/** Categories have only sums, not time slices. */
function compositionDifference(base: CostDigest, next: CostDigest, family: Omit<Family, "tests">): RunDifference["composition"] {
  return Object.fromEntries(
    categories.map((category) => {
      const ticks = { base: Float32Array.of(base.composition[category]), next: Float32Array.of(next.composition[category]) };
      return [category, differenceOf(ticks, { ...family, tests: categories.length })];
    }),
  ) as Record<Category, Difference>;
}

/**
 * Own code's attributed time includes what it called elsewhere, so a change shows in a row of each: of two similar ones, the one that
 * the user can fix comes first.
 */
const elsewhereWeight = 0.8;

function byImportance(by: DiffOptions["by"]): (a: JudgedRow, b: JudgedRow) => number {
  const size = ({ delta, category }: JudgedRow): number =>
    Math.abs(delta) * (by === "withLibraries" && category !== "own" ? elsewhereWeight : 1);
  return (a, b) => rankOf(a) - rankOf(b) || size(b) - size(a);
}

/** Changes, then what changed with the load, then noise. */
function rankOf({ verdict }: JudgedRow): number {
  return isChange(verdict) ? 0 : verdict === "load" ? 1 : 2;
}

type JudgedRow = Difference & { readonly category: Category };
