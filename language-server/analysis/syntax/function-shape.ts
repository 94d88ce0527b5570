import type { Syntax } from "./syntax.ts";

/** What a function looks like: its tokens, without white space. */
export interface Shape {
  /** All of it, its name included. */
  readonly exact: string;
  /** The same with its own name blanked: what a rename leaves. */
  readonly nameless: string;
  /** How many pairs of neighbouring tokens it has. */
  readonly size: number;
  /** The pairs of `nameless`, and how often each occurs; worked out when it is first asked for. */
  readonly pairs: () => ReadonlyMap<string, number>;
}

/** Above this a text is compared as a whole only. */
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
  const pairs = new Map<string, number>();
  for (let index = 0; index + 1 < tokens.length; index++) {
    const pair = `${tokens[index] ?? ""} ${tokens[index + 1] ?? ""}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

/** 0 (nothing in common) to 1 (the same but for names): Dice's coefficient of the token pairs. */
export function likeness(a: Shape, b: Shape): number {
  if (a.nameless === b.nameless) return 1;
  if (a.size + b.size === 0) return 0;
  let common = 0;
  const [few, many] = a.size < b.size ? [a.pairs(), b.pairs()] : [b.pairs(), a.pairs()];
  for (const [pair, count] of few) common += Math.min(count, many.get(pair) ?? 0);
  return (2 * common) / (a.size + b.size);
}

/** The text of a function; row 0 is all of the script. */
export function functionText(lines: readonly string[], { functions }: Syntax, row: number): string {
  if (row === 0) return lines.join("\n");
  const [startLine, startColumn] = [functions.startLine[row] as number, functions.startColumn[row] as number];
  const [endLine, endColumn] = [functions.endLine[row] as number, functions.endColumn[row] as number];
  if (startLine === endLine) return (lines[startLine - 1] ?? "").slice(startColumn, endColumn);
  const first = (lines[startLine - 1] ?? "").slice(startColumn);
  return [first, ...lines.slice(startLine, endLine - 1), (lines[endLine - 1] ?? "").slice(0, endColumn)].join("\n");
}

/** Lines with their white space, as functionText wants them. */
export function textLines(text: string): readonly string[] {
  return text.split(/\r\n|[\n\r\u2028\u2029]/);
}

/** How alike two lines are, 0 to 1. */
export function lineLikeness(a: string, b: string): number {
  return likeness(shapeOf(a, ""), shapeOf(b, ""));
}
