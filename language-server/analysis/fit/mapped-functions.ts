import { declaredName } from "./function-standing.ts";
import { hasWords, type MappedPiece, withoutMark } from "./mapped-words.ts";
import type { TextFunctions } from "./text-functions.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { Column, Line } from "../units.ts";
import { madeOnce, countsOf } from "../collections.ts";

/** A function of a generated text, and where its code was in the source that was compiled. */
export interface MappedFunction {
  /** Its row in the generated text's syntax; 0 for the top level. */
  readonly row: number;
  readonly parent: number;
  /** As V8 names it. */
  readonly name: string;
  /** The source's first and last line of it; those of functions in it included. */
  readonly first: Line;
  readonly last: Line;
  /** Without those of functions in it. */
  readonly pieces: readonly MappedPiece[];
}

type MutableFunction = { -readonly [Key in keyof MappedFunction]: MappedFunction[Key] } & { readonly pieces: MappedPiece[] };

/** By row. Only functions that the source has code of. */
export function mappedFunctions(pieces: readonly MappedPiece[], syntax: Syntax): ReadonlyMap<number, MappedFunction> {
  const { functions } = syntax;
  const found = new Map<number, MutableFunction>();
  const order = [...functions.startLine.keys()].toSorted((a, b) => compareStarts(syntax, a, b));
  const open: number[] = [0];
  const close = (line: Line, column: Column): void => {
    while (open.length > 1 && !isBefore(line, column, functions.endLine, functions.endColumn, open.at(-1) as number)) open.pop();
  };
  let next = order[0] === 0 ? 1 : 0;
  /** Of the last piece with a name, what the generated text has, and what the source had. */
  let named: MappedPiece | undefined;
  const nameOf = (row: number, otherwise: string): string => {
    const name = functions.name[row] as string;
    return row !== 0 && name !== "" && named?.code.startsWith(name) === true ? named.name : otherwise;
  };
  for (const piece of pieces) {
    const { line, column } = piece.generated;
    for (; next < order.length && !isBefore(line, column, functions.startLine, functions.startColumn, order[next] as number); next++) {
      const row = order[next] as number;
      close(functions.startLine[row] as number, functions.startColumn[row] as number);
      open.push(row);
    }
    close(line, column);
    for (const row of open) {
      const known = madeOnce(found, row, () => ({
        row,
        parent: functions.parent[row] as number,
        name: nameOf(row, row === 0 ? "" : (functions.name[row] as string)),
        first: piece.line,
        last: piece.line,
        pieces: [],
      }));
      known.first = Math.min(known.first, piece.line);
      known.last = Math.max(known.last, piece.line);
    }
    const func = found.get(open.at(-1) as number) as MutableFunction;
    if (piece.name !== "") named = piece;
    // The name of a declaration is in it.
    if (piece === named && func.pieces.every(({ words }) => words.length === 0)) func.name = nameOf(func.row, func.name);
    func.pieces.push(piece);
  }
  return found;
}

/** How far each function moved: 0, or as many lines as the only one of its name did, if that has its names and lines. By row. */
export function functionShifts(functions: ReadonlyMap<number, MappedFunction>, now: TextFunctions): ReadonlyMap<number, number> {
  const counts = countsOf(Array.from(functions.values(), ({ name }) => name));
  const shifts = new Map<number, number>();
  for (const func of functions.values()) {
    const [row, ...others] = func.name === "" || counts.get(func.name) !== 1 ? [] : now.named(func.name);
    if (row === undefined || others.length > 0) continue;
    const { line, startLine } = now.syntax.functions;
    const shift = [line[row] as number, startLine[row] as number]
      .map((start) => start - headOf(func))
      .find((each) => isLike(func, now, each));
    if (shift !== undefined) shifts.set(func.row, shift);
  }
  return shifts;
}

/** The line of a function's name, or its first one. */
export function headOf({ name, first, pieces }: MappedFunction): Line {
  const last = withoutMark(declaredName(name.slice(name.lastIndexOf(".") + 1)));
  return pieces.find(({ words }) => last !== "" && words.includes(last))?.line ?? first;
}

/** That many of a function's pieces must be on their lines. */
const leastAlike = 0.6;

function isLike({ pieces }: MappedFunction, now: TextFunctions, shift: number): boolean {
  const named = pieces.filter(({ words }) => words.length > 0);
  const alike = named.filter((piece) => hasWords(piece, now.lines[piece.line + shift - 1]));
  return alike.length >= leastAlike * named.length;
}

function isBefore(line: Line, column: Column, lines: Int32Array, columns: Int32Array, row: number): boolean {
  return line < (lines[row] as number) || (line === lines[row] && column < (columns[row] as number));
}

function compareStarts({ functions: { startLine, startColumn } }: Syntax, a: number, b: number): number {
  return (startLine[a] as number) - (startLine[b] as number) || (startColumn[a] as number) - (startColumn[b] as number) || a - b;
}
