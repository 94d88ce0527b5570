import { checkStop, inSteps } from "../budget.ts";
import type { CostTicks, HeatBy } from "./heat.ts";
import type { HotPlace, HotTree, RowTicks } from "./hot-tree.ts";
import { walkStacks } from "../profile/stack-tree.ts";
import { sum } from "./thread-ticks.ts";
import { outermostRows, rowsOfFunction, type TreeRows } from "./tree-rows.ts";
import type { Ticks } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** Which keys (functions, lines) are on the path from the root during a walk of stacks, with counts; -1 means no key. */
export class PathKeys {
  readonly #times: Int32Array;

  constructor(keys: number) {
    this.#times = new Int32Array(keys);
  }

  /** True if the key was not on the path yet, so that it counts now. */
  enter(key: number): boolean {
    if (key === -1) return false;
    const times = this.#times[key];
    this.#times[key] = times + 1;
    return times === 0;
  }

  leave(key: number): void {
    if (key !== -1) this.#times[key] = this.#times[key] - 1;
  }
}

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
 * Every function with samples, hottest first. Self sums to busy minus hidden time; so does attributed time if own code is shown, minus
 * time without own code.
 */
export function rankFunctions(tree: HotTree, by: HeatBy, isOwn: (func: number) => boolean): readonly HotFunction[] {
  const count = tree.rows.ofFunction.start.length / 2 - 1;
  const [self, total, withLibraries, samples] = Array.from({ length: 4 }, () => new Float64Array(count)) as Columns;
  const [hasCallers, hasCallees] = [new Uint8Array(count), new Uint8Array(count)];
  const isOwnFunction = Uint8Array.from({ length: count }, (_, each) => (isOwn(each) ? 1 : 0));
  const figures = { self, total, withLibraries, samples, hasCallers, hasCallees };
  inSteps(tree.total.length, (from, to) => addFigures(tree, by, isOwnFunction, figures, from, to));
  const ranked: HotFunction[] = [];
  for (let each = 0; each < count; each++) {
    const ticks = { selfTicks: self[each], totalTicks: total[each], withLibrariesTicks: withLibraries[each] };
    if (ticksBy(ticks, by) === 0) continue;
    ranked.push({
      func: each,
      ...ticks,
      samples: samples[each],
      // Getters, as only few of all functions are shown.
      get place() {
        return tree.hottestLine(outermostRows(tree.rows, each));
      },
      get ownCall() {
        return tree.hottestOwnCall(outermostRows(tree.rows, each));
      },
      hasCallers: hasCallers[each] === 1,
      hasCallees: hasCallees[each] === 1,
    });
  }
  return ranked.sort((a, b) => ticksBy(b, by) - ticksBy(a, by) || b.totalTicks - a.totalTicks || a.func - b.func);
}

type Columns = [Float64Array, Float64Array, Float64Array, Float64Array];

/** Figures by function. */
interface Figures extends RowTicks {
  readonly samples: Float64Array;
  readonly hasCallers: Uint8Array;
  readonly hasCallees: Uint8Array;
}

function addFigures(
  tree: HotTree,
  by: HeatBy,
  own: Uint8Array,
  { self, total, withLibraries, samples, hasCallers, hasCallees }: Figures,
  from: number,
  to: number,
): void {
  const { func, parent, isOutermost } = tree.rows;
  for (let row = from; row < to; row++) {
    if (tree.total[row] === 0) continue;
    const ran = func[row];
    sum(self, ran, tree.self[row]);
    if (isOutermost[row] === 1) sum(total, ran, tree.total[row]);
    if (own[ran] === 1) sum(withLibraries, ran, tree.withLibraries[row]);
    sum(samples, ran, weight(tree, row, by, tree.samples));
    const caller = parent[row];
    if (caller === -1) continue;
    if (weight(tree, row, by) > 0) hasCallers[ran] = 1;
    const isShown = by === "withLibraries" ? own[ran] === 0 && tree.withLibraries[row] > 0 : isOutermost[caller] === 1;
    if (isShown) hasCallees[func[caller]] = 1;
  }
}

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
  { func, parent, children }: Pick<TreeRows, "func" | "parent" | "children">,
  ticks: RowTicks,
  keyOf: (func: number) => number,
  count: number,
  isOwn: (func: number) => boolean,
): readonly CostTicks[] {
  const onPath = new PathKeys(count);
  const total = new Float64Array(count);
  const self = new Float64Array(count);
  const withLibraries = new Float64Array(count);
  const keys = func.map((ran, row) => {
    checkStop(row);
    return keyOf(ran);
  });
  keys.forEach((key, row) => {
    checkStop(row);
    self[key] += ticks.self[row];
    if (isOwn(func[row])) withLibraries[key] += ticks.withLibraries[row];
  });
  walkStacks(
    children,
    parent,
    (row) => {
      const key = keys[row];
      if (onPath.enter(key)) total[key] += ticks.total[row];
    },
    (row) => onPath.leave(keys[row]),
  );
  return Array.from(self, (selfTicks, key) => ({
    selfTicks,
    totalTicks: total[key],
    withLibrariesTicks: withLibraries[key],
  }));
}

