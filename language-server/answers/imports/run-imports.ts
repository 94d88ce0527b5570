import { createHash } from "node:crypto";
import type { Analysis } from "../../analysis/analyse.ts";
import { GraphModules } from "../../analysis/import-costs/graph-modules.ts";
import type { ImportCandidate } from "../../analysis/import-costs/has-imports.ts";
import { type ImportCost, type ImportCosts, importCosts } from "../../analysis/import-costs/import-costs.ts";
import { Importers } from "../../analysis/import-costs/importers.ts";
import { writtenImports } from "../../analysis/import-costs/written-imports.ts";
import type { Selected } from "../../analysis/selection/selections.ts";
import { inPackage, packageOf } from "../../analysis/sources/package-name.ts";
import { uniqueEnds } from "../../analysis/sources/path-ends.ts";
import type { SourcePosition, SourceProfile } from "../../analysis/sources/source-profile.ts";
import type { Line, Share, Ticks } from "../../analysis/units.ts";
import { picked } from "../../analysis/collections.ts";
import type { ThreadImports } from "../../history/imports/run-imports.ts";
import { UnsampledModules } from "./unsampled-modules.ts";

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
  /** The end of the place's path that is no other importing module's; "" for an entry. */
  readonly placeEnd: string;
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
  /** How many it imports first of which no sample was taken. */
  readonly unsampled: number;
}

export interface ImportsAnswer {
  /** Dearest first; `parent` is an index in this list. */
  readonly rows: readonly ImportView[];
  /** How many others there are. */
  readonly more: number;
  /** How many were loaded without a sample. */
  readonly unsampled: number;
  /** Of all modules, also those that are not listed. */
  readonly totalTicks: Ticks;
  readonly ownTicks: Ticks;
  readonly loadTicks: Ticks;
}

/** One module, why it is loaded, and who else imports it. */
export interface ImportChain {
  /** From the entry to the module. */
  readonly chain: readonly ImportView[];
  /** Where other files first import it; that cost nothing more, as it was loaded. As the run's graph has it, and the kept texts. */
  readonly alsoBy: readonly ImportPlace[];
  readonly moreAlso: number;
}

/** An import that takes less of the busy time is not worth a try. */
const leastCandidate: Share = 0.05;
/** Most of the dearest are used at once, and each is a start of the app. */
const mostCandidates = 8;
const mostImporters = 500;
const mostChains = 20;
/** Beside one of several modules. */
const mostNamedImporters = 20;

/** What is selected of a run by the modules that were loaded, whatever its filter hides. */
export class RunImports {
  readonly #analysis: Analysis;
  readonly #selected: Selected;
  readonly #profile: SourceProfile;
  #costs: ImportCosts | undefined;
  #known: Importers | undefined;
  #sources: ReadonlySet<number> | undefined;
  readonly #graphs: readonly ThreadImports[];
  #unsampledModules: UnsampledModules | undefined;
  #ends: ((path: string) => string) | undefined;

