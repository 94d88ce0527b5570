import { checkStop } from "../budget.ts";
import type { CostTicks, HeatBy } from "./heat.ts";
import type { HotPlace, HotTree, NodeTicks } from "./hot-tree.ts";
import { PathKeys } from "../profile/path-keys.ts";
import { walkStacks } from "../profile/stack-tree.ts";
import { sum } from "./thread-ticks.ts";
import { listed } from "./tree-rows.ts";
import type { Ticks } from "../units.ts";

export interface HotFunction extends CostTicks {
  readonly func: number;
  /** The number of samples of the ranked figure. */
  readonly samples: number;
  /** The line with most of its samples. */
  readonly place: HotPlace | undefined;
  /** The line of own code that most of them were called from, for a function that cannot be opened. */
  readonly ownCall: HotPlace | undefined;
  readonly hasCallers: boolean;
  readonly hasCallees: boolean;
}

/** A caller or callee on one path of calls. */
export interface HotStep {
  readonly func: number;
  readonly ticks: Ticks;
  readonly samples: number;
  /** For a caller the line that it calls from, for a callee its hottest line. */
  readonly place: HotPlace | undefined;
  readonly ownCall: HotPlace | undefined;
  /** Whether there are further callers or callees to show. */
  readonly goesOn: boolean;
}

/**
 * Every function with a node, hottest first. Self sums to busy minus hidden time; so does attributed time if own code is shown, minus
 * time without own code.
 */
export function rankFunctions(tree: HotTree, by: HeatBy, isOwn: (func: number) => boolean): readonly HotFunction[] {
  const { func, parent, isOutermost } = tree;
  const count = tree.ofFunction.start.length - 1;
  const [self, total, withLibraries, samples] = Array.from({ length: 4 }, () => new Float64Array(count)) as Figures;
  const hasCallers = new Uint8Array(count);
  const hasCallees = new Uint8Array(count);
  const own = Uint8Array.from({ length: count }, (_, each) => (isOwn(each) ? 1 : 0));
  for (let node = 0; node < func.length; node++) {
    checkStop(node);
    if (tree.total[node] === 0) continue;
    const ran = func[node] as number;
    sum(self, ran, tree.self[node] as number);
    if (isOutermost[node] === 1) sum(total, ran, tree.total[node] as number);
    if (own[ran] === 1) sum(withLibraries, ran, tree.withLibraries[node] as number);
    sum(samples, ran, weight(tree, node, by, tree.samples));
    const caller = parent[node] as number;
    if (caller === -1) continue;
    if (weight(tree, node, by) > 0) hasCallers[ran] = 1;
    const isShown = by === "withLibraries" ? own[ran] === 0 && (tree.withLibraries[node] as number) > 0 : isOutermost[caller] === 1;
    if (isShown) hasCallees[func[caller] as number] = 1;
  }
  const ranked: HotFunction[] = [];
  for (let each = 0; each < count; each++) {
    const ticks = { selfTicks: self[each] as number, totalTicks: total[each] as number, withLibrariesTicks: withLibraries[each] as number };
    if (ticksBy(ticks, by) === 0) continue;
    ranked.push({
      func: each,
      ...ticks,
      samples: samples[each] as number,
      // Getters, as only few of all functions are shown.
      get place() {
        return tree.hottestLine([tree.rowsOfFunction(each)]);
      },
      get ownCall() {
        return tree.hottestOwnCall([tree.rowsOfFunction(each)]);
      },
      hasCallers: hasCallers[each] === 1,
      hasCallees: hasCallees[each] === 1,
    });
  }
  return ranked.sort((a, b) => ticksBy(b, by) - ticksBy(a, by) || b.totalTicks - a.totalTicks || a.func - b.func);
}

type Figures = [Float64Array, Float64Array, Float64Array, Float64Array];

export function ticksBy(cost: CostTicks, by: HeatBy): Ticks {
  switch (by) {
    case "self":
      return cost.selfTicks;
    case "total":
      return cost.totalTicks;
    case "withLibraries":
      return cost.withLibrariesTicks;
  }
}

/**
 * Sums by the key of each function, in ticks or numbers of samples; total counts a sample once however many functions of the key it passes
 * through. Keys are 0 to `count` - 1.
 */
export function groupTicks(
  tree: Pick<HotTree, "func" | "parent" | "children">,
  ticks: NodeTicks,
  keyOf: (func: number) => number,
  count: number,
  isOwn: (func: number) => boolean,
): readonly CostTicks[] {
  const onPath = new PathKeys(count);
  const total = new Float64Array(count);
  const self = new Float64Array(count);
  const withLibraries = new Float64Array(count);
  const keys = tree.func.map((func, node) => {
    checkStop(node);
    return keyOf(func);
  });
  keys.forEach((key, node) => {
    checkStop(node);
    self[key] = (self[key] as number) + (ticks.self[node] as number);
    if (isOwn(tree.func[node] as number)) withLibraries[key] = (withLibraries[key] as number) + (ticks.withLibraries[node] as number);
  });
  walkStacks(
    tree.children,
    tree.parent,
    (node) => {
      const key = keys[node] as number;
      if (onPath.enter(key)) total[key] = (total[key] as number) + (ticks.total[node] as number);
    },
    (node) => onPath.leave(keys[node] as number),
  );
  return Array.from(self, (selfTicks, key) => ({
    selfTicks,
    totalTicks: total[key] as number,
    withLibrariesTicks: withLibraries[key] as number,
  }));
}

