import type { Analysis } from "../analysis/analyse.ts";
import type { Source } from "../analysis/sources/source.ts";
import type { Line } from "../analysis/units.ts";
import { madeOnce } from "../analysis/collections.ts";
import { shortened } from "../analysis/shortened.ts";
import { splitLines } from "../analysis/syntax/line-ends.ts";
import { TextEdits } from "./text-edits.ts";

/** Longer lines are cut. */
const longestLine = 300;

/** A text of a source, such as that of the editor. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** What is known of a run's sources as they ran, and of what was edited since; the same for all that is selected. */
export class RunTexts {
  readonly #analysis: Analysis;
  /** Of the first version of each source. */
  readonly #rows: ReadonlyMap<string, number>;
  /** Edits of the text last asked about, per path. */
  readonly #edits = new Map<string, { readonly text: string; readonly edits: TextEdits | undefined }>();

  constructor(analysis: Analysis) {
    this.#analysis = analysis;
    this.#rows = new Map(analysis.costs.sources.map(({ path }, row) => [path, row] as const).toReversed());
  }

  /** Own sources that ran with exactly this text. */
  pathsOf(text: string): readonly string[] {
    return this.#own(({ row }) => this.#analysis.textOf(row) === text);
  }

  /** Own sources that are the text of their file, where the run kept that. */
  get ownPaths(): readonly string[] {
    return this.#own(({ row, source }) => source.version?.isFile !== false && this.#analysis.textOf(row) !== undefined);
  }

  /** Those of these sources that ran with another text. */
  changedPaths(texts: readonly SourceText[]): readonly string[] {
    const now = new Map(texts.map(({ path, text }) => [path, withoutMark(text)]));
    return this.#own(({ row, source }) => {
      const [ran, saved] = [this.#analysis.textOf(row), now.get(source.path)];
      return ran !== undefined && saved !== undefined && withoutMark(ran) !== saved;
    });
  }

  /** For each line as it ran, its line in the text, or that of the nearest line before it; null if no line is known to have moved. */
  nearestLines(now: SourceText): Int32Array | null {
    const row = this.#rows.get(now.path);
    if (row === undefined || this.#analysis.textOf(row) === now.text) return null;
    return this.editsOf(now)?.nearestLines ?? null;
  }

  /** Line numbers in the text, in the order of `lines`; 0 for deleted ones. */
  linesNow(now: SourceText, lines: readonly Line[]): readonly Line[] {
    const edits = this.editsOf(now);
    return edits === undefined ? lines : lines.map((line) => edits.nowLine(line));
  }

  /** Lines as they ran, without the blanks around them; "" where the text was not kept. */
  lineTexts(places: readonly { readonly path: string; readonly line: Line }[]): readonly string[] {
    const lines = new Map<string, readonly string[]>();
    return places.map(({ path, line }) => {
      const row = this.#rows.get(path);
      if (row === undefined) return "";
      const found = madeOnce(lines, path, () => splitLines(this.#analysis.textOf(row) ?? ""));
      return shortened(found[line - 1]?.trim() ?? "", longestLine);
    });
  }

  /** Undefined if the text that ran was not kept. */
  editsOf({ path, text }: SourceText): TextEdits | undefined {
    const known = this.#edits.get(path);
    if (known?.text === text) return known.edits;
    const row = this.#rows.get(path);
    if (row === undefined) return undefined;
    const ran = this.#analysis.textOf(row);
    const edits = ran === undefined ? undefined : new TextEdits(ran, text, this.#analysis.syntaxOf(row));
    this.#edits.set(path, { text, edits });
    return edits;
  }

  #own(isWanted: (each: { readonly row: number; readonly source: Source }) => boolean): readonly string[] {
    const { sources } = this.#analysis.costs;
    const own = [...this.#rows].filter(([, row]) => sources[row]?.category === "own" && isWanted({ row, source: sources[row] }));
    return own.map(([path]) => path);
  }
}

/** Node.js leaves a byte order mark out of what it runs. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}
