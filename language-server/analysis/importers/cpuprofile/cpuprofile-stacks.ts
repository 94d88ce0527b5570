import { DistinctStacks } from "../../profile/distinct-stacks.ts";
import { NumberPairs } from "../../profile/number-pairs.ts";
import { certainties, functionKinds, type StackTable } from "../../profile/profile.ts";
import { StackInterner } from "../../profile/stack-interner.ts";
import { stackTree } from "../../profile/stack-tree.ts";
import type { FunctionInterner } from "./cpuprofile-functions.ts";
import type { NodeTable } from "./cpuprofile-nodes.ts";

const exact = certainties.indexOf("exact");
const inferred = certainties.indexOf("inferred");
const scriptKind = functionKinds.indexOf("script");
const nativeKind = functionKinds.indexOf("native");
const unknownRow = -2;

/** Stacks of the nodes that samples end in; others are never created. */
export class StackRows {
  readonly #nodes: NodeTable;
  readonly #functions: FunctionInterner;
  readonly #stacks: DistinctStacks | StackInterner;
  readonly #called: Int32Array;
  /** 1 for a node whose lines those that it calls have ticks on, too. */
  readonly #isShared: Uint8Array;
  /** Pairs (node, line), then (that, column): the place of a node. Then (row of the stack below, node). With the row of each. */
  readonly #lines = new NumberPairs();
  readonly #places = new NumberPairs();
  readonly #placed: number[] = [];
  readonly #calls = new NumberPairs();
  readonly #above: number[] = [];

  constructor(nodes: NodeTable, functions: FunctionInterner) {
    this.#nodes = nodes;
    this.#functions = functions;
    const expected = nodes.func.length + nodes.ticks.line.length;
    this.#stacks = hasTwins(nodes, functions.count) ? new StackInterner(expected) : new DistinctStacks(expected);
    this.#called = new Int32Array(nodes.func.length).fill(unknownRow);
    this.#isShared = this.#sharedNodes();
  }

  stacks(): StackTable {
    return this.#stacks.stacks();
  }

  /** The stack of a node without a known position; -1 for (root), which is not a frame. */
  called(index: number): number {
    const { func, parent, root } = this.#nodes;
    const known = this.#called[index];
    if (known !== unknownRow) return known;
    const way: number[] = [];
    let at = index;
    while (at !== -1 && root[at] === 0 && this.#called[at] === unknownRow) {
      way.push(at);
      at = parent[at];
    }
    let row = at === -1 || root[at] === 1 ? -1 : this.#called[at];
    for (let each = way.pop(); each !== undefined; each = way.pop()) {
      row = this.#stacks.row(row, func[each]);
      this.#called[each] = row;
    }
    return row;
  }

  /** The stack of a node whose innermost JavaScript frame is on the line of one of the node's ticks. Ask once for each. */
  onTick(index: number, tick: number): number {
    const line = this.#nodes.ticks.line[tick];
    const isAlone = this.#kindOf(index) === scriptKind && this.#isShared[index] === 0;
    return isAlone ? this.#rowOf(index, line, -1) : this.on(index, line);
  }

  /** The stack of a node whose innermost JavaScript frame is on `line`, at a column (from 0; -1 unknown). */
  on(index: number, line: number, column = -1): number {
    const { func, parent } = this.#nodes;
    const above: number[] = [];
    let at = index;
    while (at !== -1 && this.#kindOf(at) === nativeKind) {
      above.push(at);
      at = parent[at];
    }
    if (at === -1 || this.#kindOf(at) !== scriptKind) return this.called(index);
    const place = this.#places.row(this.#lines.row(at, line), column);
    let row = (this.#placed[place] ??= this.#rowOf(at, line, column));
    for (const each of above.reverse()) {
      const call = this.#calls.row(row, each);
      row = this.#above[call] ??= this.#stacks.row(row, func[each]);
    }
    return row;
  }

  #rowOf(index: number, line: number, column: number): number {
    const func = this.#nodes.func[index];
    const caller = this.#nodes.parent[index];
    const certainty = this.#functions.isUnsure(func) ? inferred : exact;
    return this.#stacks.row(caller === -1 ? -1 : this.called(caller), func, line, column, certainty);
  }

  #sharedNodes(): Uint8Array {
    const { func, parent, ticks } = this.#nodes;
    const shared = new Uint8Array(func.length);
    for (let node = 0; node < func.length; node++) {
      if (ticks.start[node] === ticks.start[node + 1]) continue;
      for (let at = node; at !== -1 && shared[at] === 0 && this.#kindOf(at) === nativeKind; shared[at] = 1, at = parent[at])
        if (parent[at] !== -1 && this.#kindOf(parent[at]) !== nativeKind) shared[parent[at]] = 1;
    }
    return shared;
  }

  #kindOf(index: number): number {
    return this.#functions.kindOf(this.#nodes.func[index]);
  }
}

/** Whether two nodes have one stack: the same function, called from the same one. V8's never do. */
function hasTwins({ func, parent, root }: NodeTable, functionCount: number): boolean {
  const { firstChild, nextSibling, firstRoot } = stackTree(parent);
  /** By function the last node that was seen to call it; nodes below (root) are called by none. */
  const callers = new Int32Array(functionCount).fill(-2);
  const hasTwinsFrom = (first: number, caller: number): boolean => {
    for (let node = first; node !== -1; node = nextSibling[node]) {
      if (root[node] === 1) continue;
      if (callers[func[node]] === caller) return true;
      callers[func[node]] = caller;
    }
    return false;
  };
  if (hasTwinsFrom(firstRoot, -1)) return true;
  for (let node = 0; node < root.length; node++) {
    if (root[node] === 1 && hasTwinsFrom(firstChild[node], -1)) return true;
  }
  for (let node = 0; node < root.length; node++) {
    if (root[node] === 0 && hasTwinsFrom(firstChild[node], node)) return true;
  }
  return false;
}
