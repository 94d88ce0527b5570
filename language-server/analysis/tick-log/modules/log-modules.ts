import { hooksFile, type Position } from "../../profile/profile.ts";
import { importGraph, type CompiledCode, type ImportGraph } from "../../imports/import-graph.ts";
import { importsIn, type TextImport } from "../../imports/lexed-imports.ts";
import { LoadedScripts } from "../../imports/loaded-scripts.ts";
import { type LoadedModule, mostEdges, mostModules, type ModuleEdge, type ModuleGraph } from "../../imports/module-graph.ts";
import { jsonAmong, type JsonFile, type JsonFiles, ScriptsWithJson } from "../../imports/json-modules.ts";
import { type ImportEdge, ResolvedImports } from "../../imports/resolved-imports.ts";
import { requiredModules, type RequiredModules, requiresIn } from "../../imports/required-modules.ts";
import { madeOnce } from "../../collections.ts";
import { type BodyAround, bodiesAround } from "../../syntax/bodies-around.ts";
import type { LoggedText } from "../lines/log-text.ts";
import type { ScriptPositions } from "../script-positions.ts";
import type { TickLog } from "../tick-log.ts";

/** The modules of a log, and which import had each evaluated. Positions in `scripts` stand for modules. */
export interface LoadedModules {
  /** V8's numbers of the scripts, in the order in which they were loaded. */
  readonly scripts: readonly number[];
  /** Of each script, the numbers of what V8 compiled again of it: Node 20 compiles CommonJS without a `type` twice, to see what it is. */
  readonly copies: readonly (readonly number[])[];
  /** Files of JSON that these import: they are modules behind the scripts. */
  readonly json: readonly JsonFile[];
  readonly graph: ImportGraph;
  readonly code: ModuleCode;
  /** By which `require`s the other scripts were loaded, as far as their texts name them. */
  readonly required: () => RequiredModules;
}

/** The functions of modules. */
export interface ModuleCode extends CompiledCode {
  /** Row of the function that is the whole script. */
  topOf(script: number): number | undefined;
  /** All such rows: CommonJS has a function around the script, too. */
  topsOf(script: number): readonly number[];
}

/** Where a `require` is. */
export interface RequiredFrom extends Position {
  /** V8's number of the script. */
  readonly from: number;
}

/** Reads the imports of a log's scripts: once each, and their graph again when there are new scripts. */
export class LogModules {
  readonly #files: JsonFiles;
  readonly #imports = new Map<number, readonly TextImport[]>();
  readonly #required = new Map<number, readonly TextImport[]>();
  readonly #copies = new Copies();
  #count = 0;
  #found: LoadedModules | undefined;

  constructor(files: JsonFiles) {
    this.#files = files;
  }

