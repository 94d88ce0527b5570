import { checkStop } from "../budget.ts";
import { categories, type Category } from "./costs.ts";
import { mergedLines } from "./cost-totals.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { certainties, functionKinds } from "../profile/profile.ts";
import { sumUp } from "./thread-ticks.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { stackTree } from "../profile/stack-tree.ts";
import { treeRows, type TreeRows } from "./tree-rows.ts";
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
  const paths = new Paths(threads.map(({ stacks }) => treeRows(profile, stacks)));
  const placed = threads.map((thread, index) => paths.add(thread, index, passingTicks(profile, thread)));
  const nodeCount = paths.func.length;
  const isWeighted = threads.some(({ samples }) => samples.weight !== undefined);
  const leafSamples = new Int32Array(nodeCount);
  const leaves = isWeighted ? new Float64Array(nodeCount) : leafSamples;
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
  const parent = Int32Array.from(paths.parent);
  const func = Int32Array.from(paths.func);
  const isOwnFunction = functions.name.map((_, each) => categoryOfFunction(profile, each) === "own");
  const isOwn = (node: number): boolean => isOwnFunction[func[node] as number] === true;
  const samples = sums(parent, leafSamples, isOwn);
  const weighed = isWeighted ? sums(parent, leaves, isOwn) : samples;
  const { firstChild, nextSibling } = stackTree(parent);
  return {
    parent,
    func,
    ...weighed,
    samples,
    isOutermost: Uint8Array.from(paths.isOutermost),
    ...byFunction(func, functions.name.length),
    firstChild,
    nextSibling,
    ...paths.hottest(),
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

/** Busy ticks that pass through each row of the stacks. */
function passingTicks({ functions }: SourceProfile, { stacks, samples: { stack, weight } }: SourceThread): TickColumn {
  const passing = weight === undefined ? new Int32Array(stacks.prefix.length) : new Float64Array(stacks.prefix.length);
  for (let sample = 0; sample < stack.length; sample++) {
    checkStop(sample);
    const row = stack[sample] as number;
    if (row !== -1 && functions.kind[stacks.func[row] as number] !== idleKind)
      passing[row] = (passing[row] as number) + (weight === undefined ? 1 : (weight[sample] as number));
  }
  sumUp(stacks.prefix, passing);
  return passing;
}

/** By stack row the line that its samples count for; by line its place, and sums for one question, which are 0 before and after it. */
interface LinePlaces {
  readonly lineOf: Int32Array;
  readonly column: Int32Array;
  readonly isSure: Uint8Array;
  readonly sum: Float64Array;
  readonly part: Float64Array;
}

/** The nodes of a tree, and the stack rows that they are made of: only those with samples. */
class Paths {
  readonly parent: number[] = [];
  readonly func: number[] = [];
  readonly isOutermost: number[] = [];
  readonly #rows: readonly TreeRows[];
  readonly #lines: ReturnType<typeof mergedLines>;
  /** Of several threads: they have nodes in common. */
  readonly #nodes: NumberPairs | undefined;
  #length = 0;
  /** By stack row with samples; -1: none. */
  readonly #ticks: Float64Array;
  readonly #node: Int32Array;
  /** Row of `#lines`, its column, and whether it is inferred. */
  readonly #line: Int32Array;
  readonly #column: Int32Array;
  readonly #inferred: Uint8Array;
  /** The caller, and the nearest one in own code unless that is both the caller and the caller of own code. */
  readonly #caller: Int32Array;
  readonly #ownCaller: Int32Array;

  constructor(rows: readonly TreeRows[]) {
    this.#rows = rows;
    this.#lines = mergedLines(rows);
    this.#nodes = rows.length === 1 ? undefined : new NumberPairs();
    const most = rows.reduce((sum, { node }) => sum + node.length, 0);
    this.#ticks = new Float64Array(most);
    this.#inferred = new Uint8Array(most);
    this.#node = new Int32Array(most);
    this.#line = new Int32Array(most);
    this.#column = new Int32Array(most);
    this.#caller = new Int32Array(most);
    this.#ownCaller = new Int32Array(most);
  }

  /** Returns the node of each stack row of a thread; -1 for rows without samples. */
  add({ stacks }: SourceThread, thread: number, passing: TickColumn): Int32Array {
    const rows = this.#rows[thread] as TreeRows;
    const lineOf = this.#lines.rowsOf[thread] as Int32Array;
    const nodeOf = new Int32Array(passing.length).fill(-1);
    const nodeAt = new Int32Array(passing.length).fill(-1);
    const usedAt = new Int32Array(passing.length);
    for (let row = 0; row < passing.length; row++) {
      checkStop(row);
      if (passing[row] === 0) continue;
      const caller = stacks.prefix[row] as number;
      const path = rows.node[row] as number;
      if (nodeAt[path] === -1)
        nodeAt[path] = this.#add(
          caller === -1 ? -1 : (nodeOf[caller] as number),
          stacks.func[row] as number,
          rows.isOutermost[path] as number,
        );
      nodeOf[row] = nodeAt[path] as number;
      const used = this.#length++;
      usedAt[row] = used;
      this.#ticks[used] = passing[row] as number;
      this.#node[used] = nodeOf[row] as number;
      this.#line[used] = rows.line[row] === -1 ? -1 : (lineOf[rows.line[row] as number] as number);
      this.#column[used] = stacks.column[row] as number;
      this.#inferred[used] = stacks.certainty[row] === inferred ? 1 : 0;
      this.#caller[used] = caller === -1 ? -1 : (usedAt[caller] as number);
      const own = caller === -1 ? -1 : (rows.own[caller] as number);
      this.#ownCaller[used] = own === -1 || (rows.own[row] === row && own === caller) ? -1 : (usedAt[own] as number);
    }
    return nodeOf;
  }

  #add(parent: number, func: number, isOutermost: number): number {
    const node = this.#nodes?.row(parent, func) ?? this.func.length;
    if (node < this.func.length) return node;
    this.parent.push(parent);
    this.isOutermost.push(isOutermost);
    return this.func.push(func) - 1;
  }

  hottest(): Pick<HotTree, "hottestLine" | "hottestCall" | "hottestOwnCall"> {
    const first = new Int32Array(this.func.length).fill(-1);
    const next = new Int32Array(this.#length);
    for (let used = this.#length - 1; used >= 0; used--) {
      checkStop(used);
      const node = this.#node[used] as number;
      next[used] = first[node] as number;
      first[node] = used;
    }
    return {
      hottestLine: this.#hottestOf(first, next, Int32Array.from(next.keys())),
      hottestCall: this.#hottestOf(first, next, this.#caller),
      hottestOwnCall: this.#hottestOf(first, next, this.#ownCaller),
    };
  }

  /** `placeOf`: the row that has the line which a row's samples count for. A line's first column seen stands for it. */
  #hottestOf(first: Int32Array, next: Int32Array, placeOf: Int32Array): HottestOf {
    let places: LinePlaces | undefined;
    return (nodes) => {
      const { lineOf, column, isSure, sum, part } = (places ??= this.#places(placeOf));
      const lines: number[] = [];
      const seen: number[] = [];
      for (const node of nodes) {
        for (let used = first[node] as number; used !== -1; used = next[used] as number) {
          const line = lineOf[used] as number;
          if (line === -1) continue;
          if (part[line] === 0) seen.push(line);
          part[line] = (part[line] as number) + (this.#ticks[used] as number);
        }
        for (const line of seen) {
          if (sum[line] === 0) lines.push(line);
          sum[line] = (sum[line] as number) + (part[line] as number);
          part[line] = 0;
        }
        seen.length = 0;
      }
      let best = -1;
      for (const line of lines) if (best === -1 || (sum[line] as number) > (sum[best] as number)) best = line;
      for (const line of lines) sum[line] = 0;
      const { first: source, second: at } = this.#lines.lines;
      if (best === -1) return undefined;
      return { source: source[best] as number, line: at[best] as number, column: column[best] as number, inferred: isSure[best] === 0 };
    };
  }

  #places(placeOf: Int32Array): LinePlaces {
    const count = this.#lines.lines.length;
    const lineOf = new Int32Array(this.#length).fill(-1);
    const column = new Int32Array(count);
    const isSeen = new Uint8Array(count);
    const isSure = new Uint8Array(count);
    for (let used = 0; used < this.#length; used++) {
      checkStop(used);
      const at = placeOf[used] as number;
      const line = at === -1 ? -1 : (this.#line[at] as number);
      if (line === -1) continue;
      lineOf[used] = line;
      if (isSeen[line] === 0) column[line] = this.#column[at] as number;
      isSeen[line] = 1;
      if (this.#inferred[at] === 0) isSure[line] = 1;
    }
    return { lineOf, column, isSure, sum: new Float64Array(count), part: new Float64Array(count) };
  }
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
