import { CodeBraces } from "./code-braces.ts";

/** The inside of a brace, or the whole text. */
interface Frame {
  /** Whether it contains statements, which can be parsed one without the other. */
  readonly isBlock: boolean;
  readonly start: Mark;
  /** Where its current statement starts. */
  statement: Mark;
}

interface Mark {
  readonly offset: number;
  /** Number of wanted places before it, and how many of them are in statements that were found. */
  readonly wanted: number;
  readonly found: number;
  /** Length of the list of left-out ranges here. */
  readonly leftOut: number;
}

/**
 * The innermost statements (or a few in a row) of a JavaScript text around each of the wanted places (offsets, ascending), without the
 * blocks in them: enough to name a function at such a place. Each is a list of ranges, in which starts and ends (exclusive) alternate.
 * Undefined if brackets do not match.
 */
export function statementsAround(text: string, wanted: readonly number[]): readonly (readonly number[])[] | undefined {
  return new StatementsAround(text, wanted).find();
}

class StatementsAround {
  readonly #text: string;
  /** The wanted places, and Infinity, which is never reached. */
  readonly #wanted: readonly number[];
  readonly #braces: CodeBraces;
  readonly #statements: number[][] = [];
  /** Ranges left out of the current statement and those around it: starts and ends (exclusive) alternate, ascending. */
  readonly #leftOut: number[] = [];
  readonly #outer: Frame[] = [];
  #frame: Frame;
  /** Number of wanted places before the current brace, and of those in `#statements`. */
  #passed = 0;
  #found = 0;
  /** Where the next `class` may be. */
  #nextClass: number;

  constructor(text: string, wanted: readonly number[]) {
    this.#text = text;
    this.#wanted = [...wanted, Infinity];
    this.#braces = new CodeBraces(text);
    this.#nextClass = indexOrEnd(text, "class", 0);
    const start = this.#mark(this.#braces.end);
    this.#frame = { isBlock: true, start, statement: start };
  }

  find(): readonly (readonly number[])[] | undefined {
    const braces = this.#braces;
    for (;;) {
      switch (braces.next()) {
        case "{":
          this.#open();
          break;
        case "}":
          this.#close();
          break;
        case ";":
          if (this.#frame.isBlock && !braces.continues(braces.end)) this.#endStatement(braces.end);
          if (this.#found === this.#wanted.length - 1) return this.#statements;
          break;
        case "":
          this.#endStatement(braces.end);
          return this.#statements;
        default:
          return undefined;
      }
    }
  }

  #open(): void {
    const { at, end, isSwitch } = this.#braces;
    const isClass = this.#nextClass < at;
    if (isClass) this.#nextClass = indexOrEnd(this.#text, "class", at);
    this.#outer.push(this.#frame);
    const start = this.#mark(end);
    this.#frame = { isBlock: !isClass && !isSwitch && !this.#braces.isLiteral, start, statement: start };
  }

  #close(): void {
    const { at } = this.#braces;
    const { isBlock, start } = this.#frame;
    if (isBlock) this.#endStatement(at);
    if (this.#missing(start, at) === 0) this.#leaveOut(start, at);
    this.#frame = this.#outer.pop() ?? this.#frame;
  }

  #endStatement(end: number): void {
    const { statement } = this.#frame;
    const missing = this.#missing(statement, end);
    if (missing > 0) {
      this.#statements.push([statement.offset, ...this.#leftOut.slice(statement.leftOut), end]);
      this.#found += missing;
    }
    this.#leaveOut(statement, end);
    this.#frame.statement = this.#mark(end);
  }

  /** Number of wanted places since a mark that are in no statement yet. */
  #missing(since: Mark, end: number): number {
    return this.#passedAt(end) - since.wanted - (this.#found - since.found);
  }

  #leaveOut(from: Mark, end: number): void {
    if (end <= from.offset) return;
    this.#leftOut.length = from.leftOut;
    this.#leftOut.push(from.offset, end);
  }

  #mark(offset: number): Mark {
    return { offset, wanted: this.#passedAt(offset), found: this.#found, leftOut: this.#leftOut.length };
  }

  #passedAt(offset: number): number {
    while ((this.#wanted[this.#passed] as number) < offset) this.#passed++;
    return this.#passed;
  }
}

function indexOrEnd(text: string, word: string, from: number): number {
  const found = text.indexOf(word, from);
  return found === -1 ? Infinity : found;
}
