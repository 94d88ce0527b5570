import { realpathSync, statSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { ModuleFiles, ModuleText } from "../../analysis/imports/found-modules.ts";
import type { JsonFile, JsonFiles } from "../../analysis/imports/json-modules.ts";
import type { FoundPackage } from "../../analysis/imports/package-entries.ts";
import type { Bytes } from "../../analysis/units.ts";
import { parsedJson } from "../../analysis/parsed-json.ts";
import { existsHere, readUnlinkedSync } from "../regular-file.ts";
import { realFolder } from "../scripts/script-files.ts";
import { unlessRefused } from "../../platform/refusals.ts";

const largestManifest: Bytes = 4 * 1024 * 1024;
const largestModule: Bytes = 32 * 1024 * 1024;
/** Folders that are asked: more than an app has, with all that they are in. */
const mostFolders = 50_000;

/** Whether a file, with its links followed, is in one of the folders. */
export async function isInFolders(folders: readonly string[]): Promise<(file: string) => boolean> {
  const real = await Promise.all(folders.map(realFolder));
  return (file) => real.some((folder) => file.startsWith(folder + path.sep));
}

/** Finds modules and packages as Node does, on the disk of the machine that the app runs on. Which packages it found is kept. */
export class PackageFiles implements ModuleFiles, JsonFiles {
  readonly #mayRead: (file: string) => boolean;
  readonly #named = new Map<string, FoundPackage | undefined>();
  readonly #around = new Map<string, FoundPackage | undefined>();
  readonly #at = new Map<string, FoundPackage | undefined>();

  /** `mayRead`: whether a file or folder, with links followed, may be read; by default any. */
  constructor(mayRead: (file: string) => boolean = () => true) {
    this.#mayRead = mayRead;
  }

  file(address: string): ModuleText | undefined {
    if (!existsHere(address)) return undefined;
    return unlessRefused(() => {
      const real = realpathSync(address);
      const text = this.#mayRead(real) ? readUnlinkedSync(real, largestModule)?.toString() : undefined;
      return text === undefined ? undefined : { url: pathToFileURL(real).href, text };
    });
  }

  json(address: string): JsonFile | undefined {
    if (!existsHere(address)) return undefined;
    return unlessRefused(() => {
      const real = realpathSync(address);
      const found = statSync(real);
      return found.isFile() && this.#mayRead(real) ? { url: pathToFileURL(real).href, size: found.size } : undefined;
    });
  }

  named(name: string, folder: string): FoundPackage | undefined {
    const key = `${folder}\n${name}`;
    if (!this.#named.has(key)) this.#named.set(key, this.#find(name, folder));
    return this.#named.get(key);
  }

  around(folder: string): FoundPackage | undefined {
    if (!this.#around.has(folder))
      this.#around.set(
        folder,
        firstOf(foldersFrom(folder), (each) => this.#packageAt(each)),
      );
    return this.#around.get(folder);
  }

  #find(name: string, folder: string): FoundPackage | undefined {
    const own = this.around(folder);
    // A package may call itself by its name.
    if (own !== undefined && (own.manifest as { readonly name?: unknown }).name === name) return own;
    return firstOf(foldersFrom(folder), (each) => this.#packageAt(path.posix.join(each, "node_modules", name)));
  }

  #packageAt(folder: string): FoundPackage | undefined {
    if (!this.#at.has(folder) && this.#at.size < mostFolders) this.#at.set(folder, this.#read(folder));
    return this.#at.get(folder);
  }

  #read(folder: string): FoundPackage | undefined {
    const file = path.posix.join(folder, "package.json");
    if (!existsHere(file)) return undefined;
    return unlessRefused(() => {
      const real = realpathSync(folder);
      if (!this.#mayRead(path.join(real, "package.json"))) return undefined;
      const manifest = parsedJson(readUnlinkedSync(path.join(real, "package.json"), largestManifest)?.toString() ?? "");
      return isObject(manifest) ? { folder: real.replaceAll("\\", "/"), manifest } : undefined;
    });
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The folder and those it is in, innermost first. */
function foldersFrom(folder: string): readonly string[] {
  const parts = folder.split("/");
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join("/") || "/");
}

function firstOf<Found>(folders: readonly string[], find: (folder: string) => Found | undefined): Found | undefined {
  for (const folder of folders) {
    const found = find(folder);
    if (found !== undefined) return found;
  }
  return undefined;
}