/**
 * The callers along a path: `path[0]` is the ranked function, each following one its caller. They share out the figure that it is ranked
 * by.
 */
export function callersAlong(tree: HotTree, path: readonly number[], by: HeatBy): readonly HotStep[] {
  const steps = new Steps(tree, tree.hottestCall);
  forEachRow(tree, path[0], (row) => {
    const ticks = weight(tree, row, by);
    if (ticks === 0) return;
    let below = row;
    for (const func of path.slice(1)) {
      below = tree.rows.parent[below];
      if (below === -1 || tree.rows.func[below] !== func) return;
    }
    const caller = tree.rows.parent[below];
    if (caller === -1) return;
    steps.add(tree.rows.func[caller], ticks, weight(tree, row, by, tree.samples), below, tree.rows.parent[caller] !== -1);
  });
  return steps.hottestFirst();
}

/**
 * The callees along a path: `path[0]` is the ranked function, each following one called by the one before. Ticks are totals under the
 * function's outermost calls; ranked by attributed time, without what own code further in accounts for.
 */
export function calleesAlong(tree: HotTree, path: readonly number[], by: HeatBy, isOwn: (func: number) => boolean): readonly HotStep[] {
  const steps = new Steps(tree, tree.hottestLine);
  const descend = (row: number, depth: number): void => {
    for (let child = tree.rows.children.firstChild[row]; child !== -1; child = tree.rows.children.nextSibling[child]) {
      const ticks = calleeWeight(tree, child, by, isOwn);
      if (ticks === 0) continue;
      if (depth < path.length) {
        if (tree.rows.func[child] === path[depth]) descend(child, depth + 1);
        continue;
      }
      const samples = calleeWeight(tree, child, by, isOwn, tree.samples);
      steps.add(tree.rows.func[child], ticks, samples, child, callsAny(tree, child, by, isOwn));
    }
  };
  forEachRow(tree, path[0], (row) => {
    if (by === "withLibraries" || tree.rows.isOutermost[row] === 1) descend(row, 1);
  });
  return steps.hottestFirst();
}

function forEachRow(tree: HotTree, func: number | undefined, visit: (row: number) => void): void {
  rowsOfFunction(tree.rows, func ?? -1).forEach((row, at) => {
    checkStop(at);
    visit(row);
  });
}

/** Whether a row has callees to show. */
function callsAny(tree: HotTree, row: number, by: HeatBy, isOwn: (func: number) => boolean): boolean {
  for (let child = tree.rows.children.firstChild[row]; child !== -1; child = tree.rows.children.nextSibling[child])
    if (calleeWeight(tree, child, by, isOwn) > 0) return true;
  return false;
}

/** A row's part of its function's figure. */
function weight(tree: HotTree, row: number, by: HeatBy, ticks: RowTicks = tree): Ticks {
  switch (by) {
    case "self":
      return ticks.self[row];
    case "total":
      return tree.rows.isOutermost[row] === 1 ? ticks.total[row] : 0;
    case "withLibraries":
      return ticks.withLibraries[row];
  }
}

function calleeWeight(tree: HotTree, row: number, by: HeatBy, isOwn: (func: number) => boolean, ticks: RowTicks = tree): Ticks {
  if (by !== "withLibraries") return ticks.total[row];
  return isOwn(tree.rows.func[row]) ? 0 : ticks.withLibraries[row];
}

interface StepSum {
  ticks: Ticks;
  samples: number;
  readonly rows: number[];
  goesOn: boolean;
}

/** Sums steps by function; the places are those of all its rows together. */
class Steps {
  readonly #tree: HotTree;
  readonly #placeOf: HotTree["hottestLine"];
  readonly #byFunction = new Map<number, StepSum>();

  constructor(tree: HotTree, placeOf: HotTree["hottestLine"]) {
    [this.#tree, this.#placeOf] = [tree, placeOf];
  }

  add(func: number, ticks: Ticks, samples: number, row: number, goesOn: boolean): void {
    const known = madeOnce(this.#byFunction, func, (): StepSum => ({ ticks: 0, samples: 0, rows: [], goesOn: false }));
    known.ticks += ticks;
    known.samples += samples;
    known.rows.push(row);
    known.goesOn ||= goesOn;
  }

  hottestFirst(): readonly HotStep[] {
    return [...this.#byFunction]
      .map(([func, { ticks, samples, rows, goesOn }]) => {
        const distinct = [...new Set(rows)];
        return { func, ticks, samples, place: this.#placeOf(distinct), ownCall: this.#tree.hottestOwnCall(distinct), goesOn };
      })
      .sort((a, b) => b.ticks - a.ticks || a.func - b.func);
  }
}