/**
 * The callers along a path: `path[0]` is the ranked function, each following one its caller. They share out the figure that it is ranked
 * by.
 */
export function callersAlong(tree: HotTree, path: readonly number[], by: HeatBy): readonly HotStep[] {
  const steps = new Steps(tree, tree.hottestCall);
  forEachNode(tree, path[0], (node) => {
    const ticks = weight(tree, node, by);
    if (ticks === 0) return;
    let below = node;
    for (const func of path.slice(1)) {
      below = tree.parent[below] as number;
      if (below === -1 || tree.func[below] !== func) return;
    }
    const caller = tree.parent[below] as number;
    if (caller === -1) return;
    steps.add(tree.func[caller] as number, ticks, weight(tree, node, by, tree.samples), below, tree.parent[caller] !== -1);
  });
  return steps.hottestFirst();
}

/**
 * The callees along a path: `path[0]` is the ranked function, each following one called by the one before. Ticks are totals under the
 * function's outermost calls; ranked by attributed time, without what own code further in accounts for.
 */
export function calleesAlong(tree: HotTree, path: readonly number[], by: HeatBy, isOwn: (func: number) => boolean): readonly HotStep[] {
  const steps = new Steps(tree, tree.hottestLine);
  const descend = (node: number, depth: number): void => {
    for (let child = tree.children.firstChild[node] as number; child !== -1; child = tree.children.nextSibling[child] as number) {
      const ticks = calleeWeight(tree, child, by, isOwn);
      if (ticks === 0) continue;
      if (depth < path.length) {
        if (tree.func[child] === path[depth]) descend(child, depth + 1);
        continue;
      }
      const samples = calleeWeight(tree, child, by, isOwn, tree.samples);
      steps.add(tree.func[child] as number, ticks, samples, child, callsAny(tree, child, by, isOwn));
    }
  };
  forEachNode(tree, path[0], (node) => {
    if (by === "withLibraries" || tree.isOutermost[node] === 1) descend(node, 1);
  });
  return steps.hottestFirst();
}

function forEachNode(tree: HotTree, func: number | undefined, visit: (node: number) => void): void {
  listed(tree.ofFunction, func ?? -1).forEach((node, at) => {
    checkStop(at);
    visit(node);
  });
}

/** Whether a node has callees to show. */
function callsAny(tree: HotTree, node: number, by: HeatBy, isOwn: (func: number) => boolean): boolean {
  for (let child = tree.children.firstChild[node] as number; child !== -1; child = tree.children.nextSibling[child] as number)
    if (calleeWeight(tree, child, by, isOwn) > 0) return true;
  return false;
}

/** A node's part of its function's figure. */
function weight(tree: HotTree, node: number, by: HeatBy, ticks: NodeTicks = tree): Ticks {
  switch (by) {
    case "self":
      return ticks.self[node] as number;
    case "total":
      return tree.isOutermost[node] === 1 ? (ticks.total[node] as number) : 0;
    case "withLibraries":
      return ticks.withLibraries[node] as number;
  }
}

function calleeWeight(tree: HotTree, node: number, by: HeatBy, isOwn: (func: number) => boolean, ticks: NodeTicks = tree): Ticks {
  if (by !== "withLibraries") return ticks.total[node] as number;
  return isOwn(tree.func[node] as number) ? 0 : (ticks.withLibraries[node] as number);
}

interface StepSum {
  ticks: Ticks;
  samples: number;
  readonly nodes: number[];
  goesOn: boolean;
}

/** Sums steps by function; the places are those of all its nodes together. */
class Steps {
  readonly #tree: HotTree;
  readonly #placeOf: HotTree["hottestLine"];
  readonly #byFunction = new Map<number, StepSum>();

  constructor(tree: HotTree, placeOf: HotTree["hottestLine"]) {
    [this.#tree, this.#placeOf] = [tree, placeOf];
  }

  add(func: number, ticks: Ticks, samples: number, node: number, goesOn: boolean): void {
    const known = this.#byFunction.get(func);
    if (known === undefined) {
      this.#byFunction.set(func, { ticks, samples, nodes: [node], goesOn });
      return;
    }
    known.ticks += ticks;
    known.samples += samples;
    known.nodes.push(node);
    known.goesOn ||= goesOn;
  }

  hottestFirst(): readonly HotStep[] {
    return [...this.#byFunction]
      .map(([func, { ticks, samples, nodes, goesOn }]) => {
        const rows = [...new Set(nodes)].map(this.#tree.rowsOfNode);
        return { func, ticks, samples, place: this.#placeOf(rows), ownCall: this.#tree.hottestOwnCall(rows), goesOn };
      })
      .sort((a, b) => b.ticks - a.ticks || a.func - b.func);
  }
}
