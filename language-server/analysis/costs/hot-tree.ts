import { checkStop } from "../budget.ts";
import { categories, type Category } from "./costs.ts";
import { functionKinds } from "../profile/profile.ts";
import { stackEnds } from "./stack-ends.ts";
import { sum, sumUp, tickColumn } from "./thread-ticks.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
import { listed, treeRows, type TreeNodes, type TreeRows } from "./tree-rows.ts";
import type { Column, Line, Microseconds, TickColumn, Ticks } from "../units.ts";

/** A line with ticks. */
export interface HotPlace {
  /** Index in SourceProfile.sources. */
  readonly source: number;
  readonly line: Line;
  readonly column: Column;
  readonly inferred: boolean;
}

/** `rows`: stack rows of the nodes in question. */
type HottestOf = (rows: readonly Int32Array[]) => HotPlace | undefined;

/** Figures of a tree's nodes. */
export interface NodeTicks {
  /** Samples that end in the node. */
  readonly self: TickColumn;
  /** Samples that pass through it. */
  readonly total: TickColumn;
  /** The samples of `total` without own code further in: for a node of own code, the time attributed to it. */
  readonly withLibraries: TickColumn;
}

/** All threads' stacks as one call tree: a node is a path of functions, so recursion cannot make a loop. Some nodes may have no samples. */
export interface HotTree extends NodeTicks, TreeNodes {
  /** Sample counts; the same columns if samples have no weights. */
  readonly samples: NodeTicks;
  readonly rowsOfNode: (node: number) => Int32Array;
  /** Those of its outermost nodes. */
  readonly rowsOfFunction: (func: number) => Int32Array;
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

export function hotTree(profile: SourceProfile): HotTree {
  const { functions, threads } = profile;
  const rows = treeRows(profile);
  const { parent, func, isOutermost, ofFunction } = rows.nodes;
  const isWeighted = threads.some(({ samples }) => samples.weight !== undefined);
  const passing = tickColumn(rows.node.length, isWeighted);
  const leafSamples = new Int32Array(parent.length);
  const leaves = isWeighted ? new Float64Array(parent.length) : leafSamples;
  /** Stack rows of samples without any weight: they count where others are. */
  const worthless: number[] = [];
  let busyTicks = 0;
  let idle = 0;
  let hiddenTicks = 0;
  for (const thread of threads) {
    const { stacks, interval } = thread;
    const ends = stackEnds(thread);
    const start = rows.starts.get(stacks) as number;
    let idleTicks = 0;
    for (let at = 0; at < ends.rows.length; at++) {
      checkStop(at);
      const row = ends.rows[at] as number;
      const ticks = ends.ticks[at] as number;
      if (row !== -1 && functions.kind[stacks.func[row] as number] === idleKind) {
        idleTicks += ticks;
        continue;
      }
      busyTicks += ticks;
      if (row === -1) {
        hiddenTicks += ticks;
        continue;
      }
      const node = rows.node[start + row] as number;
      sum(passing, start + row, ticks);
      sum(leaves, node, ticks);
      if (ticks === 0) worthless.push(start + row);
      else if (isWeighted) sum(leafSamples, node, ends.samples === undefined ? 1 : (ends.samples[at] as number));
    }
    idle += idleTicks * interval;
  }
  sumUp(rows.prefix, passing);
  for (const row of worthless) if (passing[row] !== 0) sum(leafSamples, rows.node[row] as number, 1);
  const isOwn = Uint8Array.from(functions.name, (_, each) => (categoryOfFunction(profile, each) === "own" ? 1 : 0));
  const samples = sums(rows.nodes, leafSamples, isOwn);
  const scratch = new Float64Array(rows.lines.length);
  return {
    parent,
    func,
    isOutermost,
    ofFunction,
    get children() {
      return rows.nodes.children;
    },
    ...(isWeighted ? sums(rows.nodes, leaves, isOwn) : samples),
    samples,
    rowsOfNode: (node) => listed(rows.ofNode, node),
    rowsOfFunction: (each) => listed(rows.ofOutermost, each),
    hottestLine: hottestOf(rows, passing, undefined, scratch),
    hottestCall: hottestOf(rows, passing, rows.prefix, scratch),
    hottestOwnCall: hottestOf(rows, passing, rows.ownCaller, scratch),
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

function sums({ parent, func }: TreeNodes, self: TickColumn, isOwn: Uint8Array): NodeTicks {
  const total = self.slice();
  const withLibraries = self.slice();
  for (let node = parent.length - 1; node >= 0; node--) {
    checkStop(node);
    const caller = parent[node] as number;
    if (caller === -1) continue;
    sum(total, caller, total[node] as number);
    if (isOwn[func[node] as number] === 0) sum(withLibraries, caller, withLibraries[node] as number);
  }
  return { self, total, withLibraries };
}

/**
 * Finds the line that most samples of some rows count for: their own, or that of the rows that `placeOf` has for them. A line's first column
 * seen stands for it. `ticks` by line are 0 between two questions.
 */
function hottestOf(rows: TreeRows, passing: TickColumn, placeOf: Int32Array | undefined, ticks: Float64Array): HottestOf {
  const { line: lineOf } = rows;
  const { first: source, second: numbers } = rows.lines;
  let places: ReturnType<typeof seenPlaces> | undefined;
  return (lists) => {
    const lines: number[] = [];
    for (const list of lists)
      for (let at = 0; at < list.length; at++) {
        const row = list[at] as number;
        const worth = passing[row] as number;
        const place = placeOf === undefined ? row : (placeOf[row] as number);
        const line = place === -1 || worth === 0 ? -1 : (lineOf[place] as number);
        if (line === -1) continue;
        if (ticks[line] === 0) lines.push(line);
        sum(ticks, line, worth);
      }
    let best = -1;
    for (const line of lines) if (best === -1 || (ticks[line] as number) > (ticks[best] as number)) best = line;
    for (const line of lines) ticks[line] = 0;
    if (best === -1) return undefined;
    places ??= seenPlaces(rows, passing, placeOf);
    const column = rows.column[places.first[best] as number] as number;
    return { source: source[best] as number, line: numbers[best] as number, column, inferred: places.isSure[best] === 0 };
  };
}

/** By line the first row with samples that has it, and whether one has it for certain. */
function seenPlaces({ line, lines, inferred }: TreeRows, passing: TickColumn, placeOf: Int32Array | undefined) {
  const first = new Int32Array(lines.length).fill(-1);
  const isSure = new Uint8Array(lines.length);
  for (let row = 0; row < passing.length; row++) {
    checkStop(row);
    const place = placeOf === undefined ? row : (placeOf[row] as number);
    const here = place === -1 || passing[row] === 0 ? -1 : (line[place] as number);
    if (here === -1) continue;
    if (first[here] === -1) first[here] = place;
    if (inferred[place] === 0) isSure[here] = 1;
  }
  return { first, isSure };
}
