import { checkStop } from "../budget.ts";
import { MadeOfTables } from "./made-of-tables.ts";
import { depthFirst, stackTree, type StackTree } from "../profile/stack-tree.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties } from "../profile/profile.ts";
import { sum } from "./thread-ticks.ts";
import { ownRows } from "../sources/own-rows.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** A call tree of all threads' stacks, without samples: a node is a path of functions. Callers precede callees; -1: none. */
export interface TreeNodes {
  /** -1: not called by anything shown. */
  readonly parent: Int32Array;
  readonly func: Int32Array;
  /** 1 if its function is not above it on the path. A function's totals are those of its outermost nodes. */
  readonly isOutermost: Uint8Array;
  readonly ofFunction: Lists;
  /** Of nodes: made when it is first asked for. */
  readonly children: StackTree;
}

/** Numbers by a key, in order: those of a key are `of` from `start[key]` to before `start[key + 1]`. */
export interface Lists {
  readonly of: Int32Array;
  readonly start: Int32Array;
}

export function listed({ of, start }: Lists, key: number): Int32Array {
  return of.subarray(start[key], start[key + 1] ?? 0);
}

/** The stack rows of all threads, one thread's after the other's, whatever samples they have; -1: none. */
export interface TreeRows {
  /** Where a thread's rows begin. */
  readonly starts: ReadonlyMap<SourceStackTable, number>;
  readonly nodes: TreeNodes;
  readonly node: Int32Array;
  readonly ofNode: Lists;
  /** Rows by function, those of a node together: only of outermost nodes. */
  readonly ofOutermost: Lists;
  readonly prefix: Int32Array;
  /** The nearest caller in own code on a known line, unless that is the caller of own code. */
  readonly ownCaller: Int32Array;
  /** Row of `lines`. */
  readonly line: Int32Array;
  readonly column: Int32Array;
  /** 1 for a row with an inferred line. */
  readonly inferred: Uint8Array;
  /** (source, line) */
  readonly lines: NumberPairs;
}

const inferredIndex = certainties.indexOf("inferred");

const known = new MadeOfTables(madeRows);

/** Computed once for a run: parts of it share the rows. */
export function treeRows(profile: SourceProfile): TreeRows {
  return known.of(profile);
}

function madeRows(profile: SourceProfile, tables: readonly SourceStackTable[]): TreeRows {
  const count = tables.reduce((sum, { prefix }) => sum + prefix.length, 0);
  const prefix = new Int32Array(count);
  const func = new Int32Array(count);
  const line = new Int32Array(count);
  const column = new Int32Array(count);
  const inferred = new Uint8Array(count);
  const ownCaller = new Int32Array(count).fill(-1);
  const lines = new NumberPairs();
  const starts = new Map<SourceStackTable, number>();
  let start = 0;
  for (const stacks of tables) {
    starts.set(stacks, start);
    const own = ownRows(profile, { stacks });
    for (let row = 0; row < stacks.prefix.length; row++) {
      checkStop(row);
      const at = start + row;
      const caller = stacks.prefix[row] as number;
      prefix[at] = caller === -1 ? -1 : start + caller;
      func[at] = stacks.func[row] as number;
      line[at] =
        stacks.source[row] === -1 || stacks.line[row] === 0 ? -1 : lines.row(stacks.source[row] as number, stacks.line[row] as number);
      column[at] = stacks.column[row] as number;
      inferred[at] = stacks.certainty[row] === inferredIndex ? 1 : 0;
      const nearest = caller === -1 ? -1 : (own[caller] as number);
      if (nearest !== -1 && (own[row] !== row || nearest !== caller)) ownCaller[at] = start + nearest;
    }
    start += stacks.prefix.length;
  }
  return { starts, ...pathsOf(prefix, func, profile.functions.name.length), prefix, ownCaller, line, column, inferred, lines };
}

