/** Lines up to this length are written by hand: such a line is one place. In longer ones each statement is. */
const longestLine = 200;
/** What a function has beyond this is one statement: it is a whole bundle. */
const mostRead = 200_000;

/** What starts or ends a bracket, a string, a comment and the like, or divides statements. */
const marks = /[()[\]{};,"'`/]/g;

/** Words whose parentheses are followed by a statement. */
const heads = new Set(["for", "while", "if", "with", "await"]);
/** Words that a value follows. */
const beforeValue = new Set("return typeof case in of void throw yield await else do delete instanceof new".split(" "));

/** Kinds of open brackets. Commas divide statements in a block and in parentheses around an expression. */
const [block, literal, template, head, called, around, square] = [0, 1, 2, 3, 4, 5, 6];

/** Whether the line around an offset is too long to be one place; `column` is the offset's column. */
export function isLongLine(text: string, offset: number, column: number): boolean {
  if (column > longestLine) return true;
  const end = text.indexOf("\n", offset);
  return (end < 0 ? text.length : end) - offset + column > longestLine;
}

/**
 * Where the statements of a function start, so that code on one line is told apart as if it were on many. Minifiers join statements by
 * commas, and leave out braces.
 */
export class Statements {
  readonly #text: string;
  /** Where the text goes on that was not read yet, and where it ends. */
  #from: number;
  readonly #end: number;
  readonly #starts: number[] = [];
  readonly #open: number[] = [];

  /** Of the text from `start` to `end`. */
  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#from = start;
    this.#end = Math.min(end, start + mostRead, text.length);
  }

  /** Start of the statement around an offset; -1 for the first. */
  startOf(offset: number): number {
    const starts = this.#starts;
    if (this.#from < offset) this.#read(offset);
    let low = -1;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return starts[low] ?? -1;
  }

  /** Reads what starts before an offset. */
  #read(offset: number): void {
    const [text, open, starts, end] = [this.#text, this.#open, this.#starts, this.#end];
    while (this.#from < offset) {
      marks.lastIndex = this.#from;
      this.#from = Infinity;
      if (!marks.test(text) || marks.lastIndex > end) return;
      let at = marks.lastIndex - 1;
      switch (text.charCodeAt(at)) {
        case 34:
        case 39:
          at = this.#quoted(at, end);
          break;
        case 96:
          at = this.#templated(at + 1, end);
          break;
        case 47:
          at = this.#slash(at, end);
          break;
        case 40:
          open.push(this.#parenthesis(at));
          break;
        case 41:
          if (open.pop() === head) starts.push(at + 1);
          break;
        case 91:
          open.push(square);
          break;
        case 93:
          open.pop();
          break;
        case 123: {
          const kind = this.#brace(at);
          open.push(kind);
          if (kind === block) starts.push(at + 1);
          break;
        }
        case 125: {
          const kind = open.pop();
          if (kind === template) at = this.#templated(at + 1, end);
          else if (kind !== literal) starts.push(at + 1);
          break;
        }
        case 44:
        case 59: {
          const kind = open.at(-1) ?? block;
          if (kind === block || kind === around) starts.push(at + 1);
          break;
        }
        default:
      }
      this.#from = at + 1;
    }
  }

  #parenthesis(at: number): number {
    const word = this.#wordBefore(at);
    if (heads.has(word)) return head;
    if (word !== "") return beforeValue.has(word) ? around : called;
    const before = this.#codeBefore(at);
    return before === 41 || before === 93 || before > 127 ? called : around;
  }

  #brace(at: number): number {
    const before = String.fromCharCode(this.#codeBefore(at));
    return "(,=:[?&|".includes(before) || this.#wordBefore(at) === "return" ? literal : block;
  }

  /** Offset of the quote that ends a string. */
  #quoted(from: number, end: number): number {
    const quote = this.#text.charCodeAt(from);
    for (let at = from + 1; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 92) at += 1;
      else if (code === quote) return at;
    }
    return end;
  }

  /** Offset of the character that ends the part of a template from `from` on. */
  #templated(from: number, end: number): number {
    for (let at = from; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 92) at += 1;
      else if (code === 96) return at;
      else if (code === 36 && this.#text.charCodeAt(at + 1) === 123) {
        this.#open.push(template);
        return at + 1;
      }
    }
    return end;
  }

  /** Offset of the last character of a comment, a regular expression or a division. */
  #slash(from: number, end: number): number {
    const next = this.#text.charCodeAt(from + 1);
    if (next === 47 || next === 42) {
      const found = next === 47 ? this.#text.indexOf("\n", from) : this.#text.indexOf("*/", from + 2) + 1;
      return found <= from ? end : found;
    }
    const word = this.#wordBefore(from);
    const before = this.#codeBefore(from);
    if (word === "" ? before === 41 || before === 93 || before > 127 : !beforeValue.has(word)) return from;
    let isInClass = false;
    for (let at = from + 1; at < end; at++) {
      const code = this.#text.charCodeAt(at);
      if (code === 10) return from;
      if (code === 92) at += 1;
      else if (code === 91) isInClass = true;
      else if (code === 93) isInClass = false;
      else if (code === 47 && !isInClass) return at;
    }
    return from;
  }

  /** The last character before an offset that is no space; 0 at the start. */
  #codeBefore(offset: number): number {
    let at = offset - 1;
    while (at >= 0 && this.#text.charCodeAt(at) <= 32) at -= 1;
    return at < 0 ? 0 : this.#text.charCodeAt(at);
  }

  /** The word before an offset, "" if there is none. Longer ones are cut. */
  #wordBefore(offset: number): string {
    let last = offset;
    while (last > 0 && this.#text.charCodeAt(last - 1) <= 32) last -= 1;
    let first = last;
    while (first > 0 && last - first < 12 && isWord(this.#text.charCodeAt(first - 1))) first -= 1;
    if (first === last) return "";
    const word = this.#text.slice(first, last);
    // A property may have the name of a keyword.
    return this.#text.charCodeAt(first - 1) === 46 ? `.${word}` : word;
  }
}

function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 36;
}