  /** Undefined if there is no ES module. Always asked for the same log. */
  of(log: TickLog): LoadedModules | undefined {
    if (this.#count === log.scripts.size) return this.#found;
    this.#count = log.scripts.size;
    const files = [...log.scripts].flatMap(([id, { url }]) => (isFile(url) ? [id] : [])).slice(0, mostModules);
    if (!files.some((id) => isModule(log.scripts.get(id)?.url ?? ""))) return undefined;
    const first = this.#copies.among(files, log);
    const scripts = files.filter((id) => !first.has(id));
    const urls = scripts.map((id) => log.scripts.get(id)?.url ?? "");
    const imports = scripts.map((id, index) => this.#importsOf(id, urls[index] ?? "", log.scripts.get(id)?.source));
    const loaded = new ScriptsWithJson(new LoadedScripts(urls), this.#files);
    const { edges, open } = new ResolvedImports(loaded, (script) => imports[script] ?? [], this.#files, mostEdges);
    const copies = scripts.map((): number[] => []);
    const rows = new Map(scripts.map((id, script) => [id, script]));
    for (const [copy, of] of first) copies[rows.get(of) as number]?.push(copy);
    const code = new LoggedCode(log, scripts, copies, imports);
    const graph = importGraph(scripts.length + loaded.json.length, edges, open, code);
    const isKnown = new Set(graph.order);
    let found: RequiredModules | undefined;
    const find = (): RequiredModules => {
      const requires = scripts.map((id) => this.#requiresOf(id, log.scripts.get(id)?.source));
      const calls = new ResolvedImports(new LoadedScripts(urls), (script) => requires[script] ?? [], this.#files, mostEdges).edges;
      return requiredModules(calls, (script) => script === 0 || isKnown.has(script));
    };
    return (this.#found = { scripts, copies, code, required: () => (found ??= find()), ...jsonAmong(graph, loaded.json) });
  }

  #requiresOf(id: number, source: LoggedText | undefined): readonly TextImport[] {
    return madeOnce(this.#required, id, () => (source?.mentions("require") === true ? requiresIn(source.text) : []));
  }

  #importsOf(id: number, url: string, source: LoggedText | undefined): readonly TextImport[] {
    let imports = this.#imports.get(id);
    if (imports === undefined) {
      const words = isModule(url) ? ["import", "export"] : ["import("];
      imports = source !== undefined && words.some((word) => source.mentions(word)) ? importsIn(source.text) : [];
      this.#imports.set(id, imports);
    }
    return imports;
  }
}

/** Scripts of CommonJS that have the name and the text of an earlier one. Only texts of equal names are compared, each once. */
class Copies {
  readonly #byUrl = new Map<string, number[]>();
  readonly #seen = new Set<number>();
  readonly #first = new Map<number, number>();

  /** The number of that earlier one, by the numbers of these. Always asked for the same log. */
  among(ids: readonly number[], log: TickLog): ReadonlyMap<number, number> {
    for (const id of ids) {
      const { url = "", source } = log.scripts.get(id) ?? {};
      if (this.#seen.has(id) || isModule(url)) continue;
      this.#seen.add(id);
      const others = this.#byUrl.get(url) ?? [];
      const same = others.find((other) => log.scripts.get(other)?.source.text === source?.text);
      if (same === undefined) this.#byUrl.set(url, [...others, id]);
      else this.#first.set(id, same);
    }
    return this.#first;
  }
}

/** The functions of a log's scripts, by where they do an import. A function's row is its rank: functions are in the order in which V8 compiled them. */
class LoggedCode implements ModuleCode {
  readonly #log: TickLog;
  readonly #scripts: readonly number[];
  readonly #imports: readonly (readonly TextImport[])[];
  readonly #functions: ReadonlyMap<number, readonly number[]>;
  readonly #known = new Map<string, number>();
  readonly #bodies = new Map<number, ReadonlyMap<number, BodyAround | undefined>>();

  /** `copies` and `imports` are those of each script. */
  constructor(log: TickLog, scripts: readonly number[], copies: LoadedModules["copies"], imports: readonly (readonly TextImport[])[]) {
    this.#log = log;
    this.#scripts = scripts;
    this.#imports = imports;
    const functions = new Map(scripts.map((id): [number, number[]] => [id, []]));
    for (const [script, id] of scripts.entries())
      for (const copy of copies[script] ?? []) functions.set(copy, functions.get(id) as number[]);
    for (const [row, { script }] of log.codes.functions.entries()) functions.get(script)?.push(row);
    this.#functions = functions;
  }

  isModule(script: number): boolean {
    return isModule(this.#log.scripts.get(this.#scripts[script] ?? -1)?.url ?? "");
  }

  rankOf(script: number): number {
    return this.topOf(script) ?? Infinity;
  }

  topOf(script: number): number | undefined {
    return this.topsOf(script)[0];
  }

  topsOf(script: number): readonly number[] {
    const rows = this.#functions.get(this.#scripts[script] ?? -1) ?? [];
    const functions = this.#log.codes.functions;
    const first = rows.find((row) => functions[row]?.start === 0);
    return rows.filter((row) => functions[row]?.start === 0 && functions[row]?.end === functions[first ?? -1]?.end);
  }

  rankAt(script: number, offset: number): number {
    const key = `${script} ${offset}`;
    let rank = this.#known.get(key);
    if (rank === undefined) this.#known.set(key, (rank = this.#around(script, offset)));
    return rank;
  }

  /** The function that does the import, if it was compiled; -1 otherwise. */
  #around(script: number, offset: number): number {
    const body = this.#bodyOf(script, offset);
    if (body === undefined) return -1;
    const functions = this.#log.codes.functions;
    const tops = this.topsOf(script);
    const rows = this.#functions.get(this.#scripts[script] ?? -1) ?? [];
    const inside = rows.filter(
      (row) => !tops.includes(row) && (functions[row]?.end ?? -1) > offset && (functions[row]?.start ?? 0) <= offset,
    );
    const after = body.isInArrow ? body.arrowAfter : body.outer;
    if (!body.isInArrow && body.brace < 0) return tops[0] ?? -1;
    const innermost = inside.toSorted((a, b) => (functions[b]?.start ?? 0) - (functions[a]?.start ?? 0))[0];
    return innermost !== undefined && (functions[innermost]?.start ?? -1) > after ? innermost : -1;
  }

  #bodyOf(script: number, offset: number): BodyAround | undefined {
    let bodies = this.#bodies.get(script);
    if (bodies === undefined) {
      const text = this.#log.scripts.get(this.#scripts[script] ?? -1)?.source.text ?? "";
      const offsets = this.#imports[script]?.flatMap((each) => (each.isDynamic ? [each.offset] : [])) ?? [];
      const found = bodiesAround(text, offsets);
      bodies = new Map(offsets.map((each, index) => [each, found[index]]));
      this.#bodies.set(script, bodies);
    }
    return bodies.get(offset);
  }
}

/** What is kept of them. `requires` are those that stacks have of ES modules, by module. `read`: JSON that samples were taken of. */
export function keptGraph(
  { scripts, copies, json, graph, required }: LoadedModules,
  log: TickLog,
  positions: ScriptPositions,
  requires: ReadonlyMap<number, RequiredFrom>,
  read: ReadonlySet<number>,
): ModuleGraph {
  const { edges, first } = graph;
  // That an `import()` of JSON was run only its samples show.
  const isLoaded = (script: number): boolean =>
    script < scripts.length || read.has(script) || edges[first[script] ?? -1]?.isDynamic === false;
  const evaluated = graph.order.filter(isLoaded);
  const isKnown = new Set(evaluated);
  const byNumber = new Map(scripts.flatMap((id, script) => [id, ...(copies[script] ?? [])].map((each) => [each, script])));
  const requirers = new Set([...requires.values()].flatMap(({ from }) => byNumber.get(from) ?? []));
  const calls = required();
  // A program of CommonJS begins with its entry.
  const called = [...(calls.edges.some(({ from }) => from === 0) ? [0] : []), ...calls.first.keys()].filter(
    (script) => !isKnown.has(script),
  );
  const order = [...evaluated, ...called, ...[...requirers].filter((script) => !isKnown.has(script) && !called.includes(script))];
  const rows = new Map(order.map((script, index) => [script, index]));
  const kept = order.map((script): { url: string; edges: ModuleEdge[] } => ({
    url: log.scripts.get(scripts[script] ?? -1)?.url ?? json[script - scripts.length]?.url ?? "",
    edges: [],
  }));
  const isFirst = new Set(first);
  for (const [row, edge] of edges.slice(0, Math.max(0, mostEdges - requires.size)).entries()) {
    const to = rows.get(edge.to);
    const from = kept[rows.get(edge.from) ?? -1];
    const place = positions.at(scripts[edge.from] ?? -1, edge.offset);
    if (to !== undefined && from !== undefined && place !== undefined) from.edges.push(keptEdge(edge, to, place, isFirst.has(row)));
  }
  for (const [module, { from, line, column }] of requires) {
    const to = rows.get(module);
    if (to !== undefined) kept[rows.get(byNumber.get(from) ?? -1) ?? -1]?.edges.push({ to, line, column, kind: "require", isFirst: true });
  }
  const room = mostEdges - kept.reduce((sum, { edges: known }) => sum + known.length, 0);
  for (const [row, edge] of calls.edges.slice(0, Math.max(0, room)).entries()) {
    const [from, to] = [kept[rows.get(edge.from) ?? -1], rows.get(edge.to)];
    const place = positions.at(scripts[edge.from] ?? -1, edge.offset);
    if (from === undefined || to === undefined || place === undefined) continue;
    const seen = requires.get(edge.to);
    if (seen?.line === place.line && seen.column === place.column && byNumber.get(seen.from) === edge.from) continue;
    from.edges.push({ ...keptEdge(edge, to, place, calls.first.get(edge.to) === row && !requires.has(edge.to)), kind: "require" });
  }
  const modules: readonly LoadedModule[] = kept;
  const entries = order
    .filter((script) => first[script] === -1 && !requires.has(script) && !calls.first.has(script))
    .toSorted((a, b) => a - b);
  return { modules, entries: entries.map((script) => rows.get(script) as number) };
}

function keptEdge(
  { isDynamic, isInferred }: ImportEdge,
  to: number,
  { line, column }: { readonly line: number; readonly column: number },
  isFirst: boolean,
): ModuleEdge {
  return { to, line, column, kind: isDynamic ? "dynamic" : "static", isFirst, ...(isInferred ? { isInferred } : {}) };
}

/** Node names ES modules by URL, and scripts of CommonJS by path. */
function isModule(url: string): boolean {
  return /^file:/i.test(url);
}

function isFile(url: string): boolean {
  return /^(?:file:|\/|[a-z]:[\\/]|\\\\)/i.test(url) && !url.endsWith(hooksFile);
}