/** Rows have one node if they have one function, and their callers one node. Nodes are in the order of their first rows. */
function pathsOf(prefix: Int32Array, func: Int32Array, functionCount: number): Pick<TreeRows, "nodes" | "node" | "ofNode" | "ofOutermost"> {
  const count = prefix.length;
  const node = new Int32Array(count);
  const samePath = rowsOfSamePath(prefix, func, functionCount);
  const nodeAt = new Int32Array(count).fill(-1);
  const first = new Int32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const path = samePath[row] as number;
    if (nodeAt[path] === -1) {
      first[length] = row;
      nodeAt[path] = length++;
    }
    node[row] = nodeAt[path] as number;
  }
  const parent = new Int32Array(length);
  const funcOf = new Int32Array(length);
  for (let at = 0; at < length; at++) {
    checkStop(at);
    const row = first[at] as number;
    parent[at] = prefix[row] === -1 ? -1 : (node[prefix[row] as number] as number);
    funcOf[at] = func[row] as number;
  }
  const nodes = treeNodes(parent, funcOf, functionCount);
  const ofNode = lists(node, length);
  const outermost = Int32Array.from(funcOf, (ran, at) => (nodes.isOutermost[at] === 1 ? ran : -1));
  const outermostOf = ofNode.of.map((row) => outermost[node[row] as number] as number);
  const places = lists(outermostOf, functionCount);
  return { nodes, node, ofNode, ofOutermost: { of: places.of.map((at) => ofNode.of[at] as number), start: places.start } };
}

/** The rows of `keys` by key; -1: none. */
function lists(keys: Int32Array, count: number): Lists {
  /** By key where the next of its rows goes, after the one before it has all. */
  const next = new Int32Array(count + 2);
  for (let row = 0; row < keys.length; row++) sum(next, (keys[row] as number) + 2, 1);
  next[1] = 0;
  for (let key = 1; key <= count; key++) sum(next, key + 1, next[key] as number);
  const of = new Int32Array(next[count + 1] as number);
  for (let row = 0; row < keys.length; row++) {
    checkStop(row);
    const key = keys[row] as number;
    if (key === -1) continue;
    of[next[key + 1] as number] = row;
    sum(next, key + 1, 1);
  }
  return { of, start: next.subarray(0, count + 1) };
}

/** For each row one of those with its path, the same for all of them. */
function rowsOfSamePath(prefix: Int32Array, func: Int32Array, functionCount: number): Int32Array {
  const { firstChild, nextSibling, firstRoot } = stackTree(prefix);
  const found = new Int32Array(prefix.length);
  /** These rows; by each of them the next and the last one with its path. */
  const paths: number[] = [];
  const next = new Int32Array(prefix.length).fill(-1);
  const last = new Int32Array(prefix.length);
  /** By function such a row, and the path that it was called from. */
  const latest = new Int32Array(functionCount).fill(-1);
  const latestOf = new Int32Array(functionCount).fill(-2);
  const place = (from: number, caller: number): void => {
    for (let row = from; row !== -1; row = nextSibling[row] as number) {
      const ran = func[row] as number;
      if (latestOf[ran] !== caller) {
        latestOf[ran] = caller;
        latest[ran] = row;
        last[row] = row;
        paths.push(row);
      }
      const same = latest[ran] as number;
      found[row] = same;
      if (same === row) continue;
      next[last[same] as number] = row;
      last[same] = row;
    }
  };
  place(firstRoot, -1);
  for (let at = 0; at < paths.length; at++) {
    checkStop(at);
    for (let row = paths[at] as number; row !== -1; row = next[row] as number) place(firstChild[row] as number, at);
  }
  return found;
}

function treeNodes(parent: Int32Array, func: Int32Array, functionCount: number): TreeNodes {
  const { order, end } = depthFirst(parent);
  const isOutermost = new Uint8Array(func.length);
  /** By function the end of its outermost node so far. */
  const ends = new Int32Array(functionCount);
  for (let at = 0; at < order.length; at++) {
    checkStop(at);
    const node = order[at] as number;
    const ran = func[node] as number;
    if ((ends[ran] as number) > at) continue;
    isOutermost[node] = 1;
    ends[ran] = end[node] as number;
  }
  let children: StackTree | undefined;
  return {
    parent,
    func,
    isOutermost,
    ofFunction: lists(func, functionCount),
    get children() {
      children ??= stackTree(parent);
      return children;
    },
  };
}
