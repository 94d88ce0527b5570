import { inSteps, inStepsBack } from "../budget.ts";
import { categories, type Category } from "./costs.ts";
import { functionKinds } from "../profile/profile.ts";
import { stackEnds, type StackEnds } from "./stack-ends.ts";
import { sum } from "./thread-ticks.ts";
import type { SourceProfile } from "../sources/source-profile.ts";
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

type HottestOf = (rows: Int32Array | readonly number[]) => HotPlace | undefined;

/** Figures of stack rows. */
export interface RowTicks {
  /** Samples that end in the row. */
  readonly self: TickColumn;
  /** Samples that pass through it. */
  readonly total: TickColumn;
  /** The samples of `total` without own code further in: for a row of own code, the time attributed to it. */
  readonly withLibraries: TickColumn;
}

/** All threads' stacks as call trees: recursion cannot make a loop. Some rows may have no samples. */
export interface HotTree extends RowTicks {
  readonly rows: TreeRows;
  /** Sample counts; the same columns if samples have no weights. */
  readonly samples: RowTicks;
  /** The line of their function with most of the rows' samples; undefined if no line is known. */
  readonly hottestLine: HottestOf;
  /** The line of their callers that most of the rows' samples were called from. */
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
  const isWeighted = threads.some(({ samples }) => samples.weight !== undefined);
  const leafSamples = new Int32Array(rows.func.length);
  const leaves = isWeighted ? new Float64Array(rows.func.length) : leafSamples;
  const sums: EndSums = { busyTicks: 0, idleTicks: 0, hiddenTicks: 0, worthless: [] };
  const isIdle = Uint8Array.from(functions.kind, (kind) => (kind === idleKind ? 1 : 0));
  let idle = 0;
  for (const thread of threads) {
    const ends = stackEnds(thread);
    const start = rows.starts.get(thread.stacks) as number;
    sums.idleTicks = 0;
    inSteps(ends.rows.length, (from, to) => addEnds(ends, { func: rows.func, start, isIdle, leaves, leafSamples }, sums, from, to));
    idle += sums.idleTicks * thread.interval;
  }
  const isOwn = Uint8Array.from(functions.name, (_, each) => (categoryOfFunction(profile, each) === "own" ? 1 : 0));
  const ticks = rowTicks(rows, leaves, isOwn);
  for (const row of sums.worthless) if (ticks.total[row] !== 0) sum(leafSamples, row, 1);
  const lineTicks = new Float64Array(rows.lines.length);
  return {
    rows,
    ...ticks,
    samples: isWeighted ? rowTicks(rows, leafSamples, isOwn) : ticks,
    hottestLine: hottestOf(rows, ticks.total, undefined, lineTicks),
    hottestCall: hottestOf(rows, ticks.total, rows.parent, lineTicks),
    hottestOwnCall: hottestOf(rows, ticks.total, rows.ownCaller, lineTicks),
    busyTicks: sums.busyTicks,
    idle,
    hiddenTicks: sums.hiddenTicks,
  };
}

interface EndSums {
  busyTicks: Ticks;
  idleTicks: Ticks;
  hiddenTicks: Ticks;
  /** Stack rows of samples without any weight: they count where others are. */
  readonly worthless: number[];
}

/** The rows of all threads; those of a thread begin at `start`. */
interface Leaves {
  readonly func: Int32Array;
  readonly start: number;
  /** By function. */
  readonly isIdle: Uint8Array;
  readonly leaves: TickColumn;
  readonly leafSamples: Int32Array;
}

function addEnds(ends: StackEnds, { func, start, isIdle, leaves, leafSamples }: Leaves, sums: EndSums, from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const end = ends.rows[at];
    const row = start + end;
    const ticks = ends.ticks[at];
    if (end !== -1 && isIdle[func[row]] === 1) {
      sums.idleTicks += ticks;
      continue;
    }
    sums.busyTicks += ticks;
    if (end === -1) {
      sums.hiddenTicks += ticks;
      continue;
    }
    leaves[row] += ticks;
    if (ticks === 0) sums.worthless.push(row);
    else if (leaves !== leafSamples) leafSamples[row] += ends.samples === undefined ? 1 : ends.samples[at];
  }
}

/** The category of a function's self time. */
export function categoryOfFunction({ functions, sources }: SourceProfile, func: number): Category {
  const source = sources[functions.source[func]];
  if (source !== undefined) return source.category;
  const kind = functionKinds[functions.kind[func]] ?? "native";
  return categories.find((category) => category === kind) ?? "native";
}

function rowTicks(rows: TreeRows, self: TickColumn, isOwn: Uint8Array): RowTicks {
  const total = self.slice();
  const withLibraries = self.slice();
  inStepsBack(total.length, (from, to) => addToCallers(rows, total, withLibraries, isOwn, from, to));
  return { self, total, withLibraries };
}

function addToCallers(
  { parent, func }: TreeRows,
  total: TickColumn,
  withLibraries: TickColumn,
  isOwn: Uint8Array,
  from: number,
  to: number,
): void {
  for (let row = to - 1; row >= from; row--) {
    const caller = parent[row];
    const ticks = total[row];
    if (caller === -1 || ticks === 0) continue;
    total[caller] += ticks;
    if (isOwn[func[row]] === 0) withLibraries[caller] += withLibraries[row];
  }
}

/**
 * Finds the line that most samples of some rows count for: their own, or that of the rows that `placeOf` has for them. A line's first column
 * seen stands for it. `lineTicks` are 0 between two questions.
 */
function hottestOf(rows: TreeRows, passing: TickColumn, placeOf: Int32Array | undefined, lineTicks: Float64Array): HottestOf {
  const { line: lineOf } = rows;
  const { first: source, second: numbers } = rows.lines;
  let places: ReturnType<typeof seenPlaces> | undefined;
  return (list) => {
    const lines: number[] = [];
    for (let at = 0; at < list.length; at++) {
      const row = list[at];
      const worth = passing[row];
      const place = placeOf === undefined ? row : placeOf[row];
      const line = place === -1 || worth === 0 ? -1 : lineOf[place];
      if (line === -1) continue;
      if (lineTicks[line] === 0) lines.push(line);
      sum(lineTicks, line, worth);
    }
    let best = -1;
    for (const line of lines) if (best === -1 || lineTicks[line] > lineTicks[best]) best = line;
    for (const line of lines) lineTicks[line] = 0;
    if (best === -1) return undefined;
    places ??= seenPlaces(rows, passing, placeOf);
    const column = rows.column[places.first[best]];
    return { source: source[best], line: numbers[best], column, inferred: places.isSure[best] === 0 };
  };
}

/** By line the first row with samples that has it, and whether one has it for certain. */
function seenPlaces(rows: TreeRows, passing: TickColumn, placeOf: Int32Array | undefined) {
  const seen = { first: new Int32Array(rows.lines.length).fill(-1), isSure: new Uint8Array(rows.lines.length) };
  inSteps(passing.length, (from, to) => addSeen(rows, passing, placeOf, seen, from, to));
  return seen;
}

function addSeen(
  { line, inferred }: TreeRows,
  passing: TickColumn,
  placeOf: Int32Array | undefined,
  { first, isSure }: { readonly first: Int32Array; readonly isSure: Uint8Array },
  from: number,
  to: number,
): void {
  for (let row = from; row < to; row++) {
    const place = placeOf === undefined ? row : placeOf[row];
    const here = place === -1 || passing[row] === 0 ? -1 : line[place];
    if (here === -1) continue;
    if (first[here] === -1) first[here] = place;
    if (inferred[place] === 0) isSure[here] = 1;
  }
}
