import { checkStop } from "../budget.ts";
import type { ModuleGraph } from "../imports/module-graph.ts";
import { madeOnce } from "../collections.ts";
import type { SourcePosition, SourceProfile } from "../sources/source-profile.ts";
import type { Column, Line } from "../units.ts";

/** Where one module imports another. */
export interface GraphImport {
  /** Index of the module that does. */
  readonly from: number;
  readonly path: string;
  /** In its source as it is written; 0 if that is not known, as a compiled module without samples has no kept map. */
  readonly line: Line;
  readonly isInferred?: boolean | undefined;
}

/** A module that the run loaded, with samples or without. */
export interface GraphModule {
  readonly path: string;
  /** Index of its source; -1 if it has no samples. */
  readonly source: number;
  /** The import that had it evaluated; undefined for an entry. */
  readonly first: GraphImport | undefined;
  /** All imports and re-exports of it. */
  readonly imports: readonly GraphImport[];
}

interface Located {
  readonly sources: SourceProfile["sources"];
  readonly placeOf: (url: string, line: Line, column: Column) => SourcePosition | undefined;
  /** Where a script is on this machine. */
  readonly fileOf: (url: string) => string;
}

interface Merged {
  readonly path: string;
  readonly source: number;
  first: GraphImport | undefined;
  readonly imports: GraphImport[];
}

/** Compiled by a loader, which may move lines. */
const typeScript = /\.[cm]?tsx?$/;

/** The modules that some threads loaded, each once. */
export class GraphModules {
  readonly modules: readonly GraphModule[];
  readonly #bySource = new Map<number, number>();
  /** Which module an import of a source leads to, by its place. */
  readonly #byPlace = new Map<string, number>();

  constructor(graphs: readonly ModuleGraph[], located: Located) {
    const { sources, placeOf, fileOf } = located;
    const merged: Merged[] = [];
    const sourceOf = new Map(sources.map(({ path }, source) => [path, source] as const).toReversed());
    const byPath = new Map<string, number>();
    const indexOf = (url: string): number => {
      const path = fileOf(url);
      return madeOnce(byPath, path, () => {
        const source = sourceOf.get(path) ?? placeOf(url, 1, 0)?.source ?? -1;
        return merged.push({ path: sources[source]?.path ?? path, source, first: undefined, imports: [] }) - 1;
      });
    };
    const known = new Set<string>();
    for (const { modules } of graphs) {
      const indices = modules.map(({ url }) => indexOf(url));
      modules.forEach(({ url, edges }, row) => {
        checkStop(row);
        const from = indices[row] as number;
        for (const { to, line, column, isFirst, isInferred } of edges) {
          const [target, place] = [indices[to] as number, placeOf(url, line, column)];
          const module = merged[target] as Merged;
          const { path } = merged[from] as Merged;
          const at: GraphImport = {
            from,
            path: sources[place?.source ?? -1]?.path ?? path,
            line: place?.line ?? (typeScript.test(path) ? 0 : line),
            isInferred,
          };
          if (place !== undefined) this.#byPlace.set(placeKey(place), target);
          if (isFirst && target !== from) module.first ??= at;
          const key = [from, target, line, column].join(" ");
          if (target !== from && known.size < known.add(key).size) module.imports.push(at);
        }
      });
    }
    this.modules = merged;
    merged.forEach(({ source }, index) => {
      if (source !== -1 && !this.#bySource.has(source)) this.#bySource.set(source, index);
    });
  }

  /** Index of the module of a source; undefined if the graph does not have it. */
  of(source: number): number | undefined {
    return this.#bySource.get(source);
  }

  /** The same of the one that is imported at a place. */
  at(place: SourcePosition): number | undefined {
    return this.#byPlace.get(placeKey(place));
  }
}

function placeKey({ source, line, column }: SourcePosition): string {
  return `${source} ${line} ${column}`;
}
