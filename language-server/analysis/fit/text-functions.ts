import { splitLines } from "../syntax/line-ends.ts";
import type { Syntax } from "../syntax/syntax.ts";
import type { Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** The functions of a text, by where they start and what they are called. Rows are those of its syntax. */
export class TextFunctions {
  readonly lines: readonly string[];
  readonly syntax: Syntax;
  readonly #starting = new Map<Line, number[]>();
  readonly #named = new Map<string, number[]>();
  /** Names of classes by the rows of their initializers. */
  readonly #classNames = new Map<number, string>();
  #inFunctions: Uint8Array | undefined;
  /** By line: 1 code, 2 none, 0 not looked at. */
  readonly #code: Uint8Array;
  #edges: ReadonlySet<Line> | undefined;

  constructor(text: string, syntax: Syntax) {
    this.lines = splitLines(text, "engine");
    this.#code = new Uint8Array(this.lines.length + 1);
    this.syntax = syntax;
    const { line, startLine, name } = syntax.functions;
    for (let row = 1; row < name.length; row++) {
      // V8 reports the parenthesis of the parameters, others the name or the first modifier.
      madeOnce(this.#starting, line[row] as number, () => []).push(row);
      if (startLine[row] !== line[row]) madeOnce(this.#starting, startLine[row] as number, () => []).push(row);
      if (name[row] !== "") madeOnce(this.#named, name[row] as string, () => []).push(row);
    }
    for (const { row, className, lines } of syntax.initializers) {
      this.#classNames.set(row, className);
      if (className !== "") madeOnce(this.#named, className, () => []).push(row);
      for (const start of lines) if (!this.startingOn(start).includes(row)) madeOnce(this.#starting, start, () => []).push(row);
    }
  }

  /** Whether V8 may put a sample on a line. */
  hasCode(line: Line): boolean {
    const known = this.#code[line];
    if (known === 1 || known === 2) return known === 1;
    const isCode = mayHaveCode(this.lines, line) && (!onlyBrackets.test(this.lines[line - 1] ?? "") || this.#isEdge(line));
    this.#code[line] = isCode ? 1 : 2;
    return isCode;
  }

  #isEdge(line: Line): boolean {
    this.#edges ??= new Set([...this.syntax.functions.line, ...this.syntax.functions.endLine]);
    return this.#edges.has(line);
  }

  startingOn(line: Line): readonly number[] {
    return this.#starting.get(line) ?? [];
  }

  named(name: string): readonly number[] {
    return this.#named.get(name) ?? [];
  }

  /** As V8 names it: an initializer as its class. */
  nameOf(row: number): string {
    return this.#classNames.get(row) ?? (this.syntax.functions.name[row] as string);
  }

  /** Number of lines of a function, from the one on which V8 reports its start. */
  lineCount(row: number): number {
    const { line, endLine } = this.syntax.functions;
    return (endLine[row] as number) - (line[row] as number) + 1;
  }

  contains(row: number, line: Line): boolean {
    const { startLine, endLine } = this.syntax.functions;
    return line >= (startLine[row] as number) && line <= (endLine[row] as number);
  }

  isInFunction(line: Line): boolean {
    this.#inFunctions ??= linesInFunctions(this.syntax);
    return this.#inFunctions[line] === 1;
  }

  /** Whether a word is in the text before a function starts: on its line, or on one of the three before. */
  isMentionedBefore(row: number, word: string): boolean {
    const { line, column } = this.syntax.functions;
    const last = line[row] as number;
    const before = [...this.lines.slice(Math.max(0, last - 4), last - 1), (this.lines[last - 1] ?? "").slice(0, column[row])].join("\n");
    return before.split(/[^\p{ID_Continue}$#]+/u).includes(word);
  }

  /** Whether a word is anywhere in the text. */
  hasWord(word: string): boolean {
    return this.lines.some((line) => line.includes(word) && line.split(/[^\p{ID_Continue}$#]+/u).includes(word));
  }
}

/** Nothing but brackets and words that open a block: V8 puts a sample there only where a function starts or ends. */
const onlyBrackets = /^[\s{}()[\];,]*(?:(?:else|try|do|finally)\b[\s{]*)?$/;

/** False for an empty line and a comment. Comments behind code are not looked for. */
export function mayHaveCode(lines: readonly string[], line: Line): boolean {
  const text = lines[line - 1]?.trim();
  if (text === undefined || text === "" || text.startsWith("//")) return false;
  if (text.startsWith("/*")) return text.includes("*/") && !text.endsWith("*/");
  if (!text.startsWith("*")) return true;
  // A line of a block comment, if all lines up to its start are.
  for (let at = line - 2; at >= 0; at--) {
    const above = lines[at]?.trim() ?? "";
    if (above.startsWith("/*")) return above.includes("*/");
    if (!above.startsWith("*") || above.includes("*/")) return true;
  }
  return true;
}

function linesInFunctions({ functions: { startLine, endLine } }: Syntax): Uint8Array {
  const lines = new Uint8Array((endLine[0] as number) + 1);
  for (let row = 1; row < endLine.length; row++) lines.fill(1, startLine[row], (endLine[row] as number) + 1);
  return lines;
}
