import type { Position } from "../profile/profile.ts";
import type { CodeTable, LoggedFunction } from "./code-table.ts";
import { utf8Mended } from "./lines/log-text.ts";
import type { LoggedScript } from "./tick-log.ts";
import { lineIndex, lineStarts } from "../syntax/line-ends.ts";

/** Starts of a text's lines, as V8 counts them. */
class LineTable {
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

export interface FunctionPlace {
  readonly name: string;
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/** Converts functions and script offsets of a log to lines and columns. */
export class ScriptPositions {
  readonly #scripts: ReadonlyMap<number, LoggedScript>;
  readonly #lines = new Map<number, LineTable>();
  /** Lines that an embedder declared to precede the source (`lineOffset` of vm), and columns before its first line. */
  readonly #shift = new Map<number, Position>();

  readonly #codes: CodeTable;

  constructor(codes: CodeTable, scripts: ReadonlyMap<number, LoggedScript>) {
    this.#codes = codes;
    this.#scripts = scripts;
  }

  /** Position of an offset in a script's source; undefined if the log does not have the source. */
  at(script: number, offset: number): Position | undefined {
    const counted = this.#counted(script, offset);
    if (counted === undefined) return undefined;
    const shift = this.#shiftOf(script);
    const line = counted.line + shift.line;
    const column = counted.line === 1 ? counted.column + shift.column : counted.column;
    // Before the first line or column: a corrupt label.
    return line < 1 || column < 0 ? counted : { line, column };
  }

  place(func: LoggedFunction): FunctionPlace {
    const said = suffix.exec(func.label);
    const head = said === null ? func.label : func.label.slice(0, said.index);
    const known = this.#scripts.get(func.script)?.url;
    const cut = known !== undefined && head.endsWith(known) ? head.length - known.length : head.lastIndexOf(" ") + 1;
    const start = said === null ? this.at(func.script, func.start) : { line: Number(said[1]), column: Number(said[2]) - 1 };
    return {
      name: utf8Mended(head.slice(0, Math.max(0, cut - 1))),
      url: known ?? head.slice(cut),
      line: start?.line ?? 0,
      column: start?.column ?? -1,
    };
  }

  #shiftOf(script: number): Position {
    const known = this.#shift.get(script);
    if (known !== undefined) return known;
    const func = this.#codes.functions[this.#codes.functionOfScript.get(script) ?? -1];
    const said = func === undefined ? null : suffix.exec(func.label);
    const counted = func === undefined ? undefined : this.#counted(script, func.start);
    if (said === null || counted === undefined) return { line: 0, column: 0 };
    const shift = { line: Number(said[1]) - counted.line, column: counted.line === 1 ? Number(said[2]) - 1 - counted.column : 0 };
    this.#shift.set(script, shift);
    return shift;
  }

  #counted(script: number, offset: number): Position | undefined {
    const text = this.#scripts.get(script)?.source.text;
    if (text === undefined || offset < 0 || offset > text.length) return undefined;
    let lines = this.#lines.get(script);
    if (lines === undefined) {
      lines = new LineTable(text);
      this.#lines.set(script, lines);
    }
    return lines.at(offset);
  }
}

const suffix = /:(\d{1,9}):(\d{1,9})$/;
