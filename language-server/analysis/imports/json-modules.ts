import { grouped } from "../collections.ts";
import type { Bytes } from "../units.ts";
import type { ImportGraph } from "./import-graph.ts";
import type { ModuleScripts } from "./loaded-scripts.ts";
import type { PackageFinder } from "./package-entries.ts";
import type { ImportEdge } from "./resolved-imports.ts";

/** Where packages and files of JSON are. */
export interface JsonFiles extends PackageFinder {
  /** Of a file with its URL; undefined if there is none. */
  json(path: string): JsonFile | undefined;
}

export interface JsonFile {
  readonly url: string;
  readonly size: Bytes;
}

const mostFiles = 1000;
/** What is smaller than this share of all that is read with it takes no time that would be seen. */
const leastShare = 0.01;

/** The scripts that V8 loaded, and the JSON that they import: V8 has no script of that. */
export class ScriptsWithJson implements ModuleScripts {
  readonly json: JsonFile[] = [];
  readonly #scripts: ModuleScripts & { add(url: string): number };
  readonly #files: JsonFiles;

  constructor(scripts: ModuleScripts & { add(url: string): number }, files: JsonFiles) {
    [this.#scripts, this.#files] = [scripts, files];
  }

  get paths(): readonly string[] {
    return this.#scripts.paths;
  }

  at(path: string, query?: string): number {
    const known = this.#scripts.at(path, query);
    if (known >= 0 || !path.endsWith(".json") || this.json.length >= mostFiles) return known;
    const file = this.#files.json(path);
    if (file === undefined) return -1;
    this.json.push(file);
    return this.#scripts.add(file.url);
  }

  ofPackage(name: string, from: string): readonly number[] {
    return this.#scripts.ofPackage(name, from);
  }
}

/** The module by whose evaluation a module was loaded; itself for one that an `import()` loaded, or nothing known. */
export function rootOf({ first, edges }: ImportGraph, module: number): number {
  let root = module;
  const seen = new Set<number>();
  for (let edge = edges[first[root] ?? -1]; edge !== undefined && !edge.isDynamic && !seen.has(root); edge = edges[first[root] ?? -1]) {
    seen.add(root);
    root = edge.from;
  }
  return root;
}

/** JSON of which others are read at the same time has only a presumed part of their time: its imports are inferred. */
export function jsonAmong(
  graph: ImportGraph,
  json: readonly JsonFile[],
): { readonly graph: ImportGraph; readonly json: readonly JsonFile[] } {
  const scripts = graph.first.length - json.length;
  const together = grouped([...json.keys()], (index) => rootOf(graph, scripts + index));
  const unsure = new Set<number>();
  for (const indices of together.values()) {
    const sizeOf = (index: number): Bytes => json[index]?.size ?? 0;
    const all = indices.reduce((sum, index) => sum + sizeOf(index), 0);
    for (const index of indices) if (all - sizeOf(index) > leastShare * all) unsure.add(scripts + index);
  }
  const edges = graph.edges.map((edge): ImportEdge => (unsure.has(edge.to) ? { ...edge, isInferred: true } : edge));
  return { graph: { ...graph, edges }, json };
}
