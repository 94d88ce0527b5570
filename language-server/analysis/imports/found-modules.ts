import { type LexedText, lexedText } from "./lexed-imports.ts";
import { filesAt, LoadedScripts, type ModuleScripts } from "./loaded-scripts.ts";
import { mostModules } from "./module-graph.ts";
import { pathOfUrl } from "../sources/ownership.ts";
import type { PackageFinder } from "./package-entries.ts";

/** Where modules are that a profile may not name. */
export interface ModuleFiles extends PackageFinder {
  /** The file at an absolute path with forward slashes; undefined if there is none, or it may not be read. */
  file(path: string): ModuleText | undefined;
}

export interface ModuleText {
  readonly url: string;
  readonly text: string;
}

/** Modules of a profile, and those that their imports lead to, which may have no samples: an importer is followed to its file. */
export class FoundModules implements ModuleScripts {
  readonly modules: ModuleText[] = [];
  readonly paths: readonly string[];
  readonly #scripts: LoadedScripts;
  readonly #files: ModuleFiles;
  readonly #lexed: (LexedText | undefined)[] = [];

  /** `loaded`: URLs of further modules that are known to have run. */
  constructor(modules: readonly ModuleText[], loaded: readonly string[], files: ModuleFiles) {
    this.modules.push(...modules);
    this.#scripts = new LoadedScripts(modules.map(({ url }) => url));
    this.#files = files;
    this.paths = this.#scripts.paths;
    for (const url of loaded) this.at(pathOfUrl(url));
  }

  lexed(module: number): LexedText {
    return (this.#lexed[module] ??= lexedText(this.modules[module]?.text ?? ""));
  }

  at(path: string, query?: string): number {
    const known = this.#scripts.at(path, query);
    if (known >= 0 || this.modules.length >= mostModules) return known;
    for (const each of filesAt(path)) {
      const found = this.#files.file(each);
      if (found === undefined) continue;
      this.modules.push(found);
      return this.#scripts.add(found.url);
    }
    return -1;
  }

  ofPackage(name: string, from: string): readonly number[] {
    return this.#scripts.ofPackage(name, from);
  }
}
