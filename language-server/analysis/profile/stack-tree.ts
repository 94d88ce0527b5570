import { checkStop } from "../budget.ts";

/** Children of every row of a stack table as linked lists. */
export interface StackTree {
  /** First child's row, or -1. Roots are linked by nextSibling, starting from `firstRoot`. */
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  readonly firstRoot: number;
}

export function stackTree(prefix: Int32Array): StackTree {
  const firstChild = new Int32Array(prefix.length).fill(-1);
  const nextSibling = new Int32Array(prefix.length).fill(-1);
  let firstRoot = -1;
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    const parent = prefix[row];
    if (parent === -1) {
      nextSibling[row] = firstRoot;
      firstRoot = row;
    } else {
      nextSibling[row] = firstChild[parent];
      firstChild[parent] = row;
    }
  }
  return { firstChild, nextSibling, firstRoot };
}

/** Walks all rows, callers before callees; leaves each row after everything below it. Iterative, so depth is limited only by memory. */
export function walkStacks(tree: StackTree, prefix: Int32Array, enter: (row: number) => void, leave: (row: number) => void): void {
  let row = tree.firstRoot;
  let entered = 0;
  while (row !== -1) {
    checkStop(entered++);
    enter(row);
    const child = tree.firstChild[row];
    if (child !== -1) {
      row = child;
      continue;
    }
    for (;;) {
      leave(row);
      const sibling = tree.nextSibling[row];
      if (sibling !== -1) {
        row = sibling;
        break;
      }
      row = prefix[row];
      if (row === -1) return;
    }
  }
}

/** The rows of a stack table in depth-first order: each is followed by all that it calls. */
export interface DepthFirst {
  readonly order: Int32Array;
  /** By row: how many rows are in order up to all that it calls. */
  readonly end: Int32Array;
}

export function depthFirst(prefix: Int32Array): DepthFirst {
  const count = prefix.length;
  const end = new Int32Array(count).fill(1);
  for (let row = count - 1; row >= 0; row--) {
    checkStop(row);
    const caller = prefix[row];
    if (caller !== -1) end[caller] += end[row];
  }
  const order = new Int32Array(count);
  /** By row: where the next one that it calls goes. */
  const next = new Int32Array(count);
  let nextRoot = 0;
  for (let row = 0; row < count; row++) {
    checkStop(row);
    const caller = prefix[row];
    const at = caller === -1 ? nextRoot : next[caller];
    order[at] = row;
    next[row] = at + 1;
    const after = at + end[row];
    end[row] = after;
    if (caller === -1) nextRoot = after;
    else next[caller] = after;
  }
  return { order, end };
}
