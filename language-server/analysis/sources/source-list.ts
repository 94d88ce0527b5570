import type { Position } from "../profile/profile.ts";
import { compiledMark, type Source, type SourceCategory } from "./source.ts";
import { EditorLines, type MapLines } from "./map-lines.ts";
import { type LineRule, splitLines } from "../syntax/line-ends.ts";
import type { RanScript, RunScripts } from "./run-scripts.ts";
import type { CheckedSources } from "../fit/checked-sources.ts";
import type { NamedPosition } from "../fit/script-fit.ts";
import type { SourceFit } from "../fit/source-fit.ts";
import type { SourceMap } from "./source-map.ts";
import type { ScriptVersions } from "./script-versions.ts";
import { functionAt, shownName, type Syntax } from "../syntax/syntax.ts";
import type { Column, Line } from "../units.ts";
import { madeOnce } from "../collections.ts";

interface Entry {
  readonly source: Source;
  /** Whether V8 counts more lines in its text than editors. */
  readonly hasSeparators: boolean;
  readonly text: () => string | undefined;
  readonly syntax: () => Syntax | undefined;
  /** With at least the functions at these places. */
  readonly syntaxAround: (places: readonly Position[]) => Syntax | undefined;
  /** True for a row that stands for several texts. */
  isMixed: boolean;
  /** Undefined until a place was looked up; `editor` is undefined if V8 counts this text's lines as editors do. */
  lines: { readonly editor: EditorLines | undefined } | undefined;
  /** End of the expression at `line:column`, if it is on the same line. */
  ends: ReadonlyMap<string, Column> | undefined;
}

/** A source of a map: its file, what a loader added to that, and the map's copy of its text. */
interface MappedSource {
  readonly path: string;
  readonly query: string;
  readonly content: string | undefined;
}

type NewEntry = Pick<Entry, "source" | "text" | "syntax"> & Partial<Pick<Entry, "syntaxAround" | "hasSeparators">>;

/** How many texts under one path have rows of their own: code made by `eval` may have any number. */
const mostTexts = 16;

interface SourceListOptions {
  readonly scripts: RunScripts;
  readonly categoryOf: (path: string) => SourceCategory;
  /** Maps a path of the app, or of a script's map, to this machine. */
  readonly pathOf: (path: string, script: string) => string;
  readonly versions: ScriptVersions;
  /** Places are counted by it. */
  readonly rule: LineRule;
  readonly checked: CheckedSources;
}

/** The sources of a run, one row per path and text, with texts and syntax on demand. */
export class SourceList {
  readonly #given: SourceListOptions;
  readonly #contradicted = new Set<number>();
  #isConverted = false;
  readonly #entries: Entry[] = [];
  readonly #rows = new Map<string, number>();
  /** Rows of the texts that ran under one path, the first one's name being the path. */
  readonly #texts = new Map<string, number[]>();

  constructor(given: SourceListOptions) {
    this.#given = given;
  }

  /** How places of a map are laid on the text of one of its sources that contradicts some of them. */
  fitOf(map: SourceMap, source: number): SourceFit | undefined {
    return this.#given.checked.get(map)?.get(source);
  }

  /** The app's path of a script's file. */
  fileOf(url: string): string {
    return this.#given.versions.fileOf(url);
  }

