import { checkStop } from "../budget.ts";
import { Importers, type Written, writtenIn } from "../import-costs/importers.ts";
import { madeOnce } from "../made-once.ts";
import { packageOf } from "../sources/package-name.ts";
import type { SourcePosition, SourceProfile, SourceStackTable } from "../sources/source-profile.ts";
import type { CodeGroup } from "./group-names.ts";
import type { GroupEntry } from "./group-table.ts";

/** Where a test file or setup file imports a module, or what imports that. */
export interface ImportedAt extends SourcePosition {
  /** Only by the end of its path, as behind an alias. */
  readonly inferred: boolean;
}

/** Groups by stack, as `stackGroups` has them. */
interface Groups {
  readonly groups: readonly CodeGroup[];
  readonly entries: readonly GroupEntry[];
  readonly of: ReadonlyMap<SourceStackTable, { readonly tests: Int32Array }>;
}

/** By group of kind `import` the line that loads it: by the stacks where these have it, else by the texts of own code. */
export function importPlaces(
  profile: SourceProfile,
  found: Groups,
  textOf: (source: number) => string | undefined,
): ReadonlyMap<number, ImportedAt> {
  const imported = found.groups.flatMap((group, row) => (group.kind === "import" ? [row] : []));
  if (imported.length === 0) return new Map();
  const places = stackedPlaces(profile, found);
  const missing = imported.filter((row) => !places.has(row));
  if (missing.length === 0) return places;
  const written = new WrittenPlaces(profile, found.groups, textOf);
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
  readonly #importers = new Map<string, ImportedAt[]>();

  constructor(profile: SourceProfile, groups: readonly CodeGroup[], textOf: (source: number) => string | undefined) {
    this.#sources = profile.sources;
    this.#roots = new Set(groups.flatMap(({ kind, path }) => (kind === "test" || kind === "setup" ? [path] : [])));
    const importers = new Importers(profile, textOf, { modules: [], totalTicks: 0 });
    profile.sources.forEach(({ category }, source) => {
      checkStop();
      const text = category === "own" ? textOf(source) : undefined;
      for (const each of text === undefined ? [] : writtenIn(text)) this.#add(source, each, importers.target(source, each.specifier));
    });
  }

  /** The nearest import in a test file or setup file that leads to the module. */
  of({ name, path }: CodeGroup): ImportedAt | undefined {
    const seen = new Set<string>();
    let keys = [path === "" ? name : path];
    while (keys.length > 0) {
      const level = keys.filter((key) => !seen.has(key) && seen.add(key)).flatMap((key) => this.#importers.get(key) ?? []);
      const root = level.find(({ source }) => this.#roots.has(this.#pathOf(source)));
      if (root !== undefined) return root;
      keys = [...new Set(level.map(({ source }) => this.#pathOf(source)))].filter((key) => !seen.has(key));
    }
    return undefined;
  }

  #add(source: number, { specifier, line, column }: Written, target: number | undefined): void {
    const add = (key: string, inferred: boolean): unknown =>
      madeOnce(this.#importers, key, () => []).push({ source, line, column, inferred });
    if (target !== undefined) add(this.#pathOf(target), false);
    else if (!specifier.startsWith(".")) {
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

  #pathOf(source: number): string {
    return this.#sources[source]?.path ?? "";
  }
}
