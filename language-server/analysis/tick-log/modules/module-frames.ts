import type { ImportEdge } from "../../imports/resolved-imports.ts";
import type { FunctionRows } from "../function-rows.ts";
import type { ProfileTables } from "../profile-tables.ts";
import type { ScriptPositions } from "../script-positions.ts";
import type { JsonWork } from "./json-loads.ts";
import type { LoadedModules, RequiredFrom } from "./log-modules.ts";

/** What a frame is in the loading of modules. `loop`: V8's and Node's own way to the evaluation of a module, which differs between versions. */
type FrameRole = "code" | "loader" | "loop" | "node" | "native";

/** Packages that put themselves between a `require` and the module, and call it. */
const loaders =
  /\/node_modules\/(?:tsx|ts-node|ts-node-dev|@swc-node\/[^/]+|@swc\/register|@babel\/register|@esbuild-kit\/[^/]+|esbuild-register|pirates|sucrase|jiti|source-map-support)\//;
const loopScripts =
  /^node:internal\/(?:main\/|modules\/run_main$|modules\/esm\/module_job$|process\/(?:esm_loader|execution|task_queues|promises)$)/;
const loopBuiltins =
  /^(?:Async(?:Function|Generator)Await(?:Resolve|Reject)Closure|Generator\.prototype\.next|RunMicrotasks|.*ModuleWrap::Evaluate.*)$/;

/** Roles of functions, each found once. */
class FrameKinds {
  readonly #tables: ProfileTables;
  readonly #roles: FrameRole[] = [];

  constructor(tables: ProfileTables) {
    this.#tables = tables;
  }

  of(func: number): FrameRole {
    return (this.#roles[func] ??= this.#roleOf(func));
  }

  #roleOf(func: number): FrameRole {
    const { name, url } = this.#tables.functionAt(func);
    if (url === undefined) return loopBuiltins.test(name) ? "loop" : "native";
    if (url.startsWith("node:")) return loopScripts.test(url) ? "loop" : "node";
    return loaders.test(url.replaceAll("\\", "/")) ? "loader" : "code";
  }
}

/** More importers above each other than any app has; the nearest are kept. */
const mostImporters = 1000;

type ModulePositions = Pick<ScriptPositions, "at">;
type ModuleFunctions = Pick<FunctionRows, "ifKnown" | "of" | "scripts">;

/**
 * Puts the imports that had a module evaluated below its frames, where V8's stack only has its own loop: evaluation of ES modules is not a
 * call. Frames of a caller that is on the stack (`require` of an ES module) stay below them.
 */
export class ModuleFrames {
  readonly #positions: ModulePositions;
  readonly #functions: ModuleFunctions;
  readonly #tables: ProfileTables;
  readonly #modules: LoadedModules;
  readonly #kinds: FrameKinds;
  /** Modules by the row of the function that is their whole text. */
  readonly #byFunction = new Map<number, number>();
  /** Stack rows as they become; `unread` at first. */
  readonly #mapped: number[] = [];
  /** The nearest row of the app's own and its libraries' code, loaders excepted, at or below each row; -1 if there is none. */
  readonly #caller: number[] = [];
  readonly #hasCode: boolean[] = [];
  readonly #isNode: boolean[] = [];
  readonly #jsonWork: JsonWork[] = [];
  /** By ES module: the `require` that loaded it, as a stack has it. */
  readonly requires = new Map<number, RequiredFrom>();
  /** By module: the stack of imports below it where nothing else is. */
  readonly #chains = new Map<number, number>();

