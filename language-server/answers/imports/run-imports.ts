import type { Analysis } from "../../analysis/analyse.ts";
import { type ImportCost, type ImportCosts, importCosts } from "../../analysis/import-costs/import-costs.ts";
import { Importers } from "../../analysis/import-costs/importers.ts";
import { writtenImports } from "../../analysis/import-costs/written-imports.ts";
import type { Selected } from "../../analysis/selection/selections.ts";
import { packageOf } from "../../analysis/sources/package-name.ts";
import type { SourcePosition, SourceProfile } from "../../analysis/sources/source-profile.ts";
import type { Line, Ticks } from "../../analysis/units.ts";
import { picked } from "../../analysis/picked.ts";

export interface ImportPlace {
  readonly path: string;
  /** 0 if unknown. */
  readonly line: Line;
  /** Inferred from the text: shown with ≈. */
  readonly isInferred?: boolean | undefined;
}

/** A module with what its first import cost. */
export interface ImportView extends Pick<ImportCost, "parent" | "specifier" | "totalTicks" | "ownTicks" | "loadTicks" | "samples"> {
  /** Package with the file in it; else the file's path; else as it is written; "" if that is not known either. */
  readonly name: string;
  /** Undefined if none of its code was seen running, and it is not known otherwise. */
  readonly path: string | undefined;
  /** Another place had it loaded before: what is left is finding it. */
  readonly isLater: boolean;
  /** Where it is imported; undefined for an entry. */
  readonly place: ImportPlace | undefined;
  /** What its own imports cost. */
  readonly importsTicks: Ticks;
}

/** A module among those that another one imports. */
interface ImportChild extends ImportView {
  /** Names it in `chain` and `children`. */
  readonly row: number;
  readonly hasImports: boolean;
}

/** What one module imports first, dearest first, and what was left out. */
export interface ImportChildren {
  readonly rows: readonly ImportChild[];
  readonly more: number;
  readonly moreTicks: Ticks;
}

export interface ImportsAnswer {
  /** Dearest first; `parent` is an index in this list. */
  readonly rows: readonly ImportView[];
  /** How many others there are. */
  readonly more: number;
  /** Of all modules, also those that are not listed. */
  readonly totalTicks: Ticks;
  readonly ownTicks: Ticks;
  readonly loadTicks: Ticks;
}

/** One module, why it is loaded, and who else imports it. */
export interface ImportChain {
  /** From the entry to the module. */
  readonly chain: readonly ImportView[];
  /** Where other files first import it, as written; that cost nothing more, as it was loaded. At most `mostImporters`. */
  readonly alsoBy: readonly ImportPlace[];
  readonly moreAlso: number;
}

const mostImporters = 20;
const mostChains = 20;

/** What is selected of a run by the modules that were loaded, whatever its filter hides. */
export class RunImports {
  readonly #analysis: Analysis;
  readonly #profile: SourceProfile;
  #costs: ImportCosts | undefined;
  #known: Importers | undefined;
  #sources: ReadonlySet<number> | undefined;

