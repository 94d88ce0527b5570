import { checkStop } from "../budget.ts";
import type { Category } from "../costs/costs.ts";
import { madeOnce } from "../collections.ts";
import { splitLines } from "../syntax/line-ends.ts";
import type { Column, Line } from "../units.ts";
import type { CodeTables } from "./cost-digest.ts";
import type { FunctionPair } from "./other-code.ts";
import type { RunMatching } from "./run-matching.ts";

export interface Place {
  readonly path: string;
  readonly line: Line;
  readonly column: Column;
}

export function categoryOf(
  base: CodeTables,
  baseSources: Int32Array,
  next: CodeTables,
  nextSources: Int32Array,
  pair: FunctionPair,
): Category {
  const source = pair.next === -1 ? base.sources[baseSources[pair.base] as number] : next.sources[nextSources[pair.next] as number];
  return source?.category ?? "native";
}

/** Known only of lines whose text was kept. */
export function isEditedLine({ baseAt, nextAt, baseText, nextText }: LinePlaces): boolean {
  return baseAt !== undefined && nextAt !== undefined && baseText !== "" && nextText !== "" && baseText !== nextText;
}

export function pairFunctions(base: CodeTables, next: CodeTables, { functionNow }: RunMatching): readonly FunctionPair[] {
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
export function pairLines(base: CodeTables, next: CodeTables, { lineNow }: RunMatching): readonly FunctionPair[] {
  const rows = new Map<string, number>();
  next.lines.line.forEach((line, row) => rows.set(`${next.lines.source[row] as number}:${line}`, row));
  const contradicted = new Set(
    [base, next].flatMap(({ sources }) => sources.flatMap(({ key, isContradicted }) => (isContradicted === true ? key : []))),
  );
  const isFile = ({ sources }: CodeTables, source: number): boolean =>
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
function paired(base: Int32Array, next: Int32Array, rowNow: (row: number) => number): FunctionPair[] {
  const pairs: FunctionPair[] = [];
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

export function functionPlaces(base: CodeTables, next: CodeTables, { functionNow }: RunMatching, pair: FunctionPair): FunctionPlaces {
  const now = pair.base === -1 ? undefined : functionNow(pair.base);
  const at = ({ functions, sources }: CodeTables, row: number): Place | undefined =>
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

/** Undefined where that run's code has none, as far as known. */
interface PairPlaces {
  readonly baseAt: Place | undefined;
  readonly nextAt: Place | undefined;
}

interface FunctionPlaces extends PairPlaces {
  readonly name: string;
  readonly baseName: string;
  readonly edited: boolean;
}

interface LinePlaces extends PairPlaces {
  /** Trimmed; "" if not kept. */
  readonly baseText: string;
  readonly nextText: string;
}

export function linePlaces(
  base: CodeTables,
  next: CodeTables,
  { lineNow }: RunMatching,
  pair: FunctionPair,
  texts: Readonly<Record<"base" | "next", ReturnType<typeof lineTexts>>>,
): LinePlaces {
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
    baseText: from === undefined ? "" : texts.base(from.source, from.line),
    nextText: to === undefined ? "" : texts.next(to.source, to.line),
  };
}

function placeOf(sources: CodeTables["sources"], source: number, line: Line, column: Column): Place | undefined {
  const path = sources[source]?.path;
  return path === undefined ? undefined : { path, line, column };
}

export function lineTexts({ sources }: CodeTables): (source: number, line: Line) => string {
  const texts = new Map<number, readonly string[]>();
  return (source, line) => (madeOnce(texts, source, () => splitLines(sources[source]?.text ?? ""))[line - 1] ?? "").trim();
}