  /** Row of a script that V8 ran unchanged; `script` is undefined if its text was not kept. */
  ranRow(url: string, script: RanScript | undefined): number {
    const { path, version, hasText } = this.#given.versions.nameOf(url, script?.hash ?? "");
    const hash = hasText ? (script?.hash ?? "") : "";
    const category = this.#given.categoryOf(version?.file ?? path);
    return this.#ranRow(
      { path, hash, category, mapped: false, ...(version === undefined ? {} : { version }) },
      hasText ? script : undefined,
    );
  }

  /** Row of compiler output that was made in memory under its source's path: its lines are its own, and it is not own code. */
  compiledRow(path: string, script: RanScript | undefined): number {
    const name = this.#given.pathOf(path, path) + compiledMark;
    return this.#ranRow({ path: name, hash: script?.hash ?? "", category: "dependency", mapped: false }, script);
  }

  /** Row of a source that the map of `script` (a path) names. A loader's further texts of a file (`?vue&type=style`) keep their query. */
  mappedRow({ path, query, content }: MappedSource, script: string): number {
    const kept = this.#given.scripts.find(path, "");
    const text = (): string | undefined => content ?? this.#given.scripts.text(kept?.hash ?? "");
    const local = this.#given.pathOf(path, script);
    const first = this.#entries[this.#rows.get(local) ?? -1];
    const isApart = query !== "" && content !== undefined && first !== undefined && first.text() !== content;
    const named = isApart ? { path: local + query, version: { file: local, isFile: false } } : { path: local };
    const source = { ...named, hash: kept?.hash ?? "", category: this.#given.categoryOf(local), mapped: true };
    const syntax = once(() => {
      const found = text();
      return found === undefined ? undefined : this.#given.scripts.parse(found, path, this.#given.rule);
    });
    return this.#row({ source, text, syntax });
  }

  /** A place that V8 reported in the text of a row, by this list's rule. */
  place(row: number, line: Line, column: Column): Position {
    const entry = this.#entries[row];
    if (entry === undefined || this.#given.rule === "engine") return { line, column };
    entry.lines ??= { editor: EditorLines.of(entry.hasSeparators ? entry.text() : undefined) };
    return entry.lines.editor?.at(line, column) ?? { line, column };
  }

  /** The same for a place in a source of a map, as the map has it. */
  mappedPlace(lines: MapLines, source: number, line: Line, column: Column): Position {
    if (this.#given.rule === "engine") return { line, column };
    const place = lines.originalAt(source, line, column);
    this.#isConverted ||= place.line !== line;
    return place;
  }

  /** Whether any place may differ from V8's. */
  get isConverted(): boolean {
    return this.#isConverted || this.#entries.some(({ lines }) => lines?.editor !== undefined);
  }

  /** True if a row stands for several texts, so that no line of it is certain. */
  isMixed(row: number): boolean {
    return this.#entries[row]?.isMixed === true;
  }

  /** Records that the text of a row is another one than ran. */
  noteContradicted(row: number): void {
    this.#contradicted.add(row);
  }

  list(): readonly Source[] {
    return this.#entries.map(({ source }, row) => (this.#contradicted.has(row) ? { ...source, isContradicted: true } : source));
  }

  text(row: number): string | undefined {
    return this.#entries[row]?.text();
  }

  syntax(row: number): Syntax | undefined {
    return this.#entries[row]?.syntax();
  }

  /** The names to show for the functions that V8 places here, and calls `name`, which may be ""; "" if the text has no name for it. */
  functionNames(row: number, functions: readonly NamedPosition[]): readonly string[] {
    const known = functions.filter(({ line, column }) => line > 0 && column >= 0);
    const syntax = this.#entries[row]?.syntaxAround(known);
    return functions.map(({ line, column, name }) => {
      const func = syntax === undefined ? -1 : functionAt(syntax, line, column, name);
      return syntax === undefined || func === -1 ? "" : shownName(syntax, func);
    });
  }

  /** Exclusive end of the expression that V8 places at a column, if it is on the same line; else -1. */
  endColumn(row: number, line: Line, column: Column): Column {
    const entry = this.#entries[row];
    if (entry === undefined) return -1;
    entry.ends ??= endsOf(this.syntax(row));
    return entry.ends.get(`${line}:${column}`) ?? -1;
  }

  /** Text of the expression that V8 places at a column; "" if it is unknown or ends on another line. */
  expression(row: number, line: Line, column: Column): string {
    const text = splitLines(this.text(row) ?? "")[line - 1] ?? "";
    return text.slice(column, Math.max(column, this.endColumn(row, line, column)));
  }

  #ranRow(source: Source, script: RanScript | undefined): number {
    const rows = this.#texts.get(source.path) ?? [];
    const same = rows.find((row) => isSameText(this.#entries[row]?.source.hash ?? "", source.hash));
    if (same !== undefined) return same;
    if (rows.length >= mostTexts) {
      const last = rows.at(-1) as number;
      (this.#entries[last] as Entry).isMixed = true;
      return last;
    }
    if (rows.length > 0) this.#given.scripts.noteFurtherText(source.path);
    const path = rows.length === 0 ? source.path : `${source.path} (text ${rows.length + 1})`;
    const row = this.#addRan({ ...source, path }, script);
    this.#texts.set(source.path, [...rows, row]);
    return row;
  }

  #addRan(source: Source, script: RanScript | undefined): number {
    const text = (): string | undefined => this.#given.scripts.text(source.hash);
    if (script === undefined) return this.#row({ source, text, syntax: () => undefined });
    if (script.hasSeparators !== true || this.#given.rule === "engine")
      return this.#row({
        source,
        text,
        syntax: () => this.#given.scripts.syntax(script),
        syntaxAround: (places) => this.#given.scripts.syntaxAround(script, places),
      });
    const syntax = once(() => this.#given.scripts.parse(text() ?? "", script.url, this.#given.rule));
    return this.#row({ source, text, syntax, hasSeparators: true });
  }

  #row({ source, text, syntax, syntaxAround = syntax, hasSeparators = false }: NewEntry): number {
    const entry: Entry = { source, text, syntax, syntaxAround, hasSeparators, isMixed: false, lines: undefined, ends: undefined };
    return madeOnce(this.#rows, source.path, () => this.#entries.push(entry) - 1);
  }
}

/** A text that was not kept may be the same as any other. */
function isSameText(one: string, other: string): boolean {
  return one === other || one === "" || other === "";
}

function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined;
  return () => (result ??= { value: work() }).value;
}

function endsOf(syntax: Syntax | undefined): Map<string, Column> {
  const ends = new Map<string, Column>();
  if (syntax === undefined) return ends;
  const { line, column, endLine, endColumn } = syntax.sites;
  for (let site = 0; site < line.length; site++) {
    if (endLine[site] === line[site]) ends.set(`${line[site]}:${column[site]}`, endColumn[site] as number);
  }
  return ends;
}
