import { checkStop } from "../budget.ts";
import { isComment } from "../imports/required-modules.ts";
import { packageOf } from "../sources/package-name.ts";
import type { SourcePosition, SourceProfile } from "../sources/source-profile.ts";
import { lineIndex, lineStarts } from "../syntax/line-ends.ts";
import type { ImportCosts } from "./import-costs.ts";

const called = /\b(?:require|import)\s*\(\s*(["'`])([^"'`\n]{1,300})\1\s*[,)]/g;
const stated = /^[ \t]*(?:import|export)\b(?!\s+type\b)(?:[^"'();]{0,2000}?\bfrom)?\s*(["'])([^"'\n]{1,300})\1/gm;
const endings = ["", ".js", ".cjs", ".mjs", ".ts", ".cts", ".mts", ".tsx", ".jsx", "/index.js", "/index.cjs", "/index.mjs", "/index.ts"];
/** Compilers write `.js` where the source is TypeScript. */
const compiled = /\.([cm]?)jsx?$/;

/** All places of the run's texts that import a module as written: also those that found it loaded and so cost nothing. */
export class Importers {
  readonly #profile: SourceProfile;
  readonly #textOf: (source: number) => string | undefined;
  readonly #costs: ImportCosts;
  #places: ReadonlyMap<number, readonly SourcePosition[]> | undefined;
  #byPath: ReadonlyMap<string, number> | undefined;
  #byName: ReadonlyMap<string, readonly number[]> | undefined;

  constructor(profile: SourceProfile, textOf: (source: number) => string | undefined, costs: ImportCosts) {
    [this.#profile, this.#textOf, this.#costs] = [profile, textOf, costs];
  }

  /** Of a source, in the order of sources and lines. */
  of(source: number): readonly SourcePosition[] {
    return (this.#places ??= this.#found()).get(source) ?? [];
  }

  /** The source that an import of this source leads to, if it is one of the run's. */
  target(importer: number, specifier: string): number | undefined {
    return this.targetFrom(this.#profile.sources[importer]?.path ?? "", specifier);
  }

  /** The same for an import of the file at a path, which may be no source of the run. */
  targetFrom(path: string, specifier: string): number | undefined {
    const { sources } = this.#profile;
    if (specifier.startsWith(".")) {
      this.#byPath ??= new Map(sources.map((source, index) => [source.path, index] as const).toReversed());
      return relative(this.#byPath, path, specifier);
    }
    return packageAt((this.#byName ??= this.#seen()).get(specifier), path, sources);
  }

  /** Where a source imports another, if only one place of its text does. */
  onlyPlace(importer: number, imported: number): (Written & { readonly source: number }) | undefined {
    const text = this.#textOf(importer);
    const name = packageOf(this.#profile.sources[imported]?.path ?? "");
    const leads = ({ specifier }: Written): boolean =>
      this.target(importer, specifier) === imported || (name !== undefined && (specifier === name || specifier.startsWith(`${name}/`)));
    const [only, second] = text === undefined ? [] : writtenIn(text).filter(leads);
    return only === undefined || second !== undefined ? undefined : { ...only, source: importer };
  }

  #found(): ReadonlyMap<number, readonly SourcePosition[]> {
    const places = new Map<number, SourcePosition[]>();
    this.#profile.sources.forEach(({ category }, importer) => {
      checkStop();
      const text = category === "node" ? undefined : this.#textOf(importer);
      if (text === undefined) return;
      for (const { specifier, line, column } of writtenIn(text)) {
        const target = this.target(importer, specifier);
        if (target === undefined || target === importer) continue;
        const list = places.get(target);
        if (list === undefined) places.set(target, [{ source: importer, line, column }]);
        else list.push({ source: importer, line, column });
      }
    });
    return places;
  }

  /** Which sources a name of a package led to. */
  #seen(): ReadonlyMap<string, readonly number[]> {
    const seen = new Map<string, number[]>();
    for (const { specifier, source } of this.#costs.modules) {
      if (specifier === "" || specifier.startsWith(".") || source === -1) continue;
      const list = seen.get(specifier) ?? [];
      if (!list.includes(source)) seen.set(specifier, [...list, source]);
    }
    return seen;
  }
}

export interface Written {
  readonly specifier: string;
  readonly line: number;
  readonly column: number;
}

/** Imports and exports with a specifier, as a text has them. */
export function writtenIn(text: string): readonly Written[] {
  const starts = lineStarts(text, "editor");
  return [...text.matchAll(called), ...text.matchAll(stated)]
    .filter(({ index }) => !isComment(text, index))
    .map(({ index, 2: specifier = "" }): Written => {
      const line = lineIndex(starts, index);
      return { specifier, line: line + 1, column: index - (starts[line] as number) };
    })
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
}

/** The path that a relative specifier means. */
export function besideImporter(importer: string, specifier: string): string {
  const parts = importer.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function relative(byPath: ReadonlyMap<string, number>, importer: string, specifier: string): number | undefined {
  const path = besideImporter(importer, specifier);
  for (const ending of endings) {
    const found = byPath.get(path + ending);
    if (found !== undefined) return found;
  }
  const source = compiled.exec(path);
  return source === null
    ? undefined
    : (byPath.get(path.replace(compiled, `.${source[1]}ts`)) ?? byPath.get(path.replace(compiled, ".tsx")));
}

/** Of several versions of a package that which is nearest to the importer. */
function packageAt(found: readonly number[] | undefined, importer: string, sources: SourceProfile["sources"]): number | undefined {
  if (found === undefined || found.length < 2) return found?.[0];
  const folderOf = (source: number): string => {
    const path = sources[source]?.path ?? "";
    const at = path.lastIndexOf(`/node_modules/${packageOf(path) ?? ""}`);
    return path.slice(0, Math.max(0, at));
  };
  const near = found.filter((source) => importer.startsWith(`${folderOf(source)}/`));
  return near.toSorted((a, b) => folderOf(b).length - folderOf(a).length)[0];
}
