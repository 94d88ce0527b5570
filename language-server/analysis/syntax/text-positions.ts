import type { Position } from "../profile/profile.ts";

/** Turns offsets into a text to positions, as V8 counts lines: `\n`, `\r`, `\r\n` and the two Unicode separators end one. */
export class TextPositions {
  readonly #text: string;
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (const match of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) this.#starts.push(match.index + match[0].length);
  }

  at(offset: number): Position {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.#starts[low] as number) };
  }

  /** Offset of `token` at or after `from`, comments passed over; `from` where it does not follow. */
  find(token: string, from: number): number {
    const text = this.#text;
    for (let at = from; at < text.length; at++) {
      if (text.startsWith("//", at)) at = endOf(text, "\n", at + 2) - 1;
      else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2) - 1;
      else if (text.startsWith(token, at)) return at;
    }
    return from;
  }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
