import { checkStop } from "../budget.ts";
import { certainties, functionKinds } from "../profile/profile.ts";
import type { SourcePosition, SourceProfile, SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";
import { type ModuleRows, moduleRows } from "./module-rows.ts";
import type { WrittenImport } from "./written-imports.ts";

const inferred = certainties.indexOf("inferred");

/** A module where it was imported first, with all that this cost. */
export interface ImportCost {
  /** Index among the costs of the module that imports it; -1 for an entry, and where a callback imports. */
  readonly parent: number;
  /** Index of its source; -1 if none of its code was seen running. */
  readonly source: number;
  /** As written where it is imported; "" if that is not a literal or not known. */
  readonly specifier: string;
  /** Where it is imported; undefined for an entry. */
  readonly place: SourcePosition | undefined;
  /** The line of `place` was inferred: shown with ≈. */
  readonly isInferred?: boolean | undefined;
  /** `ownTicks`, `loadTicks` and what its own imports cost. */
  readonly totalTicks: Ticks;
  /** Its top level, and what that called. */
  readonly ownTicks: Ticks;
  /** Finding, reading and compiling it. */
  readonly loadTicks: Ticks;
  /** Samples of the total. */
  readonly samples: number;
}

export interface ImportCosts {
  /** Dearest first; a module is behind the one that imports it. */
  readonly modules: readonly ImportCost[];
  readonly totalTicks: Ticks;
}

/** What loading each module cost, by the stacks: whoever imports a module first pays, later imports of it cost nothing. */
export function importCosts(profile: SourceProfile, written: WrittenImport): ImportCosts {
  const found = new FoundImports(written);
  for (const thread of profile.threads) addThread(profile, thread, found);
  return found.costs();
}

interface Found {
  readonly parent: number;
  readonly source: number;
  readonly place: SourcePosition | undefined;
  readonly specifier: string;
  readonly isInferred: boolean;
  own: Ticks;
  load: Ticks;
  samples: number;
}

class FoundImports {
  readonly written: WrittenImport;
  readonly list: Found[] = [];
  readonly #known = new Map<string, number>();

  constructor(written: WrittenImport) {
    this.written = written;
  }

  add(parent: number, source: number, place: SourcePosition | undefined, isInferred = false): number {
    const key = [parent, source, place?.source, place?.line, place?.column].join(" ");
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const specifier = (place && this.written(place.source, place.line, place.column)) ?? "";
    const index = this.list.push({ parent, source, place, specifier, isInferred, own: 0, load: 0, samples: 0 }) - 1;
    this.#known.set(key, index);
    return index;
  }

  costs(): ImportCosts {
    this.#nameUnseen();
    const totals = this.list.map(({ own, load }) => own + load);
    const samples = this.list.map((each) => each.samples);
    for (let index = totals.length - 1; index >= 0; index--) {
      const { parent } = this.list[index] as Found;
      if (parent === -1) continue;
      totals[parent] = (totals[parent] as number) + (totals[index] as number);
      samples[parent] = (samples[parent] as number) + (samples[index] as number);
    }
    const order = [...totals.keys()].filter((index) => (samples[index] as number) > 0);
    order.sort((a, b) => (totals[b] as number) - (totals[a] as number) || a - b);
    const rank = new Map(order.map((index, at) => [index, at]));
    const modules = order.map((index): ImportCost => {
      const { parent, source, specifier, place, isInferred, own, load } = this.list[index] as Found;
      const ticks = { totalTicks: totals[index] as number, ownTicks: own, loadTicks: load, samples: samples[index] as number };
      return { parent: rank.get(parent) ?? -1, source, specifier, place, ...(isInferred ? { isInferred } : {}), ...ticks };
    });
    const totalTicks = modules.reduce((sum, { parent, totalTicks }) => (parent === -1 ? sum + totalTicks : sum), 0);
    return { modules, totalTicks };
  }

  /** A thread that has no sample of a module's code, only of loading it, learns from another thread what the import leads to. */
  #nameUnseen(): void {
    const seen = new Map<string, Found[]>();
    for (const each of this.list) if (each.source !== -1) seen.set(importKey(each), [...(seen.get(importKey(each)) ?? []), each]);
    for (const each of this.list) {
      const [only, second] = (each.source === -1 && seen.get(importKey(each))) || [];
      if (only === undefined || second !== undefined) continue;
      only.load += each.load;
      only.samples += each.samples;
      [each.load, each.samples] = [0, 0];
    }
  }
}

function importKey({ parent, place }: Pick<Found, "parent" | "place">): string {
  return [parent, place?.source, place?.line, place?.column].join(" ");
}

