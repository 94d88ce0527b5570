import type { Position } from "../profile/profile.ts";
import { hasSeparators, lineIndex, lineStarts } from "../syntax/line-ends.ts";
import type { Column, Line } from "../units.ts";

/** Converts positions in a text from V8's lines to those of editors. */
export class EditorLines {
  readonly #engine: Int32Array;
  readonly #editor: Int32Array;

  private constructor(text: string) {
    this.#engine = lineStarts(text, "engine");
    this.#editor = lineStarts(text, "editor");
  }

  /** Undefined if both count the same. */
  static of(text: string | undefined): EditorLines | undefined {
    return text === undefined || !hasSeparators(text) ? undefined : new EditorLines(text);
  }

  /** An unknown line (0) or column (-1) stays unknown. */
  at(line: Line, column: Column): Position {
    if (line < 1) return { line, column };
    const start = this.#engine[line - 1];
    // Beyond the text's end.
    if (start === undefined) return { line: line - (this.#engine.length - this.#editor.length), column };
    const index = lineIndex(this.#editor, start);
    return { line: index + 1, column: column < 0 ? column : start + column - (this.#editor[index] as number) };
  }
}
