import { certainties, functionKinds } from "../../profile/profile.ts";
import type { StackInterner } from "../../profile/stack-interner.ts";
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
  readonly #stacks: StackInterner;
  readonly #called: Int32Array;

  constructor(nodes: NodeTable, functions: FunctionInterner, stacks: StackInterner) {
    this.#nodes = nodes;
    this.#functions = functions;
    this.#stacks = stacks;
    this.#called = new Int32Array(nodes.func.length).fill(unknownRow);
  }

  /** The stack of a node without a known position; -1 for (root), which is not a frame. */
  called(index: number): number {
    const { func, parent, root } = this.#nodes;
    const way: number[] = [];
    let at = index;
    while (at !== -1 && root[at] === 0 && this.#called[at] === unknownRow) {
      way.push(at);
      at = parent[at] as number;
    }
    let row = at === -1 || root[at] === 1 ? -1 : (this.#called[at] as number);
    for (let each = way.pop(); each !== undefined; each = way.pop()) {
      row = this.#stacks.row(row, func[each] as number);
      this.#called[each] = row;
    }
    return row;
  }

  /** The stack of a node whose innermost JavaScript frame is on `line`, at a column (from 0; -1 unknown). */
  on(index: number, line: number, column = -1): number {
    const { func, parent } = this.#nodes;
    const above: number[] = [];
    let at = index;
    while (at !== -1 && this.#functions.kindOf(func[at] as number) === nativeKind) {
      above.push(func[at] as number);
      at = parent[at] as number;
    }
    if (at === -1 || this.#functions.kindOf(func[at] as number) !== scriptKind) return this.called(index);
    const caller = parent[at] as number;
    const certainty = this.#functions.isUnsure(func[at] as number) ? inferred : exact;
    let row = this.#stacks.row(caller === -1 ? -1 : this.called(caller), func[at] as number, line, column, certainty);
    for (const each of above.reverse()) row = this.#stacks.row(row, each);
    return row;
  }
}