function addThread(profile: SourceProfile, { stacks, samples }: SourceThread, found: FoundImports): void {
  const placeOf = (row: number): SourcePosition => {
    const source = stacks.source[row] as number;
    const ran = profile.functions.source[stacks.func[row] as number] as number;
    return { source: source === -1 ? ran : source, line: stacks.line[row] as number, column: stacks.column[row] as number };
  };
  const isWritten = (row: number): boolean => {
    const { source, line, column } = placeOf(row);
    return found.written(source, line, column) !== undefined;
  };
  const rows = moduleRows(profile, stacks, isWritten);
  const isNamed = namedModules(profile, found);
  const { nodes, entered } = modulesOfRows(profile, stacks, rows, found, placeOf, isNamed);
  const { module, user, importer, loads } = rows;
  const [compile, idle] = [functionKinds.indexOf("compile"), functionKinds.indexOf("idle")];
  /** From the end: which module is evaluated next from an import; -1: an entry. */
  const next = new ByImport(stacks);
  let seen = -1;
  for (let sample = samples.stack.length - 1; sample >= 0; sample--) {
    checkStop(sample);
    const row = samples.stack[sample] as number;
    if (row === -1) continue;
    const inside = module[row] as number;
    if (inside !== seen) {
      for (let at = inside; at !== -1; at = below(at, stacks.prefix, module))
        next.set(importer[at] as number, nodes.get(at) as number, isNamed);
      seen = inside;
    }
    const kind = profile.functions.kind[stacks.func[row] as number] as number;
    if (kind === idle) continue;
    const from = user[row] as number;
    const isInNode = inside !== -1 && user[inside] !== inside;
    const isImporting =
      from === -1 ? kind === compile : from !== row && (entered.hasFrame(from) || (kind === compile && entered.has(from)));
    const isLoading = !isInNode && (loads[row] === 1 || isImporting);
    let node = inside === -1 ? -1 : (nodes.get(inside) as number);
    if (isLoading) {
      const loaded = next.get(from) ?? entered.get(from);
      if (loaded === undefined && from === -1) continue;
      node = loaded ?? found.add(node, -1, placeOf(from), stacks.certainty[from] === inferred);
    }
    if (node === -1) continue;
    const cost = found.list[node] as Found;
    const ticks = samples.weight === undefined ? 1 : (samples.weight[sample] as number);
    cost[isLoading ? "load" : "own"] += ticks;
    cost.samples++;
  }
}

/** Whether a node is what its import names: ES modules have those of Node.js evaluated that they import while they are read themselves. */
function namedModules({ sources }: SourceProfile, { list }: FoundImports): (node: number) => boolean {
  return (node) => {
    const { source, specifier } = list[node] as Found;
    const path = sources[source]?.path ?? "";
    return specifier === "" || !path.startsWith("node:") || path === `node:${specifier.replace(/^node:/, "")}`;
  };
}

/** Modules by the rows that import them, else by the frames of these: while a module is loaded, less of its callers may be known than later. */
class ByImport {
  readonly #frames: Int32Array;
  readonly #byRow = new Map<number, number>();
  readonly #byFrame = new Map<number, number>();

  constructor({ frame }: Pick<SourceThread["stacks"], "frame">) {
    this.#frames = frame;
  }

  /** A module that is not named there only counts where no other one is known. */
  set(row: number, node: number, isNamed: (node: number) => boolean): void {
    if (this.get(row) !== undefined && !isNamed(node)) return;
    this.#byRow.set(row, node);
    if (row !== -1) this.#byFrame.set(this.#frameOf(row), node);
  }

  get(row: number): number | undefined {
    return this.#byRow.get(row) ?? (row === -1 ? undefined : this.#byFrame.get(this.#frameOf(row)));
  }

  has(row: number): boolean {
    return this.#byRow.has(row);
  }

  /** False without a line: the row may call anything. */
  hasFrame(row: number): boolean {
    return this.#frames[row] !== -1 && this.#byFrame.has(this.#frameOf(row));
  }

  /** A frame without a line is that of its row alone. */
  #frameOf(row: number): number {
    const frame = this.#frames[row] as number;
    return frame === -1 ? -2 - row : frame;
  }
}

/** The nodes of rows that are modules, and by what imports them a module that is evaluated from there. */
function modulesOfRows(
  { functions }: SourceProfile,
  stacks: SourceThread["stacks"],
  { module, importer }: ModuleRows,
  found: FoundImports,
  placeOf: (row: number) => SourcePosition,
  isNamed: (node: number) => boolean,
): { readonly nodes: ReadonlyMap<number, number>; readonly entered: ByImport } {
  const nodes = new Map<number, number>();
  const entered = new ByImport(stacks);
  const { prefix, func } = stacks;
  for (let row = 0; row < prefix.length; row++) {
    checkStop(row);
    if (module[row] !== row) continue;
    const around = below(row, prefix, module);
    const from = importer[row] as number;
    const parent = around === -1 ? -1 : (nodes.get(around) as number);
    const node = found.add(
      parent,
      functions.source[func[row] as number] as number,
      from === -1 ? undefined : placeOf(from),
      stacks.certainty[from] === inferred,
    );
    nodes.set(row, node);
    if (from !== -1) entered.set(from, node, isNamed);
  }
  return { nodes, entered };
}

/** The module that a module's row is in. */
function below(row: number, prefix: Int32Array, module: Int32Array): number {
  const caller = prefix[row] as number;
  return caller === -1 ? -1 : (module[caller] as number);
}
