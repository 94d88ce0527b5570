import { checkStop } from "../budget.ts";
import { depthFirst, stackTree, type StackTree } from "../profile/stack-tree.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties } from "../profile/profile.ts";
import { ownRows } from "../sources/own-rows.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** A call tree of all threads' stacks, without samples: a node is a path of functions. Callers precede callees; -1: none. */
export interface TreeNodes extends Pick<StackTree, "firstChild" | "nextSibling"> {
  /** -1: not called by anything shown. */
  readonly parent: Int32Array;
  readonly func: Int32Array;
  /** 1 if its function is not above it on the path. A function's totals are those of its outermost nodes. */
  readonly isOutermost: Uint8Array;
  /** For each function its first node, for each node the next one of its function. */
  readonly firstOfFunction: Int32Array;
  readonly nextOfFunction: Int32Array;
}

/** The stack rows of all threads, one thread's after the other's, whatever samples they have; -1: none. */
export interface TreeRows {
  readonly nodes: TreeNodes;
  readonly node: Int32Array;
  /** By node its first row, by row the next one of its node. */
  readonly firstOfNode: Int32Array;
  readonly nextOfNode: Int32Array;
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

const known = new WeakMap<SourceStackTable, { readonly tables: readonly SourceStackTable[]; readonly rows: TreeRows }>();

/** Computed once for the tables of the threads: profiles that are parts of one another share it. */
export function treeRows(profile: SourceProfile): TreeRows {
  const tables = profile.threads.map(({ stacks }) => stacks);
  const before = tables[0] && known.get(tables[0]);
  if (before?.tables.length === tables.length && tables.every((table, index) => table === before.tables[index])) return before.rows;
  const rows = madeRows(profile, tables);
  if (tables[0] !== undefined) known.set(tables[0], { tables, rows });
  return rows;
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
  let start = 0;
  for (const stacks of tables) {
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
  return { ...pathsOf(prefix, func, profile.functions.name.length), prefix, ownCaller, line, column, inferred, lines };
}

/** Rows have one node if they have one function, and their callers one node. Nodes are in the order of their first rows. */
function pathsOf(
  prefix: Int32Array,
  func: Int32Array,
  functionCount: number,
): Pick<TreeRows, "nodes" | "node" | "firstOfNode" | "nextOfNode"> {
  const count = prefix.length;
  const node = new Int32Array(count);
  const samePath = rowsOfSamePath(prefix, func, functionCount);
  const nodeAt = new Int32Array(count).fill(-1);
  const firstOfNode = new Int32Array(count);
  let length = 0;
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const path = samePath[row] as number;
    if (nodeAt[path] === -1) {
      firstOfNode[length] = row;
      nodeAt[path] = length++;
    }
    node[row] = nodeAt[path] as number;
  }
  const nextOfNode = new Int32Array(count).fill(-1);
  const last = firstOfNode.slice(0, length);
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const own = node[row] as number;
    if (last[own] !== row) nextOfNode[last[own] as number] = row;
    last[own] = row;
  }
  const first = firstOfNode.slice(0, length);
  const parent = first.map((row) => (prefix[row] === -1 ? -1 : (node[prefix[row] as number] as number)));
  return {
    nodes: treeNodes(
      parent,
      first.map((row) => func[row] as number),
      functionCount,
    ),
    node,
    firstOfNode: first,
    nextOfNode,
  };
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
  order.forEach((node, at) => {
    const ran = func[node] as number;
    if ((ends[ran] as number) > at) return;
    isOutermost[node] = 1;
    ends[ran] = end[node] as number;
  });
  const firstOfFunction = new Int32Array(functionCount).fill(-1);
  const nextOfFunction = new Int32Array(func.length);
  for (let node = func.length - 1; node >= 0; node--) {
    checkStop(node);
    nextOfFunction[node] = firstOfFunction[func[node] as number] as number;
    firstOfFunction[func[node] as number] = node;
  }
  const { firstChild, nextSibling } = stackTree(parent);
  return { parent, func, isOutermost, firstOfFunction, nextOfFunction, firstChild, nextSibling };
}