  /** `graphs`: of all threads of the run that have one. */
  constructor(analysis: Analysis, selected: Selected, graphs: readonly ThreadImports[] = []) {
    [this.#analysis, this.#selected, this.#profile] = [analysis, selected, selected.whole.profile];
    const { threads } = selected.selection;
    this.#graphs = graphs.filter(({ thread }) => threads?.includes(thread) !== false);
  }

  rows(limit: number): ImportsAnswer {
    const { modules } = this.#found;
    const rows = modules.slice(0, limit).map((_, index) => this.#view(index));
    return { rows, more: modules.length - rows.length, unsampled: this.#unsampled.list.length, ...this.sums };
  }

  /** Of a module by its row; of -1 the entries, and what callbacks import. */
  children(parent: number, limit: number): ImportChildren {
    const { modules } = this.#found;
    const parents = new Set(modules.map((module) => module.parent));
    const all = modules.flatMap((module, row) => (module.parent === parent ? [row] : []));
    const left = all.slice(limit);
    return {
      rows: all.slice(0, limit).map((row) => ({ ...this.#view(row), row, hasImports: parents.has(row) || this.#hasUnsampled(row) })),
      unsampled: this.#unsampled.below(parent).length,
      more: left.length,
      moreTicks: left.reduce((sum, row) => sum + (modules[row]?.totalTicks ?? 0), 0),
    };
  }

  /** The same of modules without samples, in the order of evaluation. */
  unsampledBelow(parent: number, limit: number): ImportChildren {
    const all = this.#unsampled.below(parent);
    const rows = all.slice(0, limit).map((row) => ({ ...this.#view(row), row, hasImports: this.#hasUnsampled(row) }));
    return { rows, unsampled: 0, more: all.length - rows.length, moreTicks: 0 };
  }

  /** All modules without samples. */
  unsampledRows(limit: number): readonly number[] {
    const { modules } = this.#found;
    return this.#unsampled.list.slice(0, limit).map((_, index) => modules.length + index);
  }

  #hasUnsampled(row: number): boolean {
    return this.#unsampled.below(row).length > 0;
  }

  get sums(): Pick<ImportsAnswer, "totalTicks" | "ownTicks" | "loadTicks"> {
    const { modules, totalTicks } = this.#found;
    const loadTicks = modules.reduce((sum, each) => sum + each.loadTicks, 0);
    return { totalTicks, ownTicks: totalTicks - loadTicks, loadTicks };
  }

  /** Of a row of `rows` or `unsampledRows`; undefined if there is none. `most`: of others that import it. */
  chain(row: number, most = mostImporters): ImportChain | undefined {
    const cost = this.#found.modules[row];
    if (cost === undefined && this.#unsampled.at(row) === undefined) return undefined;
    const chain: ImportView[] = [];
    const seen = new Set<number>();
    for (let at = row; at !== -1 && !seen.has(at); at = chain[0]?.parent ?? -1) {
      seen.add(at);
      chain.unshift(this.#view(at));
    }
    const written = cost === undefined || cost.source === -1 ? [] : this.#importers.of(cost.source).map((place) => this.#placeOf(place));
    const all = [...this.#unsampled.importsOf(row).map(({ path, line, isInferred }) => ({ path, line, isInferred })), ...written];
    const already = new Set([chain.at(-1)?.place?.path]);
    // Of several places in a file the first.
    const places = all.filter(({ path }) => already.size < already.add(path).size);
    return { chain, alsoBy: places.slice(0, most), moreAlso: Math.max(0, places.length - most) };
  }

  /** Imports in own code whose modules might be loaded later, dearest first: others take too little to be worth a try. */
  get candidates(): readonly ImportCandidate[] {
    const { modules } = this.#found;
    const leastTicks = leastCandidate * this.#selected.whole.costs.busyTicks;
    const rows = modules.flatMap(({ place, specifier, totalTicks, source }, row) => {
      const isOwn = place !== undefined && this.#profile.sources[place.source]?.category === "own";
      // Node has loaded more of its own modules for it.
      if (!isMeant(specifier, this.#profile.sources[source]?.path ?? "")) return [];
      return isOwn && place.line > 0 && specifier !== "" && source !== -1 && totalTicks >= leastTicks ? [row] : [];
    });
    return rows.slice(0, mostCandidates).map((row, _, all) => {
      const { name, specifier, place } = this.#view(row);
      const text = this.#analysis.textOf(modules[row]?.place?.source ?? -1);
      const within: number[] = [];
      for (let at = modules[row]?.parent ?? -1; at !== -1; at = modules[at]?.parent ?? -1)
        if (all.includes(at)) within.push(all.indexOf(at));
      return {
        path: place?.path ?? "",
        line: place?.line ?? 0,
        specifier,
        name,
        within,
        hash: text === undefined ? "" : createHash("sha256").update(text).digest("hex"),
      };
    });
  }

  /** Those that a line imports first, dearest first. */
  at({ path, line }: ImportPlace): readonly ImportChain[] {
    const { sources } = this.#profile;
    return this.#chainsWhere(({ place }) => place?.line === line && sources[place.source]?.path === path);
  }

  /** Modules of a package, of a file by the end of its path, or as they are written, dearest first. */
  named(name: string): readonly ImportChain[] {
    const found = this.#chainsWhere((module) => {
      const { source, specifier } = module;
      const led = this.#sourceOf(module);
      if (source === -1 && this.#loaded.has(led)) return false;
      return specifier === name || isCalled(this.#profile.sources[led]?.path ?? "", name);
    });
    const { modules } = this.#found;
    const without = this.#unsampled.list.flatMap(({ path }, index) => (isCalled(path, name) ? [modules.length + index] : []));
    return [...found, ...this.#chainsOf(without)].slice(0, mostChains);
  }

  /** Whether code of that name has samples, though none of its import: a part of a bundle. */
  hasCode(name: string): boolean {
    return this.#profile.sources.some(({ path }) => isCalled(path, name));
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
    return this.#chainsOf(rows);
  }

  #chainsOf(rows: readonly number[]): readonly ImportChain[] {
    return rows.slice(0, mostChains).flatMap((row) => this.chain(row, mostNamedImporters) ?? []);
  }

  get #unsampled(): UnsampledModules {
    const { sources } = this.#profile;
    const { placeOf, fileOf } = this.#analysis;
    return (this.#unsampledModules ??= new UnsampledModules(
      new GraphModules(this.#graphs, { sources, placeOf, fileOf }),
      this.#found.modules,
    ));
  }

  #view(row: number): ImportView {
    const module = this.#found.modules[row];
    if (module === undefined) return this.#unsampledView(row);
    const { specifier, place, totalTicks, ownTicks, loadTicks } = module;
    const source = this.#sourceOf(module);
    const path = this.#profile.sources[source]?.path ?? this.#unsampled.pathOf(module);
    return {
      ...picked(module, "parent", "specifier", "totalTicks", "ownTicks", "loadTicks", "samples"),
      name: path === undefined ? specifier : inPackage(path),
      path,
      isLater: module.source === -1 && this.#loaded.has(source),
      place: place && { ...this.#placeOf(place), isInferred: module.isInferred },
      placeEnd: place === undefined ? "" : this.#endOf(this.#placeOf(place).path),
      // Sums of weights may differ in their last digits.
      importsTicks: Math.max(0, totalTicks - ownTicks - loadTicks),
    };
  }

  #unsampledView(row: number): ImportView {
    const { path = "", first, parent = -1 } = this.#unsampled.at(row) ?? {};
    const nothing = { totalTicks: 0, ownTicks: 0, loadTicks: 0, samples: 0, importsTicks: 0 };
    const place = first && picked(first, "path", "line", "isInferred");
    const placeEnd = place === undefined ? "" : this.#endOf(place.path);
    return { ...nothing, parent, specifier: "", name: inPackage(path), path, isLater: false, place, placeEnd };
  }

  #endOf(path: string): string {
    const { sources } = this.#profile;
    const importing = (): readonly string[] => [
      ...this.#found.modules.flatMap(({ place }) => (place === undefined ? [] : [sources[place.source]?.path ?? ""])),
      ...this.#unsampled.list.flatMap(({ first }) => first?.path ?? []),
    ];
    return (this.#ends ??= uniqueEnds(importing()))(path);
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

/** Whether a file or package goes by a name. */
function isCalled(path: string, name: string): boolean {
  return path === name || path.endsWith(`/${name}`) || (packageOf(path) ?? "") === name;
}

/** Of Node's own modules an import means the one that it names. */
function isMeant(specifier: string, path: string): boolean {
  return !path.startsWith("node:") || path === `node:${specifier.replace(/^node:/, "")}`;
}
