import { declaredName } from "./function-standing.ts";
import { headOf, functionShifts, type MappedFunction } from "./mapped-functions.ts";
import { hasWords, type MappedPiece, type PieceStanding, pieceStanding, withoutMark } from "./mapped-words.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Line, Share } from "../units.ts";
import { grouped, madeOnce } from "../collections.ts";

/** From this share of its functions on, a text is another one than was compiled. */
const leastContradicted: Share = 0.25;
/** Shorter names may be those of a minifier. */
const shortestName = 3;

/** Where lines of the source that was compiled are in a text that was found later and contradicts some of them. */
export interface SourceFit {
  readonly contradicted: number;
  readonly judged: number;
  /** Undefined if it is unknown. */
  readonly lineOf: (line: Line) => { readonly line: Line; readonly isSure: boolean } | undefined;
}

/** Lines of a function that samples show, in the source that was compiled. */
export interface MappedSamples {
  readonly func: MappedFunction;
  readonly lines: ReadonlySet<Line>;
}

/** Undefined if the text contradicts nothing that has samples. */
export function sourceFitOf(
  samples: readonly MappedSamples[],
  functions: ReadonlyMap<number, MappedFunction>,
  pieces: readonly MappedPiece[],
  now: TextFunctions,
): SourceFit | undefined {
  const byLine = grouped(pieces, ({ line }) => line);
  const standing = (line: Line, shift: number): PieceStanding =>
    standingOf((byLine.get(line) ?? []).map((piece) => pieceStanding(piece, now.lines[line + shift - 1])));
  const judged = samples.filter(({ func, lines }) => func.row !== 0 || [...lines].some((line) => standing(line, 0) !== "open"));
  const contradicted = judged.filter(
    ({ func, lines }) => isRenamed(func, now) || [...lines].some((line) => standing(line, 0) === "contradicted"),
  ).length;
  if (contradicted === 0) return undefined;
  const isWhole = contradicted >= leastContradicted * judged.length;
  const lines = new SourceLines(functions, byLine, now, standing);
  const known = new Map<Line, ReturnType<SourceFit["lineOf"]>>();
  const lineOf = (line: Line): ReturnType<SourceFit["lineOf"]> => {
    const to = lines.lineOf(line);
    return to === undefined ? undefined : { line: to, isSure: to === line && !isWhole && lines.isSure(line) };
  };
  return {
    contradicted,
    judged: judged.length,
    lineOf: (line) => madeOnce(known, line, () => lineOf(line)),
  };
}

/** Whether a function with another name starts where it did. */
function isRenamed(func: MappedFunction, now: TextFunctions): boolean {
  const name = withoutMark(declaredName(func.name));
  if (name.length < shortestName || now.hasWord(name)) return false;
  const starting = now.startingOn(headOf(func)).map((row) => now.syntax.functions.name[row] as string);
  return starting.length > 0 && starting.every((each) => each !== "" && !name.includes(withoutMark(each)));
}

function standingOf(standings: readonly PieceStanding[]): PieceStanding {
  const fitting = standings.filter((each) => each === "fits").length;
  const contradicted = standings.filter((each) => each === "contradicted").length;
  if (fitting + contradicted === 0) return "open";
  return fitting >= contradicted ? "fits" : "contradicted";
}

/** Lines that were compiled, found again by the names on them and the functions around them. */
class SourceLines {
  readonly #byLine: ReadonlyMap<Line, readonly MappedPiece[]>;
  readonly #now: TextFunctions;
  readonly #standing: (line: Line, shift: number) => PieceStanding;
  readonly #shifts: ReadonlyMap<number, number>;
  /** By the first lines of the functions. */
  readonly #functions: readonly MappedFunction[];
  /** Lines with names, in order. */
  readonly #named: readonly Line[];

  constructor(
    functions: ReadonlyMap<number, MappedFunction>,
    byLine: ReadonlyMap<Line, readonly MappedPiece[]>,
    now: TextFunctions,
    standing: (line: Line, shift: number) => PieceStanding,
  ) {
    this.#byLine = byLine;
    this.#now = now;
    this.#standing = standing;
    this.#shifts = functionShifts(functions, now);
    this.#functions = [...functions.values()].filter(({ row }) => row !== 0).toSorted((a, b) => a.first - b.first || b.last - a.last);
    this.#named = [...byLine.keys()].filter((line) => standing(line, 0) !== "open").toSorted((a, b) => a - b);
  }

  lineOf(line: Line): Line | undefined {
    const around = this.#functions.filter(({ first, last }) => first <= line && line <= last).toReversed();
    const own = around.map(({ row }) => this.#shifts.get(row)).find((shift) => shift !== undefined);
    const found = this.#functions.filter(({ row }) => this.#shifts.has(row));
    const before = this.#shiftOf(found.filter(({ last }) => last < line).at(-1));
    const after = this.#shiftOf(found.find(({ first }) => first > line));
    if (this.#standing(line, 0) === "open") {
      const shift = own ?? (before === after ? before : undefined);
      return shift !== undefined && this.#now.hasCode(line + shift) ? line + shift : undefined;
    }
    const shift = [own, before, after, 0].find((each) => each !== undefined && this.#standing(line, each) === "fits");
    if (shift !== undefined) return line + shift;
    return own !== undefined && this.#isLike(line, own) ? line + own : undefined;
  }

  /** Whether a line, and those with names before and behind it, are where they were. */
  isSure(line: Line): boolean {
    const at = this.#named.findIndex((each) => each >= line);
    const behind = this.#named[at] === line ? at + 1 : at;
    const around = [this.#named[(at === -1 ? this.#named.length : at) - 1], line, at === -1 ? undefined : this.#named[behind]];
    return around.every((each) => each === undefined || this.#standing(each, 0) !== "contradicted");
  }

  #shiftOf(func: MappedFunction | undefined): number | undefined {
    return func === undefined ? undefined : this.#shifts.get(func.row);
  }

  /** Whether a line that has been reindented has the names. */
  #isLike(line: Line, shift: number): boolean {
    const pieces = (this.#byLine.get(line) ?? []).filter(({ words }) => words.length > 0);
    return pieces.filter((piece) => hasWords(piece, this.#now.lines[line + shift - 1])).length * 2 >= pieces.length;
  }
}
