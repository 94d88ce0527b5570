import { ProblemCounts } from "../../profile/profile.ts";
import { IntColumn } from "../../tick-log/columns.ts";
import type { FunctionInterner } from "./cpuprofile-functions.ts";

/** The call tree of a `.cpuprofile` as columns, one row per node; always a tree, whatever the file lists. */
export interface NodeTable {
  /** Index in the function table. */
  readonly func: Int32Array;
  /** Row of the caller, or -1. */
  readonly parent: Int32Array;
  /** 1 for V8's (root), which is not a frame. */
  readonly root: Uint8Array;
  readonly hits: Int32Array;
  readonly ticks: TickTable;
  readonly ids: NodeIds;
}

/** Ticks by line, summed, as Node 26 lists a line twice. Those of node n are from `start[n]` to `start[n + 1]` (exclusive). */
export interface TickTable {
  readonly start: Int32Array;
  readonly line: Int32Array;
  readonly count: Int32Array;
}

export const largestCount = 0x7fff_ffff;

export function readNodes(list: readonly unknown[], functions: FunctionInterner, problems: ProblemCounts): NodeTable {
  const nodes: RawNode[] = [];
  const ids = new NodeIds();
  for (const each of list) {
    const node: RawNode | undefined = typeof each === "object" && each !== null ? each : undefined;
    if (node === undefined) problems.count("cpuprofile.badNodes");
    else if (!isId(node.id)) problems.count("cpuprofile.nodesWithoutId");
    else if (ids.row(node.id) !== -1) problems.count("cpuprofile.doubledIds");
    else ids.set(node.id, nodes.push(node) - 1);
  }
  const func = Int32Array.from(nodes, (node) => functions.row(node.callFrame));
  const parent = parents(nodes, ids, problems);
  breakCircles(parent, problems);
  return {
    func,
    parent,
    root: rootsAmong(func, functions),
    hits: Int32Array.from(nodes, (node) => countOf(node.hitCount, problems)),
    ticks: ticksOf(nodes, problems),
    ids,
  };
}

/** 1 for each row that is V8's (root). */
export function rootsAmong(func: Int32Array, functions: FunctionInterner): Uint8Array {
  const root = new Uint8Array(func.length);
  // `Uint8Array.from` with a function is fifty times slower.
  for (let row = 0; row < root.length; row++) root[row] = functions.isRoot(func[row]) ? 1 : 0;
  return root;
}

/** Ids up to this one use an array; V8 counts them from 1. */
export const largestDense = 1 << 24;

/** Rows of nodes by their ids. */
export class NodeIds {
  #dense = new Int32Array(1024);
  readonly #sparse = new Map<unknown, number>();

  /** -1 if there is none. */
  row(id: unknown): number {
    return isDense(id) ? (this.#dense[id] ?? 0) - 1 : (this.#sparse.get(id) ?? -1);
  }

  set(id: number | string, row: number): void {
    if (!isDense(id)) {
      this.#sparse.set(id, row);
      return;
    }
    if (id >= this.#dense.length) {
      const grown = new Int32Array(id * 2);
      grown.set(this.#dense);
      this.#dense = grown;
    }
    this.#dense[id] = row + 1;
  }
}

function isDense(id: unknown): id is number {
  return typeof id === "number" && Number.isInteger(id) && id >= 0 && id < largestDense;
}

interface RawNode {
  readonly id?: unknown;
  readonly callFrame?: unknown;
  readonly hitCount?: unknown;
  readonly children?: unknown;
  readonly parent?: unknown;
  readonly positionTicks?: unknown;
}

/** V8 lists children; Chrome's traces name the parent. The first parent that names a node gets it. */
function parents(nodes: readonly RawNode[], ids: NodeIds, problems: ProblemCounts): Int32Array {
  const parent = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, index) => {
    if (isId(node.parent)) parent[index] = ids.row(node.parent);
  });
  nodes.forEach((node, index) => {
    if (!Array.isArray(node.children)) return;
    for (const id of node.children) {
      const child = ids.row(id);
      if (child === -1) problems.count("cpuprofile.unlistedChildren");
      else if (parent[child] === index) continue;
      else if (parent[child] !== -1 || child === index) problems.count("cpuprofile.severalCallers");
      else parent[child] = index;
    }
  });
  return parent;
}

