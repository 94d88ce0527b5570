import { checkStop } from "../budget.ts";
import { categories, type Category } from "./costs.ts";
import { PathKeys } from "../profile/path-keys.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds } from "../profile/profile.ts";
import { ownRows } from "../sources/own-rows.ts";
import type { SourceProfile, SourceStackTable, SourceThread } from "../sources/source-profile.ts";
import { stackTree, walkStacks } from "../profile/stack-tree.ts";
import type { Column, Line, Microseconds, TickColumn, Ticks } from "../units.ts";

/** A line with ticks. */
export interface HotPlace {
  /** Index in SourceProfile.sources. */
  readonly source: number;
  readonly line: Line;
  readonly column: Column;
  readonly inferred: boolean;
}

type HottestOf = (nodes: readonly number[]) => HotPlace | undefined;

/** Figures of a tree's nodes. */
export interface NodeTicks {
  /** Samples that end in the node. */
  readonly self: TickColumn;
  /** Samples that pass through it. */
  readonly total: TickColumn;
  /** The samples of `total` without own code further in: for a node of own code, the time attributed to it. */
  readonly withLibraries: TickColumn;
}

/** All threads' stacks as one call tree: a node is a path of functions, so recursion cannot make a loop. Callers precede callees. */
export interface HotTree extends NodeTicks {
  /** -1: not called by anything shown. */
  readonly parent: Int32Array;
  readonly func: Int32Array;
  /** Sample counts; the same columns if samples have no weights. */
  readonly samples: NodeTicks;
  /** 1 if its function is not above it on the path. A function's totals are those of its outermost nodes. */
  readonly isOutermost: Uint8Array;
  /** For each function its first node, for each node the next one of its function; -1: none. */
  readonly firstOfFunction: Int32Array;
  readonly nextOfFunction: Int32Array;
  readonly firstChild: Int32Array;
  readonly nextSibling: Int32Array;
  /** The line of their function with most of the nodes' samples; undefined if no line is known. */
  readonly hottestLine: HottestOf;
  /** The line of their callers that most of the nodes' samples were called from. */
  readonly hottestCall: HottestOf;
  /** The same of own code, through whatever is between: for functions that cannot be opened. */
  readonly hottestOwnCall: HottestOf;
  readonly busyTicks: Ticks;
  /** Total time that the threads waited. */
  readonly idle: Microseconds;
  /** Busy samples without a stack: a filter left them out. */
  readonly hiddenTicks: Ticks;
}

const idleKind = functionKinds.indexOf("idle");
const inferred = certainties.indexOf("inferred");

export function hotTree(profile: SourceProfile): HotTree {
  const { functions, threads } = profile;
  const category = functions.name.map((_, func) => categoryOfFunction(profile, func));
  const nodes = new NumberPairs();
  const lines = new LineTicks();
  const calls = new LineTicks();
  const ownCalls = new LineTicks();
  const placed = threads.map((thread) => addThread(thread, profile, nodes, { lines, calls, ownCalls }));
  const isWeighted = threads.some(({ samples }) => samples.weight !== undefined);
  const leafSamples = new Int32Array(nodes.length);
  const leaves = isWeighted ? new Float64Array(nodes.length) : leafSamples;
  let busyTicks = 0;
  let idle = 0;
  let hiddenTicks = 0;
  for (const [index, thread] of threads.entries()) {
    const nodeOf = placed[index] as Int32Array;
    const { stack, weight } = thread.samples;
    for (let sample = 0; sample < stack.length; sample++) {
      checkStop(sample);
      const row = stack[sample] as number;
      const ticks = weight === undefined ? 1 : (weight[sample] as number);
      if (row !== -1 && functions.kind[thread.stacks.func[row] as number] === idleKind) {
        idle += ticks * thread.interval;
        continue;
      }
      busyTicks += ticks;
      const node = row === -1 ? -1 : (nodeOf[row] as number);
      if (node === -1) {
        hiddenTicks += ticks;
        continue;
      }
      leaves[node] = (leaves[node] as number) + ticks;
      if (isWeighted) leafSamples[node] = (leafSamples[node] as number) + 1;
    }
  }
  const parent = Int32Array.from(nodes.first);
  const func = Int32Array.from(nodes.second);
  const isOwn = (node: number): boolean => category[func[node] as number] === "own";
  const samples = sums(parent, leafSamples, isOwn);
  const weighed = isWeighted ? sums(parent, leaves, isOwn) : samples;
  const tree = stackTree(parent);
  return {
    parent,
    func,
    ...weighed,
    samples,
    isOutermost: outermost(tree, parent, func, functions.name.length),
    ...byFunction(func, functions.name.length),
    firstChild: tree.firstChild,
    nextSibling: tree.nextSibling,
    hottestLine: lines.hottest(func.length),
    hottestCall: calls.hottest(func.length),
    hottestOwnCall: ownCalls.hottest(func.length),
    busyTicks,
    idle,
    hiddenTicks,
  };
}

/** The category of a function's self time. */
export function categoryOfFunction({ functions, sources }: SourceProfile, func: number): Category {
  const source = sources[functions.source[func] as number];
  if (source !== undefined) return source.category;
  const kind = functionKinds[functions.kind[func] as number] ?? "native";
  return categories.find((category) => category === kind) ?? "native";
}

