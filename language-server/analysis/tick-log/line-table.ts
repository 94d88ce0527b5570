import type { Position } from "../profile/profile.ts";
import { lineIndex, lineStarts } from "../syntax/line-ends.ts";

/** Starts of a text's lines, as V8 counts them. */
export class LineTable {
  readonly #starts: Int32Array;

  constructor(text: string) {
    this.#starts = lineStarts(text, "engine");
  }

  /** Line 1-based, column 0-based. */
  at(offset: number): Position {
    const index = lineIndex(this.#starts, offset);
    return { line: index + 1, column: offset - (this.#starts[index] as number) };
  }
}
