import { pathOfUrl } from "../sources/ownership.ts";
import { splitScriptUrl } from "../sources/package-name.ts";

/** What loaders try for a name, in this order: itself, the source of a compiled name, with an extension, a folder. */
const extensions = [".js", ".ts", ".mjs", ".mts", ".cjs", ".cts", ".tsx", ".jsx", ".json"];
const sourcesOf: Readonly<Record<string, readonly string[]>> = {
  ".js": [".ts", ".tsx", ".jsx"],
  ".mjs": [".mts"],
  ".cjs": [".cts"],
  ".jsx": [".tsx"],
};

/** Scripts among which imports are found. */
export interface ModuleScripts {
  /** Of each, in a form that can be compared. Finding one may add it. */
  readonly paths: readonly string[];
  /** The script that a loader finds at a path; -1 if it is none of them. */
  at(path: string, query?: string): number;
  /** Those of a package, in whichever folder it is, nearest first to where it is imported. */
  ofPackage(name: string, from: string): readonly number[];
}

/** The scripts that V8 loaded, by where they are. The first of several texts of one name is found. */
export class LoadedScripts implements ModuleScripts {
  readonly paths: string[] = [];
  readonly #byUrl = new Map<string, number>();
  readonly #byPath = new Map<string, number>();
  readonly #byPackage = new Map<string, number[]>();

  constructor(urls: readonly string[]) {
    for (const url of urls) this.add(url);
  }

  add(url: string): number {
    const { file, query } = splitScriptUrl(url);
    const path = comparable(pathOfUrl(file));
    const script = this.paths.push(path) - 1;
    if (!this.#byUrl.has(path + query)) this.#byUrl.set(path + query, script);
    if (!this.#byPath.has(path)) this.#byPath.set(path, script);
    const inside = packageIn(path);
    if (inside !== undefined) this.#byPackage.set(inside, [...(this.#byPackage.get(inside) ?? []), script]);
    return script;
  }

  at(path: string, query = ""): number {
    const sought = comparable(path);
    const exact = this.#byUrl.get(sought + query);
    if (exact !== undefined) return exact;
    for (const candidate of filesAt(sought)) {
      const found = this.#byPath.get(candidate);
      if (found !== undefined) return found;
    }
    return -1;
  }

  ofPackage(name: string, from: string): readonly number[] {
    const all = this.#byPackage.get(name) ?? [];
    const homes = new Set(all.map((script) => homeOf(this.paths[script] as string, name)));
    const around = [...homes].filter((home) => from.startsWith(home.slice(0, -`node_modules/${name}/`.length)));
    const nearest = around.toSorted((a, b) => b.length - a.length)[0];
    if (nearest === undefined) return homes.size === 1 ? all : [];
    return all.filter((script) => (this.paths[script] as string).startsWith(nearest));
  }
}

/** The files that a loader may find at a path, in its order. */
export function filesAt(path: string): readonly string[] {
  const [, stem = path, extension = ""] = /^(.*?)(\.[cm]?jsx?)?$/s.exec(path) ?? [];
  const swapped = (sourcesOf[extension] ?? []).map((other) => stem + other);
  const added = ["", "/index"].flatMap((end) => extensions.map((other) => path + end + other));
  return [path, ...swapped, ...added];
}

function comparable(path: string): string {
  return path.replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/** Name of the package that a path is in. */
function packageIn(path: string): string | undefined {
  return /^.*\/node_modules\/((?:@[^/]+\/)?[^/@.][^/]*)\//s.exec(path)?.[1];
}

/** Folder of the package, with a slash at its end. */
function homeOf(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}/`.length);
}
