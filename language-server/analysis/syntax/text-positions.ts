import { lineIndex, type LineRule, lineStarts } from "./line-ends.ts";
import type { Position } from "../profile/profile.ts";

/** The positions of a text's offsets. */
export interface Positions {
  readonly at: (offset: number) => Position;
  /** Offset of `token` at or after `from`, skipping comments; `from` if it does not follow. */
  readonly find: (token: string, from: number) => number;
}

/** Converts offsets in a text to positions, as V8 or editors count lines. */
export class TextPositions implements Positions {
  readonly #text: string;
  readonly #starts: Int32Array;

  constructor(text: string, rule: LineRule = "engine") {
    this.#text = text;
    this.#starts = lineStarts(text, rule);
  }

  /** The reverse of `at`; undefined if the text has no such place. */
  offset({ line, column }: Position): number | undefined {
    const start = this.#starts[line - 1];
    if (start === undefined || column < 0) return undefined;
    return start + column < (this.#starts[line] ?? this.#text.length + 1) ? start + column : undefined;
  }

  at(offset: number): Position {
    const index = lineIndex(this.#starts, offset);
    return { line: index + 1, column: offset - (this.#starts[index] as number) };
  }

  find(token: string, from: number): number {
    return findToken(this.#text, token, from);
  }
}

/** Offset of `token` at or after `from`, skipping comments; `from` if it does not follow. */
export function findToken(text: string, token: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith("//", at)) at = endOf(text, "\n", at + 2) - 1;
    else if (text.startsWith("/*", at)) at = endOf(text, "*/", at + 2) - 1;
    else if (text.startsWith(token, at)) return at;
  }
  return from;
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
