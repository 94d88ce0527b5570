import { EditorLines, MapLines } from "./map-lines.ts";
import type { RanScript, RunScripts } from "./run-scripts.ts";
import { isScriptStart } from "../profile/profile.ts";
import type { SourceList } from "./source-list.ts";
import type { MappedPosition, SourceMap } from "./source-map.ts";
import type { SourcePosition } from "./source-profile.ts";
import { mapSureLines } from "../edits/sure-lines.ts";
import { functionAround, functionAt, shownName } from "../syntax/syntax.ts";
import type { Column, Line } from "../units.ts";
import type { NamedPosition } from "../fit/script-fit.ts";
import { madeOnce } from "../collections.ts";
import { splitLines } from "../syntax/line-ends.ts";

/** What the waits pass puts at the start of each function that waits. */
const added = "__hlw=globalThis.__hlw";

/** What Node adds to a text whose types it strips. */
const named = /\n\n\/\/# sourceURL=.*$/;

/**
 * For each line of a text that the waits pass rewrote, its line before that: the same, as rewriting keeps lines; 0: none. Undefined for other texts, and where
 * something else changed the text, too.
 */
export function linesBeforeRewriting(ran: string, before: string): Int32Array | undefined {
  if (!ran.includes(added)) return undefined;
  const [{ length }, own] = [splitLines(ran), splitLines(before).length];
  if (length !== own && splitLines(ran.replace(named, "")).length !== own) return undefined;
  return Int32Array.from({ length: length + 1 }, (_, line) => (line <= own ? line : 0));
}

export interface FunctionPlace extends SourcePosition {
  readonly name: string;
  /** Whether its text contradicts the map, so that it was found by what it has. */
  readonly inferred?: boolean;
}

/** A place in the source of a map. Its line is 0 if the source's text contradicts the map and does not show where it is. */
interface OriginalPlace extends SourcePosition {
  readonly isSure: boolean;
}

export interface LocatedLine extends SourcePosition {
  /** One of a few neighbouring source lines of the generated line, or a line of one of several texts. */
  readonly guessed: boolean;
}

/** Maximum number of chained maps: a bundle of compiled files has two. */
const deepestMaps = 4;

/** A generated line may come from this many neighbouring source lines; if they are farther apart it is ambiguous. */
const widestSpan = 3;

/** Maps places of a script to its original sources; a script without a map is its own source. */
export class ScriptLocator {
  readonly #url: string;
  readonly #script: RanScript | undefined;
  readonly #scripts: RunScripts;
  readonly #sources: SourceList;
  readonly #map: SourceMap | undefined;
  readonly #mapLines = new Map<SourceMap, MapLines>();
  readonly #lines = new Map<string, LocatedLine | undefined>();
  #ownRow = -1;
  /** Null: its text is the file's, or not known; undefined: not looked for. */
  #inMemory: InMemoryText | undefined | null;

  constructor(url: string, hash: string, scripts: RunScripts, sources: SourceList) {
    this.#url = url;
    this.#scripts = scripts;
    this.#sources = sources;
    this.#script = scripts.find(url, hash);
    this.#map = this.#script === undefined ? undefined : scripts.sourceMap(this.#script);
  }

  get isMapped(): boolean {
    return this.#map !== undefined;
  }

