import type { Syntax } from "./syntax.ts";
import { countsOf } from "../collections.ts";

/** The tokens of a function, without white space. */
export interface Shape {
  /** The whole text, including its name. */
  readonly exact: string;
  /** The same without its own name: unchanged by a rename. */
  readonly nameless: string;
  /** Number of pairs of neighbouring tokens. */
  readonly size: number;
  /** The token pairs of `nameless` with their counts; computed on demand. */
  readonly pairs: () => ReadonlyMap<string, number>;
}

/** Longer texts are only compared as a whole. */
const longestText = 100_000;
const token = /[\p{ID_Start}$_#][\p{ID_Continue}$]*|\d[\w.]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|=>|[^\s]/gu;

export function shapeOf(text: string, name: string): Shape {
  const tokens = text.length > longestText ? [text] : (text.match(token) ?? []);
  const own = name.slice(name.lastIndexOf(".") + 1);
  const blanked = own === "" ? tokens : tokens.map((each) => (each === own ? "·" : each));
  const exact = tokens.join(" ");
  let pairs: ReadonlyMap<string, number> | undefined;
  return {
    exact,
    nameless: own === "" ? exact : blanked.join(" "),
    size: Math.max(0, blanked.length - 1),
    pairs: () => (pairs ??= pairsOf(blanked)),
  };
}

function pairsOf(tokens: readonly string[]): ReadonlyMap<string, number> {
  return countsOf(tokens.slice(1).map((token, index) => `${tokens[index] ?? ""} ${token}`));
}

/** Similarity from 0 (nothing in common) to 1 (equal except for names): Dice's coefficient of the token pairs. */
export function likeness(a: Shape, b: Shape): number {
  if (a.nameless === b.nameless) return 1;
  if (a.size + b.size === 0) return 0;
  let common = 0;
  const [few, many] = a.size < b.size ? [a.pairs(), b.pairs()] : [b.pairs(), a.pairs()];
  for (const [pair, count] of few) common += Math.min(count, many.get(pair) ?? 0);
  return (2 * common) / (a.size + b.size);
}

/** The text of a function; row 0 is the whole script. */
export function functionText(lines: readonly string[], { functions }: Syntax, row: number): string {
  if (row === 0) return lines.join("\n");
  const [startLine, startColumn] = [functions.startLine[row] as number, functions.startColumn[row] as number];
  const [endLine, endColumn] = [functions.endLine[row] as number, functions.endColumn[row] as number];
  if (startLine === endLine) return (lines[startLine - 1] ?? "").slice(startColumn, endColumn);
  const first = (lines[startLine - 1] ?? "").slice(startColumn);
  return [first, ...lines.slice(startLine, endLine - 1), (lines[endLine - 1] ?? "").slice(0, endColumn)].join("\n");
}

/** Similarity of two lines, 0 to 1. */
export function lineLikeness(a: string, b: string): number {
  return likeness(shapeOf(a, ""), shapeOf(b, ""));
}
