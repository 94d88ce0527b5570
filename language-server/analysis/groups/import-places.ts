import { checkStop } from "../budget.ts";
import { besideImporter, Importers, type Written, writtenIn } from "../import-costs/importers.ts";
import { filesAt } from "../imports/loaded-scripts.ts";
import { madeOnce } from "../collections.ts";
import { packageOf } from "../sources/package-name.ts";
import type { SourcePosition, SourceProfile, SourceStackTable } from "../sources/source-profile.ts";
import type { CodeGroup } from "./group-names.ts";
import type { GroupEntry } from "./group-table.ts";

/** Where a test file or setup file imports a module, or what imports that. */
export interface ImportedAt extends SourcePosition {
  /** Only by the end of its path, as behind an alias, or through a file without samples, as that is now. */
  readonly inferred: boolean;
}

export interface PlaceTexts {
  /** Text of a source as it ran. */
  readonly textOf: (source: number) => string | undefined;
  /** Text of a file of own code that has no samples, as it is now. */
  readonly fileText: (path: string) => string | undefined;
}

/** A file that imports; `source` is -1 if it has no samples. */
interface Importer extends ImportedAt {
  readonly path: string;
}

/** More files without samples than lead from a test to its imports. */
const mostUnseen = 1000;

/** Groups by stack, as `stackGroups` has them. */
interface Groups {
  readonly groups: readonly CodeGroup[];
  readonly entries: readonly GroupEntry[];
  readonly of: ReadonlyMap<SourceStackTable, { readonly tests: Int32Array }>;
}

/** By group of kind `import` the line that loads it: by the stacks where these have it, else by the texts of own code. */
export function importPlaces(profile: SourceProfile, found: Groups, texts: PlaceTexts): ReadonlyMap<number, ImportedAt> {
  const imported = found.groups.flatMap((group, row) => (group.kind === "import" ? [row] : []));
  if (imported.length === 0) return new Map();
  const places = stackedPlaces(profile, found);
  const missing = imported.filter((row) => !places.has(row));
  if (missing.length === 0) return places;
  const written = new WrittenPlaces(profile, found.groups, texts);
  for (const row of missing) {
    const place = written.of(found.groups[row] as CodeGroup);
    if (place !== undefined) places.set(row, place);
  }
  return places;
}

function stackedPlaces({ sources, threads }: SourceProfile, { groups, entries, of }: Groups): Map<number, ImportedAt> {
  const places = new Map<number, ImportedAt>();
  const groupAt = (entry: number | undefined): number => entries[entry ?? -1]?.group ?? -1;
  for (const { stacks } of threads) {
    const { prefix, source, line, column } = stacks;
    of.get(stacks)?.tests.forEach((entry, row) => {
      checkStop(row);
      const group = groupAt(entry);
      if (group === -1 || groups[group]?.kind !== "import" || places.has(group)) return;
      let caller = prefix[row] as number;
      while (caller !== -1 && sources[source[caller] as number]?.category !== "own") caller = prefix[caller] as number;
      const before = groupAt(of.get(stacks)?.tests[caller]);
      if (caller === -1 || before === -1 || before === group || (line[caller] as number) === 0) return;
      places.set(group, {
        source: source[caller] as number,
        line: line[caller] as number,
        column: column[caller] as number,
        inferred: false,
      });
    });
  }
  return places;
}

/** Who imports what, as own code writes it. */
class WrittenPlaces {
  readonly #sources: SourceProfile["sources"];
  readonly #roots: ReadonlySet<string>;
  readonly #importers = new Map<string, Importer[]>();
  readonly #targets: Importers;
  readonly #fileText: PlaceTexts["fileText"];
  /** By what is imported, a file without samples. */
  readonly #unseen = new Map<string, { readonly path: string; readonly text: string } | undefined>();

  constructor(profile: SourceProfile, groups: readonly CodeGroup[], { textOf, fileText }: PlaceTexts) {
    [this.#sources, this.#fileText] = [profile.sources, fileText];
    this.#roots = new Set(groups.flatMap(({ kind, path }) => (kind === "test" || kind === "setup" ? [path] : [])));
    this.#targets = new Importers(profile, textOf, { modules: [], totalTicks: 0 });
    profile.sources.forEach(({ category, path }, source) => {
      const text = category === "own" ? textOf(source) : undefined;
      if (text !== undefined) this.#addAll(text, path, source);
    });
    // Reading one may find others.
    for (const file of this.#unseen.values()) if (file !== undefined) this.#addAll(file.text, file.path, -1);
  }

  /** The nearest import in a test file or setup file that leads to the module. */
  of({ name, path }: CodeGroup): ImportedAt | undefined {
    const seen = new Set<string>();
    let keys = [path === "" ? name : path];
    while (keys.length > 0) {
      const level = keys.filter((key) => !seen.has(key) && seen.add(key)).flatMap((key) => this.#importers.get(key) ?? []);
      const root = level.find((each) => each.source !== -1 && this.#roots.has(each.path));
      if (root !== undefined) return root;
      keys = [...new Set(level.map((each) => each.path))].filter((key) => !seen.has(key));
    }
    return undefined;
  }

  #addAll(text: string, path: string, source: number): void {
    checkStop();
    for (const each of writtenIn(text)) this.#add(path, source, each);
  }

  #add(path: string, source: number, { specifier, line, column }: Written): void {
    const add = (key: string, inferred: boolean): unknown =>
      madeOnce(this.#importers, key, () => []).push({ path, source, line, column, inferred });
    const target = this.#targets.targetFrom(path, specifier);
    if (target !== undefined) add(this.#sources[target]?.path ?? "", false);
    else if (specifier.startsWith(".")) {
      const file = this.#unseenAt(besideImporter(path, specifier));
      if (file !== undefined) add(file, true);
    } else {
      add(packageOf(`node_modules/${specifier}`) ?? specifier, false);
      const aliased = this.#aliased(specifier);
      if (aliased !== undefined) add(aliased, true);
    }
  }

  /** `@/lib/cart` and `/src/lib/cart.js`, if one source alone ends like this. */
  #aliased(specifier: string): string | undefined {
    const end = /^[^/]*(?<rest>\/.+?)(?:\.[cm]?[jt]sx?)?$/.exec(specifier)?.groups?.["rest"];
    if (end === undefined) return undefined;
    const [only, second] = this.#sources.filter(
      ({ path, category }) => category === "own" && path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, "").endsWith(end),
    );
    return second === undefined ? only?.path : undefined;
  }

  #unseenAt(path: string): string | undefined {
    if (this.#unseen.size >= mostUnseen && !this.#unseen.has(path)) return undefined;
    return madeOnce(this.#unseen, path, () => {
      for (const file of filesAt(path)) {
        const text = file.endsWith(".json") ? undefined : this.#fileText(file);
        if (text !== undefined) return { path: file, text };
      }
      return undefined;
    })?.path;
  }
}
