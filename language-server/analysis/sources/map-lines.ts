import type { Position } from "../profile/profile.ts";
import { hasSeparators, lineStarts, type LineRule, lineIndex } from "../syntax/line-ends.ts";
import type { Column, Line } from "../units.ts";
import type { SourceMap } from "./source-map.ts";
import { madeOnce } from "../collections.ts";

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

/** How the tool that wrote a map counts lines: of what it generated, and of the sources. */
interface MapRules {
  readonly generated: LineRule;
  readonly original: LineRule;
}

/** That many mappings show it. */
const mostCompared = 5000;

/**
 * Lines in a map's positions. TypeScript counts like V8, in both texts; esbuild and terser, too (they escape separators in what they
 * write); Babel only in sources; swc, magic-string and Rollup count like editors. Which one wrote a map shows in the words at its mappings.
 */
export class MapLines {
  readonly #map: SourceMap;
  readonly #text: string | undefined;
  readonly #generated: EditorLines | undefined;
  readonly #originals = new Map<number, EditorLines | undefined>();
  #rules: MapRules | undefined;

  /** `text` is that of the script; undefined if it was not kept, or V8 counts its lines as editors do. */
  constructor(map: SourceMap, text: string | undefined) {
    this.#map = map;
    this.#text = text;
    this.#generated = EditorLines.of(text);
  }

  /** Where the map has a position of the script, as V8 reports it. */
  generatedAt(line: Line, column: Column): Position {
    const isConverted = this.#generated !== undefined && this.#ruled().generated === "editor";
    return isConverted ? this.#generated.at(line, column) : { line, column };
  }

  /** Where editors have a position of a source, as the map has it. */
  originalAt(source: number, line: Line, column: Column): Position {
    const lines = madeOnce(this.#originals, source, () => EditorLines.of(this.#map.content(source)));
    return lines === undefined || this.#ruled().original === "editor" ? { line, column } : lines.at(line, column);
  }

  #ruled(): MapRules {
    return (this.#rules ??= rulesOf(this.#map, this.#text ?? ""));
  }
}

/** The rules by which most mappings have the same word in both texts; V8's if several fit. */
function rulesOf(map: SourceMap, text: string): MapRules {
  const choices: readonly LineRule[] = ["engine", "editor"];
  const generated = { engine: wordsOf(text, "engine"), editor: wordsOf(text, "editor") };
  const originals = map.paths.map((_, source) => {
    const content = map.content(source) ?? "";
    return { engine: wordsOf(content, "engine"), editor: wordsOf(content, "editor"), isOpen: hasSeparators(content) };
  });
  const isOpen = hasSeparators(text);
  const candidates = choices.flatMap((made) => choices.map((original) => ({ generated: made, original, same: 0 })));
  let compared = 0;
  for (const [generatedLine, column, source, line, originalColumn] of map.segments()) {
    const original = originals[source];
    if (original === undefined || (!isOpen && !original.isOpen)) continue;
    for (const each of candidates) {
      const word = generated[each.generated](generatedLine, column);
      if (word !== "" && word === original[each.original](line, originalColumn)) each.same += 1;
    }
    if (++compared >= mostCompared) break;
  }
  return candidates.reduce((best, each) => (each.same > best.same ? each : best));
}

/** The words of a text by their positions; "" if no word starts there. */
function wordsOf(text: string, rule: LineRule): (line: Line, column: Column) => string {
  const starts = lineStarts(text, rule);
  return (line, column) => {
    const start = starts[line - 1];
    if (start === undefined || start + column >= (starts[line] ?? Infinity)) return "";
    return /^[\p{L}\p{N}_$]+/u.exec(text.slice(start + column, start + column + longestWord))?.[0] ?? "";
  };
}

const longestWord = 40;