/** Adds the thread's paths; returns the node of each stack row; -1 for rows without samples. */
function addThread(
  thread: SourceThread,
  profile: SourceProfile,
  nodes: NumberPairs,
  { lines, calls, ownCalls }: { readonly lines: LineTicks; readonly calls: LineTicks; readonly ownCalls: LineTicks },
): Int32Array {
  const { stacks, samples } = thread;
  const { kind } = profile.functions;
  const own = ownRows(profile, thread);
  const count = stacks.prefix.length;
  const { stack, weight } = samples;
  const passing = weight === undefined ? new Int32Array(count) : new Float64Array(count);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    if (row !== -1 && kind[stacks.func[row] as number] !== idleKind)
      passing[row] = (passing[row] as number) + (weight === undefined ? 1 : (weight[sample] as number));
  }
  for (let row = count - 1; row >= 0; row--) {
    checkStop(row);
    const prefix = stacks.prefix[row] as number;
    if (prefix !== -1) passing[prefix] = (passing[prefix] as number) + (passing[row] as number);
  }
  const nodeOf = new Int32Array(count).fill(-1);
  for (let row = 0; row < count; row++) {
    checkStop(row);
    if (passing[row] === 0) continue;
    const caller = stacks.prefix[row] as number;
    const node = nodes.row(caller === -1 ? -1 : (nodeOf[caller] as number), stacks.func[row] as number);
    nodeOf[row] = node;
    lines.add(node, stacks, row, passing[row] as number);
    if (caller === -1) continue;
    calls.add(node, stacks, caller, passing[row] as number);
    if (own[caller] !== -1 && (own[row] !== row || own[caller] !== caller))
      ownCalls.add(node, stacks, own[caller] as number, passing[row] as number);
  }
  return nodeOf;
}

function sums(parent: Int32Array, self: TickColumn, isOwn: (node: number) => boolean): NodeTicks {
  const total = self.slice();
  const withLibraries = self.slice();
  for (let node = parent.length - 1; node >= 0; node--) {
    checkStop(node);
    const caller = parent[node] as number;
    if (caller === -1) continue;
    total[caller] = (total[caller] as number) + (total[node] as number);
    if (!isOwn(node)) withLibraries[caller] = (withLibraries[caller] as number) + (withLibraries[node] as number);
  }
  return { self, total, withLibraries };
}

function outermost(tree: ReturnType<typeof stackTree>, parent: Int32Array, func: Int32Array, functionCount: number): Uint8Array {
  const onPath = new PathKeys(functionCount);
  const isOutermost = new Uint8Array(func.length);
  walkStacks(
    tree,
    parent,
    (node) => {
      if (onPath.enter(func[node] as number)) isOutermost[node] = 1;
    },
    (node) => onPath.leave(func[node] as number),
  );
  return isOutermost;
}

function byFunction(func: Int32Array, functionCount: number): Pick<HotTree, "firstOfFunction" | "nextOfFunction"> {
  const firstOfFunction = new Int32Array(functionCount).fill(-1);
  const nextOfFunction = new Int32Array(func.length);
  for (let node = func.length - 1; node >= 0; node--) {
    checkStop(node);
    nextOfFunction[node] = firstOfFunction[func[node] as number] as number;
    firstOfFunction[func[node] as number] = node;
  }
  return { firstOfFunction, nextOfFunction };
}

/** Ticks of nodes by line; a line's first column seen stands for it. */
class LineTicks {
  readonly #places = new NumberPairs();
  readonly #columns: Column[] = [];
  readonly #inferred: boolean[] = [];
  readonly #entries = new NumberPairs();
  readonly #ticks: Ticks[] = [];

  /** Adds the line of a stack row, if it is known. */
  add(node: number, stacks: SourceStackTable, row: number, ticks: Ticks): void {
    if (stacks.source[row] === -1 || stacks.line[row] === 0) return;
    const place = this.#places.row(stacks.source[row] as number, stacks.line[row] as number);
    this.#columns[place] ??= stacks.column[row] as number;
    this.#inferred[place] = (this.#inferred[place] ?? true) && stacks.certainty[row] === inferred;
    const entry = this.#entries.row(node, place);
    this.#ticks[entry] = (this.#ticks[entry] ?? 0) + ticks;
  }

  hottest(nodeCount: number): HottestOf {
    const firstOfNode = new Int32Array(nodeCount).fill(-1);
    const nextOfNode = new Int32Array(this.#ticks.length);
    for (let entry = nextOfNode.length - 1; entry >= 0; entry--) {
      checkStop(entry);
      const node = this.#entries.first[entry] as number;
      nextOfNode[entry] = firstOfNode[node] as number;
      firstOfNode[node] = entry;
    }
    return (nodes) => {
      const sums = new Map<number, Ticks>();
      for (const node of nodes) {
        for (let entry = firstOfNode[node] as number; entry !== -1; entry = nextOfNode[entry] as number) {
          const place = this.#entries.second[entry] as number;
          sums.set(place, (sums.get(place) ?? 0) + (this.#ticks[entry] as number));
        }
      }
      let best: number | undefined;
      for (const [place, ticks] of sums) if (best === undefined || ticks > (sums.get(best) ?? 0)) best = place;
      return this.#place(best);
    };
  }

  #place(place: number | undefined): HotPlace | undefined {
    if (place === undefined) return undefined;
    return {
      source: this.#places.first[place] as number,
      line: this.#places.second[place] as number,
      column: this.#columns[place] as number,
      inferred: this.#inferred[place] as boolean,
    };
  }
}
