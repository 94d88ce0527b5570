import { checkStop } from "../budget.ts";
import { depthFirst, stackTree } from "../profile/stack-tree.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { ownRows } from "../sources/own-rows.ts";
import type { SourceProfile, SourceStackTable } from "../sources/source-profile.ts";

/** What a call tree needs of each row of a stack table, whatever samples it has; -1: none. */
export interface TreeRows {
  /** The path of functions that the row is at the end of. */
  readonly node: Int32Array;
  /** By node: 1 if its function is not above it on the path. */
  readonly isOutermost: Uint8Array;
  /** The row itself or the nearest caller that is own code on a known line. */
  readonly own: Int32Array;
  /** Row of `lines`. */
  readonly line: Int32Array;
  /** (source, line) */
  readonly lines: NumberPairs;
}

const known = new WeakMap<SourceStackTable, { readonly functions: SourceProfile["functions"]; readonly rows: TreeRows }>();

/** Computed once for a table: profiles that are parts of one another share it. */
export function treeRows(profile: SourceProfile, stacks: SourceStackTable): TreeRows {
  const before = known.get(stacks);
  if (before?.functions === profile.functions) return before.rows;
  const lines = new NumberPairs();
  const line = stacks.line.map((at, row) => {
    checkStop(row);
    return stacks.source[row] === -1 || at === 0 ? -1 : lines.row(stacks.source[row] as number, at);
  });
  const rows = { ...pathsOf(stacks, profile.functions.name.length), own: ownRows(profile, { stacks }), line, lines };
  known.set(stacks, { functions: profile.functions, rows });
  return rows;
}

/** Rows have one node if they have one function, and their callers one node. */
function pathsOf({ prefix, func }: SourceStackTable, functionCount: number): Pick<TreeRows, "node" | "isOutermost"> {
  const { firstChild, nextSibling, firstRoot } = stackTree(prefix);
  const count = prefix.length;
  const node = new Int32Array(count);
  /** By node its first row and its caller; by row the next one of its node; the last row of each node. */
  const [first, parent, next, last] = [new Int32Array(count), new Int32Array(count), new Int32Array(count), new Int32Array(count)];
  /** By function its latest node. */
  const latest = new Int32Array(functionCount).fill(-1);
  const funcs = new Int32Array(count);
  let nodes = 0;
  const place = (from: number, caller: number): void => {
    for (let row = from; row !== -1; row = nextSibling[row] as number) {
      const ran = func[row] as number;
      const found = latest[ran] as number;
      next[row] = -1;
      if (found !== -1 && parent[found] === caller) {
        node[row] = found;
        next[last[found] as number] = row;
        last[found] = row;
        continue;
      }
      node[row] = latest[ran] = nodes;
      first[nodes] = last[nodes] = row;
      parent[nodes] = caller;
      funcs[nodes++] = ran;
    }
  };
  place(firstRoot, -1);
  for (let at = 0; at < nodes; at++) {
    checkStop(at);
    for (let row = first[at] as number; row !== -1; row = next[row] as number) place(firstChild[row] as number, at);
  }
  const { order, end } = depthFirst(parent.subarray(0, nodes));
  const isOutermost = new Uint8Array(nodes);
  /** By function the end of its outermost node so far. */
  const ends = new Int32Array(functionCount);
  order.forEach((each, at) => {
    const ran = funcs[each] as number;
    if ((ends[ran] as number) > at) return;
    isOutermost[each] = 1;
    ends[ran] = end[each] as number;
  });
  return { node, isOutermost };
}
