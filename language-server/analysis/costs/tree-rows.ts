import { inSteps } from "../budget.ts";
import { madeOfTables } from "./stack-rows.ts";
import { depthFirst, stackTree, type StackTree } from "../profile/stack-tree.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties } from "../profile/profile.ts";
import { sum } from "./thread-ticks.ts";
import { ownRows, type SourceProfile, type SourceStackTable } from "../sources/source-profile.ts";

/** The stack rows of all threads, one thread's after the other's, whatever samples they have: a call tree of each. -1: none. */
export interface TreeRows {
  /** Where a thread's rows begin. */
  readonly starts: ReadonlyMap<SourceStackTable, number>;
  /** -1: not called by anything shown. */
  readonly parent: Int32Array;
  readonly func: Int32Array;
  /** 1 if its function is not above it. A function's totals are those of its outermost rows. */
  readonly isOutermost: Uint8Array;
  readonly ofFunction: FunctionRows;
  /** Made when it is first asked for. */
  readonly children: StackTree;
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

/** The rows of each function in order, outermost ones first: `of` from `start[2 * func]`, the others from `start[2 * func + 1]`. */
interface FunctionRows {
  readonly of: Int32Array;
  readonly start: Int32Array;
}

const inferredIndex = certainties.indexOf("inferred");

/** Computed once for a run: parts of it share the rows. */
export const treeRows = madeOfTables(madeRows);

export function rowsOfFunction({ ofFunction: { of, start } }: TreeRows, func: number): Int32Array {
  return of.subarray(start[2 * func], start[2 * func + 2] ?? 0);
}

export function outermostRows({ ofFunction: { of, start } }: TreeRows, func: number): Int32Array {
  return of.subarray(start[2 * func], start[2 * func + 1] ?? 0);
}

function madeRows(profile: SourceProfile, tables: readonly SourceStackTable[]): TreeRows {
  const count = tables.reduce((rows, { prefix }) => rows + prefix.length, 0);
  const parent = new Int32Array(count);
  const func = new Int32Array(count);
  const line = new Int32Array(count);
  const column = new Int32Array(count);
  const inferred = new Uint8Array(count);
  const ownCaller = new Int32Array(count).fill(-1);
  const lines = new NumberPairs();
  const starts = new Map<SourceStackTable, number>();
  let end = 0;
  for (const stacks of tables) {
    const own = ownRows(profile, { stacks });
    const start = end;
    starts.set(stacks, start);
    func.set(stacks.func, start);
    column.set(stacks.column, start);
    end += stacks.prefix.length;
    /** By frame its row of `lines`. */
    const known: number[] = [];
    inSteps(stacks.prefix.length, (from, to) => {
      for (let row = from; row < to; row++) {
        const at = start + row;
        const caller = stacks.prefix[row];
        parent[at] = caller === -1 ? -1 : start + caller;
        const source = stacks.source[row];
        const frame = source === -1 || stacks.line[row] === 0 ? -1 : stacks.frame[row];
        line[at] = frame === -1 ? -1 : (known[frame] ??= lines.row(source, stacks.line[row]));
        inferred[at] = stacks.certainty[row] === inferredIndex ? 1 : 0;
        const nearest = caller === -1 ? -1 : own[caller];
        if (nearest !== -1 && (own[row] !== row || nearest !== caller)) ownCaller[at] = start + nearest;
      }
    });
  }
  const isOutermost = outermost(parent, func, profile.functions.name.length);
  let children: StackTree | undefined;
  return {
    starts,
    parent,
    func,
    isOutermost,
    ofFunction: functionRows(func, isOutermost, profile.functions.name.length),
    get children() {
      return (children ??= stackTree(parent));
    },
    ownCaller,
    line,
    column,
    inferred,
    lines,
  };
}

function outermost(parent: Int32Array, func: Int32Array, functionCount: number): Uint8Array {
  const { order, end } = depthFirst(parent);
  const isOutermost = new Uint8Array(func.length);
  /** By function the end of its outermost row so far. */
  const ends = new Int32Array(functionCount);
  inSteps(order.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = order[at];
      const ran = func[row];
      if (ends[ran] > at) continue;
      isOutermost[row] = 1;
      ends[ran] = end[row];
    }
  });
  return isOutermost;
}

function functionRows(func: Int32Array, isOutermost: Uint8Array, functionCount: number): FunctionRows {
  /** By key where the next of its rows goes; after that of the last row of the key before it. */
  const next = new Int32Array(2 * functionCount + 2);
  const keyOf = (row: number): number => 2 * func[row] + (isOutermost[row] === 1 ? 0 : 1);
  inSteps(func.length, (from, to) => {
    for (let row = from; row < to; row++) sum(next, keyOf(row) + 2, 1);
  });
  for (let key = 1; key < next.length; key++) sum(next, key, next[key - 1]);
  const of = new Int32Array(func.length);
  inSteps(func.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const at = keyOf(row) + 1;
      of[next[at]] = row;
      sum(next, at, 1);
    }
  });
  return { of, start: next };
}
