import { grouped, madeOnce } from "../../collections.ts";
import { FoundModules, type ModuleFiles } from "../../imports/found-modules.ts";
import { type CompiledCode, type ImportGraph, importGraph } from "../../imports/import-graph.ts";
import { mostEdges, scriptStarts } from "../../imports/module-graph.ts";
import { type ImportEdge, ResolvedImports } from "../../imports/resolved-imports.ts";
import { certainties, functionKinds, type Position, type Profile } from "../../profile/profile.ts";
import { withoutUnused } from "../../profile/used-rows.ts";
import { type BodyAround, bodiesAround } from "../../syntax/bodies-around.ts";
import { TextPositions } from "../../syntax/text-positions.ts";
import { ProfileTables } from "../profile-tables.ts";
import type { ModuleCode } from "./log-modules.ts";
import { ModuleFrames } from "./module-frames.ts";

/** Of a profile that lacks imports. */
export interface ProfileModules {
  /** Text of a row of the profile's scripts. */
  readonly textOf: (script: number) => string | undefined;
  /** URLs of ES modules that are known to have run, with or without samples. */
  readonly loaded: readonly string[];
}

/**
 * Puts the imports that had modules evaluated below them in a profile that does not show which was loaded when: by the graph of the imports
 * alone, so inferred.
 */
export function withImports(profile: Profile, { textOf, loaded }: ProfileModules, files: ModuleFiles): Profile {
  const { rows, starts } = scriptStarts(profile);
  const found = rows.map((row) => ({ url: profile.scripts.url[row] as string, text: textOf(row) ?? "" }));
  const modules = new FoundModules(found, loaded, files);
  const { edges } = new ResolvedImports(modules, (module) => modules.lexed(module).imports, files, mostEdges);
  if (edges.length === 0) return profile;
  const { tables, rowOf } = tablesOf(profile);
  const code = new ProfileCode(profile, tables, rows, starts, modules);
  const frames = new ModuleFrames(
    { at: (module, offset) => code.positionAt(module, offset) },
    { ifKnown: (func) => func, of: (func) => func, scripts: [] },
    tables,
    {
      scripts: [...modules.paths.keys()],
      copies: [],
      json: [],
      required: () => ({ first: new Map(), edges: [] }),
      graph: graphOf(modules.paths.length, edges, code),
      code,
    },
  );
  const { stack, recorded } = profile.samples;
  const placed = (row: number): number => (row < 0 ? row : frames.of(rowOf[row] as number));
  const samples = { ...profile.samples, stack: stack.map(placed), recorded: recorded?.map(placed) };
  const { scripts, ...rest } = tables.finish();
  const hash = scripts.url.map((_url, row) => profile.scripts.hash[row] ?? "");
  return withoutUnused({ ...profile, ...rest, scripts: { url: scripts.url, hash }, samples });
}

interface Tables {
  readonly tables: ProfileTables;
  /** The row in `tables` of each of the profile's stacks. */
  readonly rowOf: Int32Array;
}

function tablesOf({ scripts, functions, stacks }: Profile): Tables {
  const tables = new ProfileTables();
  for (const url of scripts.url) tables.addScript(url);
  functions.name.forEach((name, func) => {
    const kind = functionKinds[functions.kind[func] as number] ?? "native";
    tables.addFunction(name, functions.script[func] as number, functions.line[func] as number, functions.column[func] as number, kind);
  });
  const rowOf = new Int32Array(stacks.prefix.length);
  for (let row = 0; row < rowOf.length; row++) {
    const certainty = certainties[stacks.certainty[row] as number] ?? "unknown";
    const place = tables.place(stacks.func[row] as number, stacks.line[row] as number, stacks.column[row] as number, certainty);
    const prefix = stacks.prefix[row] as number;
    rowOf[row] = tables.stackOf(prefix < 0 ? -1 : (rowOf[prefix] as number), place);
  }
  return { tables, rowOf };
}

/** Which import had each module evaluated, where only the graph shows it: importers come before what they import. */
function graphOf(count: number, edges: readonly ImportEdge[], code: CompiledCode): ImportGraph {
  const order = importersFirst(count, edges);
  const rank = new Map(order.map((module, at) => [module, at]));
  const at = (module: number): number => rank.get(module) as number;
  const ordered = edges.map((edge): ImportEdge => ({ ...edge, from: at(edge.from), to: at(edge.to), isInferred: true }));
  const inOrder: CompiledCode = {
    rankAt: (module, offset) => code.rankAt(order[module] as number, offset),
    rankOf: (module) => code.rankOf(order[module] as number),
    isModule: (module) => code.isModule(order[module] as number),
  };
  const graph = importGraph(count, ordered, [], inOrder);
  const first = new Int32Array(count);
  for (const [index, module] of order.entries()) first[module] = graph.first[index] as number;
  const named = (index: number): number => order[index] as number;
  return {
    first,
    edges: graph.edges.map((edge): ImportEdge => ({ ...edge, from: named(edge.from), to: named(edge.to) })),
    order: graph.order.map(named),
  };
}

