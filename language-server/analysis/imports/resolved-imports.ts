import type { TextImport } from "./lexed-imports.ts";
import type { ModuleScripts } from "./loaded-scripts.ts";
import { entriesOf, type FoundPackage, ownEntriesOf, type PackageFinder } from "./package-entries.ts";

/** A script that imports another one. Both are positions in the list of scripts. */
export interface ImportEdge {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
  readonly isDynamic: boolean;
  /** The package is certain, its file is not. */
  readonly isInferred: boolean;
}

/** An `import()` of something that its text does not name. */
export type OpenImport = Pick<ImportEdge, "from" | "offset">;

const mostOpen = 1000;
const schemes = /^[a-z][a-z\d+.-]+:/i;

/** Finds what the imports of scripts loaded, among these scripts. What is none of them (`node:fs`, JSON) is left out. */
export class ResolvedImports {
  readonly edges: ImportEdge[] = [];
  readonly open: OpenImport[] = [];
  readonly #scripts: ModuleScripts;
  readonly #packages: PackageFinder | undefined;

  /** `importsOf` is asked once for each script. At most `most` edges are made. */
  constructor(
    scripts: ModuleScripts,
    importsOf: (script: number) => readonly TextImport[],
    packages: PackageFinder | undefined,
    most: number,
  ) {
    this.#scripts = scripts;
    this.#packages = packages;
    const unclear: { readonly from: number; readonly name: string; readonly found: TextImport }[] = [];
    for (let from = 0; from < scripts.paths.length; from++) {
      for (const found of importsOf(from)) {
        const { specifier, offset, isDynamic } = found;
        if (this.edges.length + unclear.length + this.open.length >= most) break;
        if (specifier === undefined) {
          if (this.open.length < mostOpen) this.open.push({ from, offset });
          continue;
        }
        const to = this.#resolve(specifier, this.#scripts.paths[from] as string);
        if (to >= 0 && to !== from) this.edges.push({ from, to, offset, isDynamic, isInferred: false });
        const name = to >= 0 ? undefined : packageName(specifier);
        if (name !== undefined) unclear.push({ from, name, found });
      }
    }
    const importedAt = importersByScript(this.edges);
    for (const { from, name, found } of unclear) {
      const to = this.#onlyEntry(name, from, importedAt);
      if (to >= 0) this.edges.push({ from, to, offset: found.offset, isDynamic: found.isDynamic, isInferred: true });
    }
  }

  #resolve(specifier: string, from: string): number {
    const [, written = specifier, query = ""] = /^([^?#]*)([?#].*)?$/s.exec(specifier) ?? [];
    if (/^\.{0,2}\//.test(written) || written === "." || written === "..")
      return this.#scripts.at(joined(folderOf(from), decoded(written)), query);
    if (/^file:\/\//i.test(written)) return this.#scripts.at(decoded(written.slice("file://".length)).replace(/^\/(?=[a-z]:)/i, ""), query);
    const around = specifier.startsWith("#") ? this.#packages?.around(folderOf(from)) : undefined;
    if (around === undefined) return this.#inPackage(written, from);
    const entries = ownEntriesOf(around, specifier);
    return firstFound(entries, (entry) => (entry.startsWith("./") ? this.#inFolder(around, entry) : this.#inPackage(entry, from)));
  }

  #inPackage(specifier: string, from: string): number {
    const name = packageName(specifier);
    const found = name === undefined ? undefined : this.#packages?.named(name, folderOf(from));
    if (name === undefined || found === undefined) return -1;
    return firstFound(entriesOf(found, `.${specifier.slice(name.length)}`), (entry) => this.#inFolder(found, entry));
  }

  #inFolder({ folder }: FoundPackage, entry: string): number {
    return this.#scripts.at(joined(folder, entry.replace(/^\/+/, "")));
  }

  /** The only script of a package that no other one of it imports; -1 if there are several. */
  #onlyEntry(name: string, from: number, importers: ReadonlyMap<number, readonly number[]>): number {
    const all = this.#scripts.ofPackage(name, this.#scripts.paths[from] as string);
    const inside = new Set(all);
    if (inside.has(from)) return -1;
    const entries = all.filter((script) => !(importers.get(script) ?? []).some((importer) => inside.has(importer)));
    return entries.length === 1 ? (entries[0] as number) : -1;
  }
}

function importersByScript(edges: readonly ImportEdge[]): ReadonlyMap<number, readonly number[]> {
  const importers = new Map<number, number[]>();
  for (const { from, to } of edges) {
    const known = importers.get(to);
    if (known === undefined) importers.set(to, [from]);
    else known.push(from);
  }
  return importers;
}

function firstFound(entries: readonly string[], find: (entry: string) => number): number {
  for (const entry of entries) {
    const found = find(entry);
    if (found >= 0) return found;
  }
  return -1;
}

function packageName(specifier: string): string | undefined {
  return schemes.test(specifier) ? undefined : /^(?:@[^/]+\/)?[^/@.#][^/?#]*/.exec(specifier)?.[0];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** `path` is relative to the folder, or absolute. */
function joined(folder: string, path: string): string {
  const parts = path.startsWith("/") ? [] : folder.split("/");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "." && part !== "") parts.push(part);
  }
  const whole = parts.join("/");
  return path.startsWith("/") ? `/${whole}` : whole;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
