const [blank, letter, other] = [0, 1, 2];
/** Kinds of the ASCII characters. */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return blank;
  return /[\w$\\]/.test(character) ? letter : other;
});

/** Words that a value follows: a slash then starts a regular expression, a brace an object literal. */
const beforeValue = new Set("return typeof instanceof in of new delete void throw case yield await extends default".split(" "));
const beforeStatement = new Set(["else", "do"]);
/** Words whose parentheses are followed by a statement. */
const heads = new Set(["if", "while", "for", "with", "catch"]);

/** Kinds of open brackets: parentheses of a value, of `if` and the like, of `switch`; a block, an object literal, a template's `${`. */
const [round, headed, switched, square, block, literal, inTemplate] = [1, 2, 3, 4, 5, 6, 7];
const closers: readonly number[] = [0, 41, 41, 41, 93, 125, 125, 125];

/** What starts or ends a bracket, a string, a comment and the like. */
const marks = /[()[\]{};"'`/]/g;

/** Finds the braces of JavaScript and the semicolons in them, past strings, templates, comments and regular expressions. */
export class CodeBraces {
  /** Offset of the current one. */
  at = -1;
  /** Offset after the current one. */
  end = 0;
  /** Whether the current one is the opening brace of a `switch`, or of an object literal. */
  isSwitch = false;
  isLiteral = false;
  /** Whether it opens the body of a function, as far as what is before it shows. */
  isBody = false;
  readonly #text: string;
  readonly #open: number[] = [];
  /** The kind of the bracket that was closed last, and the offset after it. */
  #closed = 0;
  #closedEnd = -1;
  #regularExpressionEnd = -1;
  /** Offset after the last comment, and after the last code before it. */
  #commentEnd = -1;
  #beforeComment = 0;

  constructor(text: string) {
    this.#text = text;
    if (text.startsWith("#!")) this.end = lineEnd(text, 0);
  }

  /** Goes to the next one. "" at the end; undefined where brackets do not match. */
  next(): "{" | "}" | ";" | "" | undefined {
    const text = this.#text;
    const open = this.#open;
    marks.lastIndex = this.end;
    while (marks.test(text)) {
      const at = marks.lastIndex - 1;
      const code = text.charCodeAt(at);
      let end = at + 1;
      switch (code) {
        case 40:
          open.push(this.#parenthesis(at));
          break;
        case 91:
          open.push(square);
          break;
        case 41:
        case 93:
        case 125: {
          const closed = open.pop() ?? 0;
          if (closers[closed] !== code) return undefined;
          if (closed === inTemplate) end = this.#template(at + 1);
          else {
            this.#closed = closed;
            this.#closedEnd = end;
            if (code === 125) return this.#found("}", at);
          }
          break;
        }
        case 123: {
          const before = this.#before(at);
          this.isSwitch = before === this.#closedEnd && this.#closed === switched;
          this.isLiteral = this.#expectsValue(before);
          this.isBody = (before === this.#closedEnd && this.#closed === round) || text.endsWith("=>", before);
          open.push(this.isLiteral ? literal : block);
          return this.#found("{", at);
        }
        case 59:
          if (open.length === 0 || open.at(-1) === block) return this.#found(";", at);
          break;
        case 96:
          end = this.#template(end);
          break;
        case 47:
          end = this.#slash(at);
          break;
        default:
          end = stringEnd(text, at);
      }
      if (end === -1) return undefined;
      if (end !== at + 1) marks.lastIndex = end;
    }
    this.at = this.end = text.length;
    return open.length === 0 ? "" : undefined;
  }

  /** Whether the code at `from` continues the statement before it. */
  continues(from: number): boolean {
    const text = this.#text;
    let at = from;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 47) at = (text.charAt(at + 1) === "/" ? lineEnd(text, at) : commentEnd(text, at)) - 1;
      else if (code > 127 || kinds[code] !== blank) break;
    }
    return text.startsWith("else", at) || text.startsWith("while", at);
  }

  #found<Found>(found: Found, at: number): Found {
    this.at = at;
    this.end = at + 1;
    return found;
  }

  #parenthesis(at: number): number {
    const before = this.#before(at);
    const last = this.#text.charCodeAt(before - 1);
    // `heads` and `switch` end in e, f, h or r: other words need no look-up.
    if (last !== 101 && last !== 102 && last !== 104 && last !== 114) return round;
    const word = this.#wordBefore(before);
    return word === "switch" ? switched : heads.has(word) ? headed : round;
  }

  /** Reads a template from `from`: the offset after its end, or after the next `${`; -1 if it has neither. */
  #template(from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code === 92) at++;
      else if (code === 96) return at + 1;
      else if (code === 36 && text.charCodeAt(at + 1) === 123) {
        this.#open.push(inTemplate);
        return at + 2;
      }
    }
    return -1;
  }

  /** Offset after the comment or regular expression, or after the slash if it divides. */
  #slash(at: number): number {
    const text = this.#text;
    const next = text.charAt(at + 1);
    const before = this.#before(at);
    if (next === "/" || next === "*") {
      this.#beforeComment = before;
      return (this.#commentEnd = next === "/" ? lineEnd(text, at) : commentEnd(text, at));
    }
    if (this.#endsValue(before)) return at + 1;
    return (this.#regularExpressionEnd = regularExpressionEnd(text, at));
  }

  /** Offset after the last code before `at`: white space and comments are skipped. */
  #before(at: number): number {
    const text = this.#text;
    let end = at;
    while (end > 0 && end !== this.#commentEnd && isBlank(text, end - 1)) end--;
    return end === this.#commentEnd ? this.#beforeComment : end;
  }

  /** The word that ends at `end`; "" for a property. */
  #wordBefore(end: number): string {
    const text = this.#text;
    let start = end;
    while (start > 0 && isLetter(text, start - 1)) start--;
    return start === end || text.charAt(start - 1) === "." ? "" : text.slice(start, end);
  }

  /** Whether what ends at `end` is a value, so that a slash divides it. */
  #endsValue(end: number): boolean {
    if (end === 0) return false;
    if (end === this.#closedEnd) return this.#closed !== headed && this.#closed !== switched && this.#closed !== block;
    if (end === this.#regularExpressionEnd) return true;
    const text = this.#text;
    if (isLetter(text, end - 1)) {
      const word = this.#wordBefore(end);
      return !beforeValue.has(word) && !beforeStatement.has(word);
    }
    const last = text.charAt(end - 1);
    if (last === "+" || last === "-") return text.charAt(end - 2) === last;
    return "\"'`".includes(last) || (last === "." && /\d/.test(text.charAt(end - 2)));
  }

  /** Whether a brace after the code that ends at `end` opens an object literal. */
  #expectsValue(end: number): boolean {
    const text = this.#text;
    const last = text.charAt(end - 1);
    if (end === 0 || end === this.#closedEnd || ";{}".includes(last)) return false;
    if (isLetter(text, end - 1)) return beforeValue.has(this.#wordBefore(end));
    return !(last === ">" && text.charAt(end - 2) === "=");
  }
}

function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code] === blank : /\s/.test(text.charAt(at));
}

function isLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 ? kinds[code] === letter : !/\s/.test(text.charAt(at));
}

/** Offset of the end of a line, or of the text. */
function lineEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13 || code === 0x20_28 || code === 0x20_29) return at;
  }
  return text.length;
}

function commentEnd(text: string, from: number): number {
  const end = text.indexOf("*/", from + 2);
  return end === -1 ? text.length : end + 2;
}

/** Offset after the closing quote; -1 if there is none. */
function stringEnd(text: string, start: number): number {
  const quote = text.charAt(start);
  for (let end = text.indexOf(quote, start + 1); end !== -1; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === 92) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return -1;
}

/** Offset after the closing slash; -1 if there is none on the line. */
function regularExpressionEnd(text: string, start: number): number {
  let inClass = false;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return -1;
    if (code === 92) at++;
    else if (code === 91) inClass = true;
    else if (code === 93) inClass = false;
    else if (code === 47 && !inClass) return at + 1;
  }
  return -1;
}