/** All modules, each after the first that leads to it. */
function importersFirst(count: number, edges: readonly ImportEdge[]): readonly number[] {
  const outward = grouped(edges, ({ from }) => from);
  const imported = new Set(edges.map(({ to }) => to));
  const all = [...Array(count).keys()];
  const isSeen = new Uint8Array(count);
  const order: number[] = [];
  const see = (module: number): void => {
    if (isSeen[module] === 0) order.push(module);
    isSeen[module] = 1;
  };
  let next = 0;
  for (const root of [...all.filter((module) => !imported.has(module)), ...all]) {
    see(root);
    for (; next < order.length; next++) for (const { to } of outward.get(order[next] as number) ?? []) see(to);
  }
  return order;
}

/** The functions of a profile's modules. Those of modules without samples are added to its tables. */
class ProfileCode implements ModuleCode {
  readonly #profile: Profile;
  readonly #tables: ProfileTables;
  readonly #rows: readonly number[];
  readonly #modules: FoundModules;
  readonly #tops = new Map<number, number>();
  readonly #positions = new Map<number, TextPositions>();
  readonly #dynamic = new Map<number, ReadonlyMap<number, BodyAround | undefined>>();
  readonly #functions: ReadonlyMap<number, readonly number[]>;
  readonly #hasColumns: boolean;

  /** `rows`: of the scripts of the first modules. `starts`: the modules of the functions that are whole scripts. */
  constructor(
    profile: Profile,
    tables: ProfileTables,
    rows: readonly number[],
    starts: ReadonlyMap<number, number>,
    modules: FoundModules,
  ) {
    this.#profile = profile;
    this.#tables = tables;
    this.#rows = rows;
    this.#modules = modules;
    for (const [func, module] of starts) if (!this.#tops.has(module)) this.#tops.set(module, func);
    this.#functions = grouped([...profile.functions.name.keys()], (func) => profile.functions.script[func] as number);
    this.#hasColumns = profile.stacks.column.some((column) => column !== -1);
  }

  isModule(module: number): boolean {
    return this.#modules.lexed(module).isModule;
  }

  topsOf(module: number): readonly number[] {
    const top = this.#tops.get(module);
    return top === undefined ? [] : [top];
  }

  topOf(module: number): number {
    return madeOnce(this.#tops, module, () => {
      const row = this.#rows[module] ?? this.#tables.addScript(this.#modules.modules[module]?.url ?? "");
      return this.#tables.addFunction("", row, 1, 0, "script");
    });
  }

  /** When it was compiled is not known. */
  rankOf(): number {
    return Infinity;
  }

  rankAt(module: number, offset: number): number {
    const bodies = madeOnce(this.#dynamic, module, () => this.#bodiesIn(module));
    const body = bodies.get(offset);
    if (body === undefined) return -1;
    const after = body.isInArrow ? body.arrowAfter : body.outer;
    const before = body.isInArrow ? offset : body.brace;
    // One without samples counts for its module.
    return before < 0 ? this.topOf(module) : (this.#startedIn(module, after, before) ?? this.topOf(module));
  }

  positionAt(module: number, offset: number): Position {
    const { line, column } = this.#positionsOf(module).at(offset);
    return { line, column: this.#hasColumns ? column : -1 };
  }

  /** The last of the module's functions that starts between two offsets. */
  #startedIn(module: number, after: number, before: number): number | undefined {
    const { line, column } = this.#profile.functions;
    const positions = this.#positionsOf(module);
    const started = (this.#functions.get(this.#rows[module] ?? -1) ?? []).flatMap((func): readonly { func: number; at: number }[] => {
      const at = positions.offset({ line: line[func] as number, column: column[func] as number });
      return at !== undefined && at > after && at <= before && func !== this.#tops.get(module) ? [{ func, at }] : [];
    });
    return started.toSorted((a, b) => b.at - a.at)[0]?.func;
  }

  #bodiesIn(module: number): ReadonlyMap<number, BodyAround | undefined> {
    const { imports } = this.#modules.lexed(module);
    const offsets = imports.flatMap(({ offset, isDynamic }) => (isDynamic ? [offset] : []));
    const bodies = bodiesAround(this.#modules.modules[module]?.text ?? "", offsets);
    return new Map(offsets.map((offset, index) => [offset, bodies[index]]));
  }

  #positionsOf(module: number): TextPositions {
    return madeOnce(this.#positions, module, () => new TextPositions(this.#modules.modules[module]?.text ?? ""));
  }
}