  constructor(positions: ModulePositions, functions: ModuleFunctions, tables: ProfileTables, modules: LoadedModules) {
    this.#positions = positions;
    this.#functions = functions;
    this.#tables = tables;
    this.#modules = modules;
    this.#kinds = new FrameKinds(tables);
    for (const script of modules.graph.order) {
      for (const top of modules.code.topsOf(script)) {
        const row = functions.ifKnown(top);
        if (row !== undefined && !this.#byFunction.has(row)) this.#byFunction.set(row, script);
      }
    }
  }

  /** The stack's row with the imports below its modules. */
  of(stack: number): number {
    for (let row = this.#mapped.length; row <= stack; row++) this.#map(row);
    return stack < 0 ? stack : (this.#mapped[stack] as number);
  }

  /** Whether a stack has code of the app, its libraries or loaders. `of` was called with it. */
  hasCode(stack: number): boolean {
    return this.#hasCode[stack] === true;
  }

  /** The same for Node's own code. */
  isNode(stack: number): boolean {
    return this.#isNode[stack] === true;
  }

  /** Whether a stack without code parses JSON that a module imports. `of` was called with it. */
  jsonWork(stack: number): JsonWork {
    return this.#jsonWork[stack];
  }

  /** The stack of work that was done to load a module, on top of the imports of that module; itself for an entry. */
  loading(module: number, stack: number): number {
    const chain = this.#chainOf(module);
    return chain < 0 ? this.of(stack) : this.#onTop(chain, stack);
  }

  #map(row: number): void {
    const below = this.#tables.prefixAt(row);
    const func = this.#tables.functionOf(row);
    const base = below < 0 ? -1 : (this.#mapped[below] as number);
    const module = this.#byFunction.get(func);
    const caller = below < 0 ? -1 : (this.#caller[below] as number);
    const role = this.#kinds.of(func);
    this.#hasCode.push(role === "code" || role === "loader" || (below >= 0 && this.#hasCode[below] === true));
    this.#isNode.push(role === "node" || (below >= 0 && this.#isNode[below] === true));
    this.#jsonWork.push(this.#jsonWorkAt(func, below));
    this.#caller.push(role === "code" ? row : caller);
    this.#mapped.push(module === undefined ? this.#onBase(row, base) : this.#moduleRow(module, row, caller, base));
  }

  #jsonWorkAt(func: number, below: number): JsonWork {
    const { name } = this.#tables.functionAt(func);
    const around = below < 0 ? undefined : this.#jsonWork[below];
    if (around === "certain" || name === "jsonStrategy") return "certain";
    const isCalledByLoop = below >= 0 && this.#kinds.of(this.#tables.functionOf(below)) === "loop";
    return around ?? (name === "JSON.parse" && isCalledByLoop ? "presumed" : undefined);
  }

  #onBase(row: number, base: number): number {
    return base === this.#tables.prefixAt(row) ? row : this.#tables.stackOf(base, this.#tables.placeAt(row));
  }

  #moduleRow(module: number, row: number, caller: number, base: number): number {
    const isModule = this.#modules.code.isModule(module);
    // A `require` of CommonJS is on the stack, and a module does not load itself.
    const isItself = caller >= 0 && this.#tables.functionOf(caller) === this.#tables.functionOf(row);
    if (isItself || (caller >= 0 && !isModule)) return this.#onBase(row, base);
    if (caller >= 0) this.#noteRequire(module, caller);
    const chain = caller < 0 ? this.#chainOf(module) : this.#chainOn(module, this.#mapped[caller] as number);
    if (chain < 0 && !isModule) return this.#onBase(row, base);
    return this.#tables.stackOf(isModule ? chain : this.#onTop(chain, this.#tables.prefixAt(row)), this.#tables.placeAt(row));
  }

  /** What code on the stack called is the module that no other one of its imports loaded first. */
  #noteRequire(module: number, caller: number): void {
    let root = module;
    let edge = this.#firstOf(root);
    for (; edge !== undefined && !edge.isDynamic; edge = this.#firstOf(root)) root = edge.from;
    const { script } = this.#tables.functionAt(this.#tables.functionOf(caller));
    const { line, column } = this.#tables.positionAt(caller);
    const from = this.#functions.scripts[script];
    if (edge === undefined && from !== undefined && line >= 1 && column >= 0 && !this.requires.has(root))
      this.requires.set(root, { from, line, column });
  }

  /** The frames of a stack, without V8's and Node's own loop, on top of another stack. */
  #onTop(base: number, stack: number): number {
    const places: number[] = [];
    for (let row = stack; row >= 0; row = this.#tables.prefixAt(row)) {
      if (this.#kinds.of(this.#tables.functionOf(row)) === "loop") break;
      places.push(this.#tables.placeAt(row));
    }
    let above = base;
    for (let at = places.length - 1; at >= 0; at--) above = this.#tables.stackOf(above, places[at] as number);
    return above;
  }

  #chainOf(module: number): number {
    const path: number[] = [];
    let at = module;
    while (!this.#chains.has(at) && path.length < mostImporters) {
      path.push(at);
      const edge = this.#firstOf(at);
      if (edge === undefined || !this.#isWhole(edge)) break;
      at = edge.from;
    }
    for (const one of path.toReversed()) {
      const edge = this.#firstOf(one);
      const base = edge !== undefined && this.#isWhole(edge) ? (this.#chains.get(edge.from) ?? -1) : -1;
      const place = edge === undefined ? -1 : this.#placeOf(edge);
      this.#chains.set(one, place < 0 ? -1 : this.#tables.stackOf(base, place));
    }
    return this.#chains.get(module) ?? -1;
  }

  /** The imports between a caller on the stack and the module: those of what it loaded. */
  #chainOn(module: number, caller: number): number {
    const places: number[] = [];
    let edge = this.#firstOf(module);
    while (edge !== undefined && !edge.isDynamic && places.length < mostImporters) {
      const place = this.#placeOf(edge);
      if (place >= 0) places.push(place);
      edge = this.#firstOf(edge.from);
    }
    let above = caller;
    for (let at = places.length - 1; at >= 0; at--) above = this.#tables.stackOf(above, places[at] as number);
    return above;
  }

  #firstOf(module: number): ImportEdge | undefined {
    return this.#modules.graph.edges[this.#modules.graph.first[module] ?? -1];
  }

  /** Whether the import is in the module's own code, whose importers are known, and not in a function of it. */
  #isWhole(edge: ImportEdge): boolean {
    return !edge.isDynamic || this.#modules.code.rankAt(edge.from, edge.offset) === this.#modules.code.topOf(edge.from);
  }

  #placeOf(edge: ImportEdge): number {
    const { code, scripts } = this.#modules;
    const func = edge.isDynamic ? code.rankAt(edge.from, edge.offset) : (code.topOf(edge.from) ?? -1);
    const at = this.#positions.at(scripts[edge.from] ?? -1, edge.offset);
    const row = func < 0 || at === undefined ? -1 : this.#functions.of(func);
    if (row < 0 || at === undefined) return -1;
    return this.#tables.place(row, at.line, at.column, edge.isInferred ? "inferred" : "exact");
  }
}
