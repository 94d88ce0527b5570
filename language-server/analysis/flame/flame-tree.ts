import { NumberPairs } from "../profile/number-pairs.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import type { Ticks } from "../units.ts";

/** Stacks by function: lines within one function are one node, but for calls that are told apart. Callers come first. */
export interface FunctionTree {
  readonly parent: Int32Array;
  /** Row of SourceProfile.functions; of a node that is a call, what `TreeCalls` says. */
  readonly func: Int32Array;
  /** Samples that pass through the node. */
  readonly total: Int32Array;
  /** Node of each row of the stack table. */
  readonly nodeOf: Int32Array;
}

/** Runs of samples in one and the same node, in order of time. */
export interface TimelineRuns {
  readonly nodes: readonly number[];
  readonly ticks: readonly Ticks[];
}

/** Calls that stand as nodes of their own between the caller and what it calls. */
export interface TreeCalls {
  /** Per row of the stack table: its call, or -1 for none. */
  readonly callOf: Int32Array;
  /** What call 0 is in the tree's `func`; the others follow. */
  readonly first: number;
}

/** `samples` are rows of the thread's stacks. */
export function functionTree(thread: SourceThread, samples: Int32Array, calls?: TreeCalls): FunctionTree {
  const { prefix, func } = thread.stacks;
  const nodes = new NumberPairs();
  const nodeOf = new Int32Array(prefix.length);
  for (let row = 0; row < prefix.length; row++) {
    const caller = prefix[row] as number;
    const call = calls?.callOf[row] ?? -1;
    let under = caller === -1 ? -1 : (nodeOf[caller] as number);
    if (calls !== undefined && call !== -1) under = nodes.row(under, calls.first + call);
    nodeOf[row] = nodes.row(under, func[row] as number);
  }
  const total = new Int32Array(nodes.length);
  for (const row of samples) {
    const node = nodeOf[row] as number;
    total[node] = (total[node] as number) + 1;
  }
  const parent = Int32Array.from(nodes.first);
  for (let node = nodes.length - 1; node >= 0; node--) {
    const caller = parent[node] as number;
    if (caller !== -1) total[caller] = (total[caller] as number) + (total[node] as number);
  }
  return { parent, func: Int32Array.from(nodes.second), total, nodeOf };
}

/** For every row of the stack table the node that stands for it: its own, or the nearest caller's with at least `smallest` ticks. Roots stay. */
export function foldTree(tree: FunctionTree, smallest: Ticks): Int32Array {
  const folded = new Int32Array(tree.parent.length);
  for (let node = 0; node < folded.length; node++) {
    const caller = tree.parent[node] as number;
    const stays = caller === -1 || ((tree.total[node] as number) >= smallest && folded[caller] === caller);
    folded[node] = stays ? node : (folded[caller] as number);
  }
  return tree.nodeOf.map((node) => folded[node] as number);
}

/**
 * At most `mostRuns` runs, unless so many nodes are left that not even one window over all holds them. Where there are more, nodes are sorted
 * within windows of equal length, the shortest that do; callers have lower nodes than what they call, so relatives stand together more or less.
 */
export function timelineRuns(samples: Int32Array, nodeOfRow: Int32Array, mostRuns: number): TimelineRuns {
  let nodes = samples.map((row) => nodeOfRow[row] as number);
  let spare = new Int32Array(nodes.length);
  for (let window = 2; countRuns(nodes) > mostRuns && window < nodes.length * 2; window *= 2) {
    mergeHalves(nodes, spare, window);
    [nodes, spare] = [spare, nodes];
  }
  return runsOf(nodes);
}

function countRuns(nodes: Int32Array): number {
  let count = 0;
  for (let index = 0; index < nodes.length; index++) if (index === 0 || nodes[index] !== nodes[index - 1]) count++;
  return count;
}

/** One step of a merge sort: from windows of half the length, each sorted, to whole ones. */
function mergeHalves(from: Int32Array, to: Int32Array, window: number): void {
  for (let start = 0; start < from.length; start += window) {
    const middle = Math.min(start + window / 2, from.length);
    const end = Math.min(start + window, from.length);
    let left = start;
    let right = middle;
    for (let at = start; at < end; at++) {
      const takesLeft = left < middle && (right === end || (from[left] as number) <= (from[right] as number));
      to[at] = from[takesLeft ? left++ : right++] as number;
    }
  }
}

function runsOf(nodes: Int32Array): TimelineRuns {
  const runs: number[] = [];
  const ticks: number[] = [];
  let previous = -1;
  for (const node of nodes) {
    if (node === previous) ticks[ticks.length - 1] = (ticks[ticks.length - 1] as number) + 1;
    else {
      runs.push(node);
      ticks.push(1);
      previous = node;
    }
  }
  return { nodes: runs, ticks };
}
