import { realpathSync } from "node:fs";
import path from "node:path";
import type { FoundPackage, PackageFinder } from "../../analysis/imports/package-entries.ts";
import type { Bytes } from "../../analysis/units.ts";
import { parsedJson } from "../../analysis/parsed-json.ts";
import { existsHere, readUnlinkedSync } from "../../history/regular-file.ts";
import { unlessRefused } from "../../platform/refusals.ts";

const largestManifest: Bytes = 4 * 1024 * 1024;
/** Folders that are asked: more than an app has, with all that they are in. */
const mostFolders = 50_000;

/** Finds packages as Node does, on the disk of the machine that the app runs on. What it found is kept. */
export class PackageFiles implements PackageFinder {
  readonly #named = new Map<string, FoundPackage | undefined>();
  readonly #around = new Map<string, FoundPackage | undefined>();
  readonly #at = new Map<string, FoundPackage | undefined>();

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
    if (!this.#at.has(folder) && this.#at.size < mostFolders) this.#at.set(folder, readPackage(folder));
    return this.#at.get(folder);
  }
}

function readPackage(folder: string): FoundPackage | undefined {
  const file = path.posix.join(folder, "package.json");
  if (!existsHere(file)) return undefined;
  return unlessRefused(() => {
    const real = realpathSync(folder);
    const manifest = parsedJson(readUnlinkedSync(path.join(real, "package.json"), largestManifest)?.toString() ?? "");
    return isObject(manifest) ? { folder: real.replaceAll("\\", "/"), manifest } : undefined;
  });
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
