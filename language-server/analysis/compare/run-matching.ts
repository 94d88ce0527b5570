import { checkStop } from "../budget.ts";
import type { CodeTables, DigestSource } from "./cost-digest.ts";
import { matchFunctions, type FunctionSpot, type MatchedSource } from "./function-matching.ts";
import type { NamedPosition } from "../fit/script-fit.ts";
import { functionText } from "../syntax/function-shape.ts";
import { splitLines } from "../syntax/line-ends.ts";
import { firstLine, matchLines } from "./line-matching.ts";
import { functionAround, nearestFunction, shownName, type Syntax } from "../syntax/syntax.ts";
import { linesOf } from "../edits/text-diff.ts";
import type { Column, Line } from "../units.ts";
import { grouped, madeOnce } from "../collections.ts";

/** Where a function of the next run starts. */
interface FunctionPlace {
  /** Index in the next digest's sources. */
  readonly source: number;
  readonly line: Line;
  readonly column: Column;
  readonly name: string;
  /** Its text differs from the base's. */
  readonly edited: boolean;
}

interface LinePlace {
  readonly source: number;
  readonly line: Line;
}

/** Where the code of one run is in another. Undefined: it is not there, or unknown. */
export interface RunMatching {
  /** By index in the base's functions. */
  readonly functionNow: (row: number) => FunctionPlace | undefined;
  readonly lineNow: (source: number, line: Line) => LinePlace | undefined;
}

/** `syntaxOf` takes indices in each digest's sources. */
export interface SyntaxOf {
  readonly base: (source: number) => Syntax | undefined;
  readonly next: (source: number) => Syntax | undefined;
}

/**
 * Sources of equal text need no matching. If a text was not kept, functions match by name, and lines keep their number unless a function of
 * their source moved.
 */
export function matchRuns(base: CodeTables, next: CodeTables, syntaxOf: SyntaxOf): RunMatching {
  const byKey = new Map(next.sources.map(({ key }, row) => [key, row]));
  const pairOf = base.sources.map(({ key }) => byKey.get(key) ?? -1);
  const textOfPair = (source: number): string | undefined => next.sources[pairOf[source] ?? -1]?.text;
  /** Sources whose functions are known by their names only, as the text is not what one of the runs ran. */
  const contradicted = base.sources.map(
    (source, row) => (source.isContradicted ?? next.sources[pairOf[row] ?? -1]?.isContradicted) === true,
  );
  const same = base.sources.map(({ text }, row) => text !== undefined && text === textOfPair(row));
  const unchanged = new Set(pairOf.filter((_pair, row) => same[row] === true));
  const old = changedSources(base.sources, syntaxOf.base, (row) => same[row] === true);
  const now = changedSources(next.sources, syntaxOf.next, (row) => unchanged.has(row));
  const changes = new ChangedCode(old, now);
  const names = new NamedFunctions(base, next, pairOf);
  const readable = new Set(now.map(({ digestRow }) => digestRow));
  const isRead = (source: number): boolean => changes.knows(source) && (pairOf[source] === -1 || readable.has(pairOf[source] as number));

  const { name, source, line, column } = next.functions;
  const rowsAt = grouped(name.keys(), (row) => `${source[row]} ${line[row]} ${column[row]}`);

  /** Whether an anonymous function has a label depends on what was kept and parsed in each run: the next run's name is shown. */
  function functionNow(row: number): FunctionPlace | undefined {
    const found = functionMatched(row);
    const rows = found === undefined ? undefined : rowsAt.get(`${found.source} ${found.line} ${found.column}`);
    const names = rows?.map((each) => name[each]);
    return found === undefined || names?.includes(found.name) !== false ? found : { ...found, name: names[0] as string };
  }

  function functionMatched(row: number): FunctionPlace | undefined {
    const { functions } = base;
    const [source, line, column] = [functions.source[row] as number, functions.line[row] as number, functions.column[row] as number];
    const name = functions.name[row] as string;
    if (source === -1) return undefined;
    if (contradicted[source] === true) return names.functionNow(row);
    if (same[source] === true) return { source: pairOf[source] as number, line, column, name, edited: false };
    return isRead(source) ? changes.functionNow(source, { line, column, name }) : names.functionNow(row);
  }

  function lineNow(source: number, line: Line): LinePlace | undefined {
    const pair = pairOf[source] ?? -1;
    if (contradicted[source] === true) return undefined;
    if (same[source] === true) return { source: pair, line };
    if (isRead(source)) return changes.lineNow(source, line);
    return pair === -1 || names.hasMoved(source) ? undefined : { source: pair, line };
  }

  return { functionNow, lineNow };
}

interface ChangedSource extends MatchedSource {
  /** Index in the digest's sources. */
  readonly digestRow: number;
  readonly lines: readonly string[];
}

function changedSources(
  sources: readonly DigestSource[],
  syntaxOf: (source: number) => Syntax | undefined,
  isSame: (row: number) => boolean,
): readonly ChangedSource[] {
  return sources.flatMap(({ key, text }, digestRow) => {
    checkStop();
    const syntax = text === undefined || isSame(digestRow) ? undefined : syntaxOf(digestRow);
    return text === undefined || syntax === undefined ? [] : [{ key, text, syntax, digestRow, lines: splitLines(text) }];
  });
}

/** Functions by source and name only. */
class NamedFunctions {
  readonly #base: CodeTables;
  readonly #next: CodeTables;
  readonly #pairOf: readonly number[];
  readonly #rows = new Map<string, number[]>();
  readonly #rowAt = new Map<string, number>();
  readonly #moved = new Set<number>();