/** Parents of a tree whose node n has the children before `childEnd[n]` in `children`; undefined if it is not a tree. */
export function treeOf(childEnd: Int32Array, children: Float64Array, ids: NodeIds): Int32Array | undefined {
  const parent = new Int32Array(childEnd.length).fill(-1);
  let at = 0;
  for (let index = 0; index < parent.length; index++) {
    for (; at < childEnd[index]; at++) {
      const child = ids.row(children[at]);
      if (child === -1 || child === index || parent[child] !== -1) return undefined;
      parent[child] = index;
    }
  }
  const problems = new ProblemCounts();
  breakCircles(parent, problems);
  return problems.list().length > 0 ? undefined : parent;
}

/** Makes the first node of a cycle the root of a stack. */
function breakCircles(parent: Int32Array, problems: ProblemCounts): void {
  // As V8 lists them.
  if (isAfterCallers(parent)) return;
  /** 0 new, 1 on the current path, 2 done. */
  const state = new Uint8Array(parent.length);
  const way: number[] = [];
  for (let start = 0; start < parent.length; start++) {
    let at = start;
    while (at !== -1 && state[at] === 0) {
      state[at] = 1;
      way.push(at);
      at = parent[at];
    }
    if (at !== -1 && state[at] === 1) {
      problems.count("cpuprofile.circles");
      parent[way[way.length - 1]] = -1;
    }
    for (let row = way.pop(); row !== undefined; row = way.pop()) state[row] = 2;
  }
}

function isAfterCallers(parent: Int32Array): boolean {
  for (let row = 0; row < parent.length; row++) if (parent[row] >= row) return false;
  return true;
}

function ticksOf(nodes: readonly RawNode[], problems: ProblemCounts): TickTable {
  const ticks = new TickLists();
  for (const { positionTicks } of nodes) {
    if (Array.isArray(positionTicks)) addTicks(ticks, positionTicks, problems);
    ticks.keep();
  }
  return ticks.table();
}

/** Longer lists are searched with a map. */
const longestSearch = 16;

/** Builds a TickTable, node by node. */
export class TickLists {
  readonly #start = new IntColumn();
  readonly #line = new IntColumn();
  readonly #count = new IntColumn();
  /** Row of the first line of the node being read. */
  #first = 0;
  #rows: Map<number, number> | undefined;

  /** Adds ticks to the node being read. */
  add(line: number, count: number): void {
    const known = this.#known(line);
    if (known !== -1) {
      this.#count.put(known, Math.min(largestCount, this.#count.at(known) + count));
      return;
    }
    this.#rows?.set(line, this.#line.length);
    this.#line.push(line);
    this.#count.push(count);
  }

  /** Ends the node; the next one begins. */
  keep(): void {
    this.#start.push(this.#first);
    this.#first = this.#line.length;
    this.#rows = undefined;
  }

  /** Discards the ticks of the node being read. */
  drop(): void {
    this.#line.cut(this.#first);
    this.#count.cut(this.#first);
    this.#rows = undefined;
  }

  table(): TickTable {
    this.#start.push(this.#first);
    return { start: this.#start.toArray(), line: this.#line.toArray(), count: this.#count.toArray() };
  }

  /** Row of a line of the node being read, or -1. */
  #known(line: number): number {
    const length = this.#line.length;
    if (length - this.#first > longestSearch)
      this.#rows ??= new Map(Array.from(this.#line.values.subarray(this.#first, length), (each, at) => [each, this.#first + at]));
    if (this.#rows !== undefined) return this.#rows.get(line) ?? -1;
    for (let row = this.#first; row < length; row++) if (this.#line.at(row) === line) return row;
    return -1;
  }
}

function addTicks(ticks: TickLists, list: readonly unknown[], problems: ProblemCounts): void {
  for (const each of list) {
    const { line, ticks: given } = (typeof each === "object" && each !== null ? each : {}) as {
      readonly line?: unknown;
      readonly ticks?: unknown;
    };
    const count = countOf(given, problems);
    if (typeof line !== "number" || !Number.isInteger(line) || line < 1 || line > largestCount) problems.count("cpuprofile.badLines");
    else if (count > 0) ticks.add(line, count);
  }
}

function countOf(value: unknown, problems: ProblemCounts): number {
  if (value === undefined) return 0;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= largestCount) return value;
  problems.count("cpuprofile.badCounts");
  return 0;
}

function isId(value: unknown): value is number | string {
  return typeof value === "number" || typeof value === "string";
}