  constructor(analysis: Analysis, selected: Selected) {
    [this.#analysis, this.#profile] = [analysis, selected.whole.profile];
  }

  rows(limit: number): ImportsAnswer {
    const { modules } = this.#found;
    const rows = modules.slice(0, limit).map((_, index) => this.#view(index));
    return { rows, more: modules.length - rows.length, ...this.sums };
  }

  /** Of a module by its row; of -1 the entries, and what callbacks import. */
  children(parent: number, limit: number): ImportChildren {
    const { modules } = this.#found;
    const parents = new Set(modules.map((module) => module.parent));
    const all = modules.flatMap((module, row) => (module.parent === parent ? [row] : []));
    const left = all.slice(limit);
    return {
      rows: all.slice(0, limit).map((row) => ({ ...this.#view(row), row, hasImports: parents.has(row) })),
      more: left.length,
      moreTicks: left.reduce((sum, row) => sum + (modules[row]?.totalTicks ?? 0), 0),
    };
  }

  get sums(): Pick<ImportsAnswer, "totalTicks" | "ownTicks" | "loadTicks"> {
    const { modules, totalTicks } = this.#found;
    const loadTicks = modules.reduce((sum, each) => sum + each.loadTicks, 0);
    return { totalTicks, ownTicks: totalTicks - loadTicks, loadTicks };
  }

  /** Of a row of `rows`; undefined if there is none. */
  chain(row: number): ImportChain | undefined {
    const module = this.#found.modules[row];
    if (module === undefined) return undefined;
    const chain: ImportView[] = [];
    for (let at = row; at !== -1; at = this.#found.modules[at]?.parent ?? -1) chain.unshift(this.#view(at));
    const others = module.source === -1 ? [] : this.#importers.of(module.source).filter(({ source }) => source !== module.place?.source);
    const places = [...new Map(others.toReversed().map((place) => [place.source, this.#placeOf(place)])).values()].toReversed();
    return { chain, alsoBy: places.slice(0, mostImporters), moreAlso: Math.max(0, places.length - mostImporters) };
  }

  /** Those that a line imports first, dearest first. */
  at({ path, line }: ImportPlace): readonly ImportChain[] {
    const { sources } = this.#profile;
    return this.#chainsWhere(({ place }) => place?.line === line && sources[place.source]?.path === path);
  }

  /** Modules of a package, of a file by the end of its path, or as they are written, dearest first. */
  named(name: string): readonly ImportChain[] {
    return this.#chainsWhere((module) => {
      const { source, specifier } = module;
      const led = this.#sourceOf(module);
      if (source === -1 && this.#loaded.has(led)) return false;
      const path = this.#profile.sources[led]?.path ?? "";
      return specifier === name || path === name || path.endsWith(`/${name}`) || (packageOf(path) ?? "") === name;
    });
  }

  get #importers(): Importers {
    return (this.#known ??= new Importers(this.#profile, this.#analysis.textOf, this.#found));
  }

  /** Sources of modules that were seen running. */
  get #loaded(): ReadonlySet<number> {
    return (this.#sources ??= new Set(this.#found.modules.flatMap(({ source }) => (source === -1 ? [] : [source]))));
  }

  get #found(): ImportCosts {
    return (this.#costs ??= this.#withLines(importCosts(this.#profile, writtenImports(this.#analysis.textOf))));
  }

  #chainsWhere(isMeant: (module: ImportCost) => boolean): readonly ImportChain[] {
    const rows = this.#found.modules.flatMap((module, row) => (isMeant(module) ? [row] : [])).slice(0, mostChains);
    return rows.flatMap((row) => this.chain(row) ?? []);
  }

  #view(row: number): ImportView {
    const module = this.#found.modules[row] as ImportCost;
    const { specifier, place, totalTicks, ownTicks, loadTicks } = module;
    const source = this.#sourceOf(module);
    const path = this.#profile.sources[source]?.path;
    return {
      ...picked(module, "parent", "specifier", "totalTicks", "ownTicks", "loadTicks", "samples"),
      name: path === undefined ? specifier : inPackage(path),
      path,
      isLater: module.source === -1 && this.#loaded.has(source),
      place: place && { ...this.#placeOf(place), isInferred: module.isInferred },
      // Sums of weights may differ in their last digits.
      importsTicks: Math.max(0, totalTicks - ownTicks - loadTicks),
    };
  }

  /** Also of a module without samples of its own, if it is known where the import leads. */
  #sourceOf({ source, specifier, place }: ImportCost): number {
    if (source !== -1 || specifier === "" || place === undefined) return source;
    return this.#importers.target(place.source, specifier) ?? -1;
  }

  /** Recorders that do not know the lines of callers leave them to the text. */
  #withLines(costs: ImportCosts): ImportCosts {
    const importers = new Importers(this.#profile, this.#analysis.textOf, costs);
    const modules = costs.modules.map((module): ImportCost => {
      const { place, source } = module;
      if (place === undefined || place.line > 0 || source === -1) return module;
      const written = importers.onlyPlace(place.source, source);
      return written === undefined ? module : { ...module, place: written, specifier: written.specifier, isInferred: true };
    });
    return { ...costs, modules };
  }

  #placeOf({ source, line }: Pick<SourcePosition, "source" | "line">): ImportPlace {
    return { path: this.#profile.sources[source]?.path ?? "", line };
  }
}

/** `@scope/name/lib/index.js` of a path in a package; other paths are as they are. */
function inPackage(path: string): string {
  return packageOf(path) === undefined ? path : path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
