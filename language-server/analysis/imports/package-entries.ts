import { exports as exported, imports as imported, type Package } from "resolve.exports";

/** A package as it is on the disk of the machine that the app runs on. */
export interface FoundPackage {
  /** Its real folder, with forward slashes and none at its end. */
  readonly folder: string;
  /** What its package.json holds, which is untrusted. */
  readonly manifest: unknown;
}

/** Where packages are. */
export interface PackageFinder {
  /** The package that code in a folder gets by that name. */
  named(name: string, folder: string): FoundPackage | undefined;
  /** The package that a folder belongs to. */
  around(folder: string): FoundPackage | undefined;
}

/** Conditions that Node sets, those of `import` first; then what other loaders and `--conditions` may set. */
const conditions = [
  { conditions: ["module-sync", "node-addons"] },
  { require: true, conditions: ["module-sync", "node-addons"] },
  { conditions: ["development", "source", "module", "bun", "browser"] },
];

/** Files that a specifier such as `name/part` may mean, relative to its package's folder, most likely first. `subpath` is `.` or begins with `./`. */
export function entriesOf({ manifest }: FoundPackage, subpath: string): readonly string[] {
  if (!isRecord(manifest)) return [];
  if (manifest["exports"] !== undefined && manifest["exports"] !== null) return chosen(() => exported, manifest, subpath);
  if (subpath !== ".") return [subpath];
  const mains = [manifest["main"], manifest["module"]].filter((main) => typeof main === "string" && main !== "");
  return [...(mains as string[]), "index.js"];
}

/** The same for `#name`, which a package defines for itself. Another package is named without a `./`. */
export function ownEntriesOf({ manifest }: FoundPackage, specifier: string): readonly string[] {
  return isRecord(manifest) ? chosen(() => imported, manifest, specifier) : [];
}

type Choose = (manifest: Package, key: string, options: object) => readonly string[] | void;

function chosen(choose: () => Choose, manifest: object, key: string): readonly string[] {
  const found = conditions.flatMap((options) => {
    try {
      return choose()(manifest as Package, key, options) ?? [];
    } catch (error) {
      // It is not exported under these conditions, or the package is not as it should be.
      if (error instanceof Error) return [];
      throw error;
    }
  });
  return [...new Set(found.filter((file) => typeof file === "string"))];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
