import type { Position } from "../profile/profile.ts";
import type { Source } from "./source.ts";
import { textLines } from "../syntax/function-shape.ts";
import type { SourceCategory } from "./source.ts";
import type { RanScript, RunScripts } from "./run-scripts.ts";
import type { ScriptVersions } from "./script-versions.ts";
import { functionAt, shownName, type Syntax } from "../syntax/syntax.ts";
import type { Column, Line } from "../units.ts";

interface NamedPlace extends Position {
  readonly name: string;
}

interface Entry {
  readonly source: Source;
  readonly text: () => string | undefined;
  readonly syntax: () => Syntax | undefined;
  /** With at least the functions at these places. */
  readonly syntaxAround: (places: readonly Position[]) => Syntax | undefined;
  /** True for a row that stands for several texts. */
  isMixed: boolean;
  /** End of the expression at `line:column`, if it is on the same line. */
  ends: ReadonlyMap<string, Column> | undefined;
}

/** A source of a map: its file, what a loader added to that, and the map's copy of its text. */
interface MappedSource {
  readonly path: string;
  readonly query: string;
  readonly content: string | undefined;
}

/** How many texts under one path have rows of their own: code made by `eval` may have any number. */
const mostTexts = 16;

/** The sources of a run, one row per path and text, with texts and syntax on demand. */
export class SourceList {
  readonly #scripts: RunScripts;
  readonly #categoryOf: (path: string) => SourceCategory;
  readonly #pathOf: (path: string, script: string) => string;
  readonly #versions: ScriptVersions;
  readonly #entries: Entry[] = [];
  readonly #rows = new Map<string, number>();
  /** Rows of the texts that ran under one path, the first one's name being the path. */
  readonly #texts = new Map<string, number[]>();

  /** `pathOf` maps a path of the app, or of a script's map, to this machine. */
  constructor(
    scripts: RunScripts,
    categoryOf: (path: string) => SourceCategory,
    pathOf: (path: string, script: string) => string,
    versions: ScriptVersions,
  ) {
    this.#scripts = scripts;
    this.#categoryOf = categoryOf;
    this.#pathOf = pathOf;
    this.#versions = versions;
  }

  /** The app's path of a script's file. */
  fileOf(url: string): string {
    return this.#versions.fileOf(url);
  }

  /** Row of a script that V8 ran unchanged; `script` is undefined if its text was not kept. */
  ranRow(url: string, script: RanScript | undefined): number {
    const { path, version, hasText } = this.#versions.nameOf(url, script?.hash ?? "");
    const hash = hasText ? (script?.hash ?? "") : "";
    const category = this.#categoryOf(version?.file ?? path);
    return this.#ranRow(
      { path, hash, category, mapped: false, ...(version === undefined ? {} : { version }) },
      hasText ? script : undefined,
    );
  }

  /** Row of compiler output that was made in memory under its source's path: its lines are its own, and it is not own code. */
  compiledRow(path: string, script: RanScript | undefined): number {
    const name = `${this.#pathOf(path, path)} (compiled)`;
    return this.#ranRow({ path: name, hash: script?.hash ?? "", category: "dependency", mapped: false }, script);
  }

  /** Row of a source that the map of `script` (a path) names. A loader's further texts of a file (`?vue&type=style`) keep their query. */
  mappedRow({ path, query, content }: MappedSource, script: string): number {
    const kept = this.#scripts.find(path, "");
    const text = (): string | undefined => content ?? this.#scripts.text(kept?.hash ?? "");
    const local = this.#pathOf(path, script);
    const first = this.#entries[this.#rows.get(local) ?? -1];
    const isApart = query !== "" && content !== undefined && first !== undefined && first.text() !== content;
    const named = isApart ? { path: local + query, version: { file: local, isFile: false } } : { path: local };
    return this.#row(
      { ...named, hash: kept?.hash ?? "", category: this.#categoryOf(local), mapped: true },
      text,
      once(() => {
        const found = text();
        return found === undefined ? undefined : this.#scripts.parse(found, path);
      }),
    );
  }

  /** True if a row stands for several texts, so that no line of it is certain. */
  isMixed(row: number): boolean {
    return this.#entries[row]?.isMixed === true;
  }

  list(): readonly Source[] {
    return this.#entries.map(({ source }) => source);
  }

  text(row: number): string | undefined {
    return this.#entries[row]?.text();
  }

  syntax(row: number): Syntax | undefined {
    return this.#entries[row]?.syntax();
  }

  /** The names to show for the functions that V8 places here, and calls `name`, which may be ""; "" if the text has no name for it. */
  functionNames(row: number, functions: readonly NamedPlace[]): readonly string[] {
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
    const text = textLines(this.text(row) ?? "")[line - 1] ?? "";
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
    if (rows.length > 0) this.#scripts.noteFurtherText(source.path);
    const path = rows.length === 0 ? source.path : `${source.path} (text ${rows.length + 1})`;
    const row = this.#addRan({ ...source, path }, script);
    this.#texts.set(source.path, [...rows, row]);
    return row;
  }

  #addRan(source: Source, script: RanScript | undefined): number {
    return this.#row(
      source,
      () => this.#scripts.text(source.hash),
      () => (script === undefined ? undefined : this.#scripts.syntax(script)),
      (places) => (script === undefined ? undefined : this.#scripts.syntaxAround(script, places)),
    );
  }

  #row(source: Source, text: Entry["text"], syntax: Entry["syntax"], syntaxAround: Entry["syntaxAround"] = syntax): number {
    const known = this.#rows.get(source.path);
    if (known !== undefined) return known;
    const row = this.#entries.push({ source, text, syntax, syntaxAround, isMixed: false, ends: undefined }) - 1;
    this.#rows.set(source.path, row);
    return row;
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
