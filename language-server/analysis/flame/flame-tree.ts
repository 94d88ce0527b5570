import { checkStop } from "../budget.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import type { TickColumn, Ticks } from "../units.ts";
import type { ShownSamples } from "./shown-samples.ts";
import { endingTicks } from "../profile/passing-ticks.ts";

/** Stacks by function: lines of one function are one node, except for distinguished calls. Callers come first. */
export interface FunctionTree {
  readonly parent: Int32Array;
  /** Index in SourceProfile.functions; for a call's node, see `TreeCalls`. */
  readonly func: Int32Array;
  /** Samples that pass through the node. */
  readonly total: TickColumn;
  /** Node of each row of the stack table. */
  readonly nodeOf: Int32Array;
}

/** Runs of consecutive samples in the same node, in time order. */
export interface TimelineRuns {
  readonly nodes: readonly number[];
  readonly ticks: readonly Ticks[];
}

/** Calls that are nodes of their own between the caller and the callee. */
export interface TreeCalls {
  /** For each stack row its call, or -1. */
  readonly callOf: Int32Array;
  /** The value of call 0 in the tree's `func`; further calls follow. */
  readonly first: number;
}

/** `samples` are the thread's. */
export function functionTree(thread: SourceThread, samples: ShownSamples, calls?: TreeCalls): FunctionTree {
  const { prefix, func } = thread.stacks;
  const nodes = new NumberPairs();
  const nodeOf = new Int32Array(prefix.length);
  for (let row = 0; row < prefix.length; row++) {
    checkStop(row);
    const caller = prefix[row];
    const call = calls?.callOf[row] ?? -1;
    let under = caller === -1 ? -1 : nodeOf[caller];
    if (calls !== undefined && call !== -1) under = nodes.row(under, calls.first + call);
    nodeOf[row] = nodes.row(under, func[row]);
  }
  const total = samples.weight === undefined ? new Int32Array(nodes.length) : new Float64Array(nodes.length);
  endingTicks(samples, prefix.length).forEach((ticks, row) => {
    checkStop(row);
    const node = nodeOf[row];
    total[node] += ticks;
  });
  const parent = new Int32Array(nodes.first);
  for (let node = nodes.length - 1; node >= 0; node--) {
    checkStop(node);
    const caller = parent[node];
    if (caller !== -1) total[caller] += total[node];
  }
  return { parent, func: new Int32Array(nodes.second), total, nodeOf };
}

/** For every stack row its node, or the nearest caller with at least `smallest` ticks. Roots are kept. */
export function foldTree(tree: FunctionTree, smallest: Ticks): Int32Array {
  const folded = new Int32Array(tree.parent.length);
  for (let node = 0; node < folded.length; node++) {
    checkStop(node);
    const caller = tree.parent[node];
    const stays = caller === -1 || (tree.total[node] >= smallest && folded[caller] === caller);
    folded[node] = stays ? node : folded[caller];
  }
  return tree.nodeOf.map((node, row) => {
    checkStop(row);
    return folded[node];
  });
}

/**
 * At most `mostRuns` runs, unless a single window over everything has more nodes. If there are more runs, nodes are sorted within the
 * shortest windows of equal length that fit; callers have lower indices than callees, so related nodes stay roughly together.
 */
export function timelineRuns({ stack, weight }: ShownSamples, nodeOfRow: Int32Array, mostRuns: number): TimelineRuns {
  const nodes = stack.map((row, sample) => {
    checkStop(sample);
    return nodeOfRow[row];
  });
  let line: Timeline = { nodes, weights: weight?.slice() };
  let spare: Timeline = { nodes: new Int32Array(stack.length), weights: weight?.slice() };
  for (let window = 2; countRuns(line.nodes) > mostRuns && window < stack.length * 2; window *= 2) {
    mergeHalves(line, spare, window);
    [line, spare] = [spare, line];
  }
  return runsOf(line);
}

/** Node and weight of each sample. */
interface Timeline {
  readonly nodes: Int32Array;
  readonly weights: Float64Array | undefined;
}

function countRuns(nodes: Int32Array): number {
  let count = 0;
  for (let index = 0; index < nodes.length; index++) {
    checkStop(index);
    if (index === 0 || nodes[index] !== nodes[index - 1]) count++;
  }
  return count;
}

/** One step of a merge sort: merges sorted windows of half the length. */
function mergeHalves({ nodes: from, weights }: Timeline, { nodes: to, weights: weightsTo }: Timeline, window: number): void {
  for (let start = 0; start < from.length; start += window) {
    const middle = Math.min(start + window / 2, from.length);
    const end = Math.min(start + window, from.length);
    let left = start;
    let right = middle;
    for (let at = start; at < end; at++) {
      checkStop(at);
      const takesLeft = left < middle && (right === end || from[left] <= from[right]);
      const taken = takesLeft ? left++ : right++;
      to[at] = from[taken];
      if (weights !== undefined && weightsTo !== undefined) weightsTo[at] = weights[taken];
    }
  }
}

function runsOf({ nodes, weights }: Timeline): TimelineRuns {
  const runs: number[] = [];
  const ticks: number[] = [];
  let previous = -1;
  for (let sample = 0; sample < nodes.length; sample++) {
    checkStop(sample);
    const node = nodes[sample];
    const worth = weights === undefined ? 1 : weights[sample];
    if (node === previous) ticks[ticks.length - 1] += worth;
    else {
      runs.push(node);
      ticks.push(worth);
      previous = node;
    }
  }
  return { nodes: runs, ticks };
}
