import type { Position } from "../profile/profile.ts";

/** Starts of a text's lines, which end as in V8: at \n, \r\n, \r, U+2028 and U+2029. */
export class LineTable {
  readonly #starts: Int32Array;

  constructor(text: string) {
    const starts = [0];
    if (otherEnd.test(text)) for (const end of text.matchAll(lineEnd)) starts.push(end.index + end[0].length);
    else for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
    this.#starts = Int32Array.from(starts);
  }

  /** Line 1-based, column 0-based. */
  at(offset: number): Position {
    const starts = this.#starts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] as number) };
  }
}

const otherEnd = /[\r\u2028\u2029]/;
const lineEnd = /\r\n|[\n\r\u2028\u2029]/g;