  /** Reserves the script's row of the sources: of several texts under one path, the first to do so has that path as its name. */
  claimRow(): void {
    if (this.#map === undefined) this.#generatedRow();
  }

  /** The name is "" if V8 has none and no map supplies one. */
  functionPlace(name: string, line: Line, column: Column): FunctionPlace {
    const isScript = isScriptStart({ name, line, column });
    const shown = isScript ? "(top level)" : name;
    const generated = (): FunctionPlace => ({ ...this.#written(line, column), name: shown });
    if (this.#map === undefined) return generated();
    if (isScript)
      return this.#map.paths.length === 1 && this.#map.paths[0] !== ""
        ? { source: this.#mappedRow(0), line: 1, column: 0, name: shown }
        : generated();
    const found = this.#original(this.#map, line, column, false);
    if (found === undefined) return generated();
    const { source, isSure } = found;
    const syntax = found.line === 0 ? undefined : this.#sources.syntax(source);
    const row = syntax === undefined ? -1 : functionAround(syntax, found.line, found.column);
    const inferred = !isSure;
    if (syntax === undefined || row <= 0) return { source, line: found.line, column: found.column, name: shown, inferred };
    const { functions } = syntax;
    const now = functions.name[row] as string;
    return {
      source,
      line: functions.line[row] as number,
      column: functions.column[row] as number,
      name: (isSure ? now || shown : shown || now) || shownName(syntax, row),
      inferred,
    };
  }

  /** Undefined if the map is ambiguous. `func` is the enclosing function, as V8 places it. */
  line(line: Line, column: Column, func: NamedPosition): LocatedLine | undefined {
    if (this.#map === undefined) {
      const place = this.#written(line, column);
      return { ...place, guessed: this.#sources.isMixed(place.source) };
    }
    const key = column >= 0 ? `${line}:${column}` : `${line}:${func.line}:${func.column}:${func.name}`;
    const map = this.#map;
    return madeOnce(this.#lines, key, () => this.#originalLine(map, line, column, func));
  }

  #originalLine(map: SourceMap, line: Line, column: Column, func: NamedPosition): LocatedLine | undefined {
    const generated = (): LocatedLine => ({ ...this.#generatedPlace(line, column), guessed: false });
    if (column >= 0) {
      const isKnown = func.line > 0 && func.column >= 0 && !isScriptStart(func);
      const start = this.#linesOf(map).generatedAt(func.line, func.column);
      const found = this.#original(map, line, column, !isKnown || map.original(start.line, start.column, false) !== undefined);
      if (found === undefined) return generated();
      return found.line === 0 ? undefined : { ...found, guessed: !found.isSure };
    }
    const lines = this.#linesOf(map);
    const [start, end] = this.#extentOnLine(line, func);
    const from = lines.generatedAt(line, start);
    const to = end === Infinity ? lines.generatedAt(line + 1, 0) : lines.generatedAt(line, end);
    const originals = map.originalsOfLine(from.line, from.column, to.line === from.line ? to.column : Infinity);
    const [first] = originals;
    if (first === undefined) return generated();
    if (!areNeighbours(originals)) return undefined;
    const found = this.#placed(map, { ...first, column: -1 });
    return found.line === 0 ? undefined : { ...found, guessed: originals.length > 1 || !found.isSure };
  }

  /** The columns of a generated line that belong to a function. */
  #extentOnLine(line: Line, func: NamedPosition): readonly [Column, Column] {
    const syntax = this.#script === undefined ? undefined : this.#scripts.syntax(this.#script);
    const row = syntax === undefined ? -1 : functionAt(syntax, func.line, func.column, func.name);
    if (syntax === undefined || row === -1) return [0, Infinity];
    const { functions } = syntax;
    return [
      functions.startLine[row] === line ? (functions.startColumn[row] as number) : 0,
      functions.endLine[row] === line ? (functions.endColumn[row] as number) : Infinity,
    ];
  }

  #generatedPlace(line: Line, column: Column): SourcePosition {
    const source = this.#generatedRow();
    const place = this.#sources.place(source, line, column);
    return { source, line: place.line, column: place.column };
  }

  /** How a map counts lines; the text of the script is known for its own map only. */
  #linesOf(map: SourceMap): MapLines {
    const script = map === this.#map && this.#script?.hasSeparators === true ? this.#script : undefined;
    return madeOnce(this.#mapLines, map, () => new MapLines(map, script && this.#scripts.text(script.hash)));
  }

  /** The place in the file of a script that a loader changed in memory; what the loader added is in a source of its own. */
  #written(line: Line, column: Column): SourcePosition {
    if (this.#inMemory === undefined) this.#inMemory = inMemoryText(this.#script, this.#scripts) ?? null;
    if (this.#inMemory === null) return this.#generatedPlace(line, column);
    const { lines, toNow, written } = this.#inMemory;
    const ran = lines?.at(line, column) ?? { line, column };
    const now = line === 1 && column === 0 ? 1 : (toNow[ran.line] ?? 0);
    const file = this.#sources.fileOf(this.#url);
    if (now === 0) return { source: this.#sources.compiledRow(file, this.#script), ...ran };
    return { source: this.#sources.ranRow(this.#url, written), line: now, column: ran.column };
  }

  #generatedRow(): number {
    if (this.#ownRow === -1) {
      const file = this.#sources.fileOf(this.#url);
      const hasSourcesPath = this.#map?.paths.includes(file) === true;
      this.#ownRow = hasSourcesPath ? this.#sources.compiledRow(file, this.#script) : this.#sources.ranRow(this.#url, this.#script);
    }
    return this.#ownRow;
  }

  #mappedRow(source: number): number {
    return this.#rowOf(this.#map as SourceMap, source);
  }

  #rowOf(map: SourceMap, source: number): number {
    const [path, query] = [map.paths[source] as string, map.queries[source] as string];
    return this.#sources.mappedRow({ path, query, content: map.content(source) }, this.#sources.fileOf(this.#url));
  }

  /**
   * Applies the map, and the map of its source if that was itself compiled. Code before the first mapping on a line belongs to the next one
   * (`ahead`), but not in a function that is itself unmapped: those are the compiler's helpers.
   */
  #original(map: SourceMap, line: Line, column: Column, ahead: boolean): OriginalPlace | undefined {
    const at = this.#linesOf(map).generatedAt(line, column);
    let found = map.original(at.line, at.column, ahead);
    if (found === undefined) return undefined;
    let last = map;
    for (let depth = 0; depth < deepestMaps; depth++) {
      const next = this.#mapOfSource(last, found.source);
      const deeper: MappedPosition | undefined = next?.original(found.line, found.column);
      if (next === undefined || deeper === undefined) break;
      [last, found] = [next, deeper];
    }
    return this.#placed(last, found);
  }

  /** A place that a map has, in the source's text. */
  #placed(map: SourceMap, { source, line, column }: Omit<MappedPosition, "name">): OriginalPlace {
    const row = this.#rowOf(map, source);
    const fit = this.#sources.fitOf(map, source);
    if (fit !== undefined) this.#sources.noteContradicted(row);
    const now = fit === undefined ? { line, isSure: true } : fit.lineOf(line);
    if (now === undefined) return { source: row, line: 0, column: -1, isSure: false };
    const place = this.#sources.mappedPlace(this.#linesOf(map), source, now.line, column);
    return { source: row, line: place.line, column: place.column, isSure: now.isSure };
  }

  /** The map of a source, which the run stores as a script of its own; undefined for handwritten sources. */
  #mapOfSource(map: SourceMap, source: number): SourceMap | undefined {
    const script = this.#scripts.find(map.paths[source] as string, "");
    if (script === undefined || script.mapHash === "" || script.hash === this.#script?.hash) return undefined;
    return this.#scripts.text(script.hash) === map.content(source) ? this.#scripts.sourceMap(script) : undefined;
  }
}

interface InMemoryText {
  /** Places of the text that ran, as editors count; undefined if V8 counts its lines alike. */
  readonly lines: EditorLines | undefined;
  /** For each line that ran, that of the file, or 0. */
  readonly toNow: Int32Array;
  readonly written: RanScript;
}

function inMemoryText(script: RanScript | undefined, scripts: RunScripts): InMemoryText | undefined {
  const hash = script?.written;
  if (script === undefined || hash === undefined) return undefined;
  const [ran, written] = [scripts.text(script.hash), scripts.text(hash)];
  if (ran === undefined || written === undefined) return undefined;
  const toNow = linesBeforeRewriting(ran, written) ?? mapSureLines(ran, written).toNow;
  return {
    lines: EditorLines.of(script.hasSeparators === true ? ran : undefined),
    toNow,
    written: { ...script, hash, written: undefined },
  };
}

function areNeighbours(positions: readonly MappedPosition[]): boolean {
  const lines = positions.map(({ line }) => line);
  return positions.every(({ source }) => source === positions[0]?.source) && Math.max(...lines) - Math.min(...lines) < widestSpan;
}