  constructor(base: CodeTables, next: CodeTables, pairOf: readonly number[]) {
    this.#base = base;
    this.#next = next;
    this.#pairOf = pairOf;
    next.functions.name.forEach((name, row) => {
      madeOnce(this.#rows, `${next.functions.source[row] as number} ${name}`, () => []).push(row);
      this.#rowAt.set(`${next.functions.source[row]} ${next.functions.line[row]} ${next.functions.column[row]}`, row);
    });
    base.functions.source.forEach((source, row) => {
      const found = source === -1 ? undefined : this.functionNow(row);
      if (found !== undefined && found.line !== base.functions.line[row]) this.#moved.add(source);
    });
  }

  /**
   * The function at the same place, else the only one of its name. Without its text a function has no label: "(anonymous)" in one run may
   * have a label in the other, and is matched by place.
   */
  functionNow(row: number): FunctionPlace | undefined {
    const { name, source, line, column } = this.#base.functions;
    const { functions } = this.#next;
    const pair = this.#pairOf[source[row] as number] ?? -1;
    const own = name[row] as string;
    const rows = this.#rows.get(`${pair} ${own}`) ?? [];
    const there = rows.find((other) => functions.line[other] === line[row] && functions.column[other] === column[row]);
    const found = there ?? (rows.length === 1 ? rows[0] : this.#namelessAt(pair, row));
    if (pair === -1 || found === undefined) return undefined;
    return { source: pair, line: functions.line[found] as number, column: functions.column[found] as number, name: own, edited: false };
  }

  #namelessAt(pair: number, row: number): number | undefined {
    const { name, line, column } = this.#base.functions;
    const there = this.#rowAt.get(`${pair} ${line[row]} ${column[row]}`);
    const names = [name[row], this.#next.functions.name[there ?? -1]];
    return names.includes("(anonymous)") ? there : undefined;
  }

  hasMoved(source: number): boolean {
    return this.#moved.has(source);
  }
}

/** Matches functions and lines in sources whose text changed. */
class ChangedCode {
  readonly #base: ReadonlyMap<number, { readonly source: ChangedSource; readonly index: number }>;
  readonly #next: readonly ChangedSource[];
  readonly #matches: ReadonlyMap<string, FunctionSpot>;
  readonly #lines = new Map<string, Int32Array>();
  readonly #edited = new Map<string, boolean>();

  constructor(base: readonly ChangedSource[], next: readonly ChangedSource[]) {
    this.#base = new Map(base.map((source, index) => [source.digestRow, { source, index }]));
    this.#next = next;
    this.#matches = new Map(matchFunctions(base, next).map(([from, to]) => [keyOf(from), to]));
  }

  /** False for a source that did not change, or whose text was not kept or cannot be parsed. */
  knows(digestRow: number): boolean {
    return this.#base.has(digestRow);
  }

  functionNow(digestRow: number, place: NamedPosition): FunctionPlace | undefined {
    const base = this.#base.get(digestRow);
    if (base === undefined) return undefined;
    const row = nearestFunction(base.source.syntax, place);
    const from = { source: base.index, row };
    const to = this.#matches.get(keyOf(from));
    const next = to === undefined ? undefined : this.#next[to.source];
    if (to === undefined || next === undefined) return undefined;
    const { functions } = next.syntax;
    return {
      source: next.digestRow,
      line: functions.line[to.row] as number,
      column: functions.column[to.row] as number,
      name: shownName(next.syntax, to.row) || place.name,
      edited: this.#isEdited(base.source, from, next, to),
    };
  }

  /** Matches a line within its innermost function; if that function is gone, so is the line. */
  lineNow(digestRow: number, line: Line): LinePlace | undefined {
    const base = this.#base.get(digestRow);
    if (base === undefined) return undefined;
    const { syntax } = base.source;
    for (const row of new Set([functionAround(syntax, line, -1), functionAround(syntax, line, 0)])) {
      const found = this.#lineOfFunction(base.source, { source: base.index, row }, line);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #isEdited(base: ChangedSource, from: FunctionSpot, next: ChangedSource, to: FunctionSpot): boolean {
    return madeOnce(
      this.#edited,
      keyOf(from),
      () => !isSameText(functionText(base.lines, base.syntax, from.row), functionText(next.lines, next.syntax, to.row)),
    );
  }

  #lineOfFunction(base: ChangedSource, from: FunctionSpot, line: Line): LinePlace | undefined {
    const to = this.#matches.get(keyOf(from));
    const next = to === undefined ? undefined : this.#next[to.source];
    if (to === undefined || next === undefined) return undefined;
    const lines = madeOnce(this.#lines, keyOf(from), () => matchLines({ ...base, row: from.row }, { ...next, row: to.row }));
    const now = lines[line - firstLine({ syntax: base.syntax, row: from.row })] ?? 0;
    // Lines between two unchanged ones may now belong to another function.
    const isInside = [-1, 0].some((column) => functionAround(next.syntax, now, column) === to.row);
    return now === 0 || !isInside ? undefined : { source: next.digestRow, line: now };
  }
}

function keyOf({ source, row }: FunctionSpot): string {
  return `${source} ${row}`;
}

function isSameText(a: string, b: string): boolean {
  return a === b || linesOf(a).join("\n") === linesOf(b).join("\n");
}
