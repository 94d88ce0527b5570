import { checkStop } from "../budget.ts";
import { NumberPairs } from "../profile/number-pairs.ts";
import { PathKeys } from "../profile/path-keys.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { stackTree, walkStacks } from "../profile/stack-tree.ts";
import { placedRows, type CostKeys, type PlacedRows } from "./thread-rows.ts";

/** Number of equal time slices of a window: enough to see how ticks cluster, few enough to be cheap. */
export const sliceCount = 16;

/** Busy ticks by place and slice: `sliceCount` values per row. */
export interface SlicedTicks {
  readonly self: Float32Array;
  /** Only of own code. */
  readonly withLibraries: Float32Array;
  readonly total: Float32Array;
}

export interface SlicedCosts {
  /** By index in SourceProfile.functions. */
  readonly functions: SlicedTicks;
  readonly lines: SlicedTicks;
  /** Pairs (source, line): the rows of `lines`. */
  readonly lineKeys: NumberPairs;
  /** Those of these ticks that were in writes to sockets or files; undefined if there were none. */
  readonly writes: { readonly functions: SlicedTicks; readonly lines: SlicedTicks } | undefined;
  /** By slice only. */
  readonly busy: Float32Array;
}

/**
 * When in the window the ticks of every function and line occurred. Slices vary by more than chance if a garbage collection, warm-up or
 * burst of requests clusters ticks; errors must include that.
 */
export function slicedCosts(profile: SourceProfile): SlicedCosts {
  const keys: CostKeys = { lines: new NumberPairs(), columns: new NumberPairs() };
  const rows = profile.threads.map((thread) => placedRows(profile, thread, keys));
  const functions = slicedTicks(profile.functions.name.length);
  const lines = slicedTicks(keys.lines.length);
  const busy = new Float32Array(sliceCount);
  const end = profile.threads.reduce((latest, { samples }) => Math.max(latest, samples.time.at(-1) ?? 0), 0);
  let writes: SlicedCosts["writes"];
  const addThread = (thread: SourceThread, places: PlacedRows, leaves: Float32Array, to: NonNullable<SlicedCosts["writes"]>): void => {
    addLeaves(thread, places, leaves, to.functions, to.lines);
    sumUp(thread.stacks.prefix, leaves);
    addPaths(thread, places, leaves, to.functions.total, to.lines.total);
  };
  profile.threads.forEach((thread, index) => {
    const places = rows[index] as PlacedRows;
    const leaves = leafSlices(profile, thread, end, busy);
    const written = writtenLeaves(profile, thread, leaves);
    addThread(thread, places, leaves, { functions, lines });
    if (written === undefined) return;
    writes ??= { functions: slicedTicks(profile.functions.name.length), lines: slicedTicks(keys.lines.length) };
    addThread(thread, places, written, writes);
  });
  return { functions, lines, lineKeys: keys.lines, writes, busy };
}

/** The system calls of a C library, and Node's own functions that make them. */
const writeNames = /^_*(?:libc_)?(?:p?writev?|write(?:Buffer|\w+String)|send(?:to|msg|mmsg|file)?)(?:64)?$/;

/** The leaves that are writes; undefined if there are none. */
function writtenLeaves({ functions }: SourceProfile, { stacks }: SourceThread, leaves: Float32Array): Float32Array | undefined {
  const native = functionKinds.indexOf("native");
  let found: Float32Array | undefined;
  stacks.func.forEach((func, row) => {
    checkStop(row);
    if (functions.kind[func] !== native || !writeNames.test(functions.name[func] ?? "")) return;
    found ??= new Float32Array(leaves.length);
    found.set(leaves.subarray(row * sliceCount, (row + 1) * sliceCount), row * sliceCount);
  });
  return found;
}

function slicedTicks(rows: number): SlicedTicks {
  const make = (): Float32Array => new Float32Array(rows * sliceCount);
  return { self: make(), withLibraries: make(), total: make() };
}

/** Busy samples that end in each stack row, by slice. Samples without a time are divided by their order. */
function leafSlices({ functions }: SourceProfile, { stacks, samples }: SourceThread, end: number, busy: Float32Array): Float32Array {
  const idle = functionKinds.indexOf("idle");
  const leaves = new Float32Array(stacks.prefix.length * sliceCount);
  const count = samples.stack.length;
  const { weight } = samples;
  for (let index = 0; index < count; index++) {
    checkStop(index);
    const row = samples.stack[index] as number;
    if (row !== -1 && functions.kind[stacks.func[row] as number] === idle) continue;
    const part = end > 0 ? (samples.time[index] as number) / end : index / count;
    const slice = Math.min(sliceCount - 1, Math.max(0, Math.floor(part * sliceCount)));
    const worth = weight === undefined ? 1 : (weight[index] as number);
    busy[slice] = (busy[slice] as number) + worth;
    if (row !== -1) leaves[row * sliceCount + slice] = (leaves[row * sliceCount + slice] as number) + worth;
  }
  return leaves;
}

function addLeaves(thread: SourceThread, places: PlacedRows, leaves: Float32Array, functions: SlicedTicks, lines: SlicedTicks): void {
  const { func } = thread.stacks;
  places.leafTicks.forEach((ticks, row) => {
    checkStop(row);
    if (ticks === 0) return;
    const script = places.script[row] as number;
    if (script !== -1) {
      add(functions.self, func[script] as number, leaves, row);
      add(lines.self, places.line[script] as number, leaves, row);
    }
    const own = places.own[row] as number;
    if (own === -1) return;
    add(functions.withLibraries, func[own] as number, leaves, row);
    add(lines.withLibraries, places.line[own] as number, leaves, row);
  });
}

function add(sums: Float32Array, key: number, values: Float32Array, row: number): void {
  if (key === -1) return;
  const to = key * sliceCount;
  const from = row * sliceCount;
  for (let slice = 0; slice < sliceCount; slice++) sums[to + slice] = (sums[to + slice] as number) + (values[from + slice] as number);
}

/** Adds the samples that end in a row to all rows they pass through. */
function sumUp(prefix: Int32Array, values: Float32Array): void {
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    add(values, prefix[row] as number, values, row);
  }
}

/** Counts each sample once per place: only the first occurrence on a path. */
function addPaths(thread: SourceThread, places: PlacedRows, passing: Float32Array, functions: Float32Array, lines: Float32Array): void {
  const { prefix, func } = thread.stacks;
  const functionsOnPath = new PathKeys(functions.length / sliceCount);
  const linesOnPath = new PathKeys(lines.length / sliceCount);
  const functionOf = (row: number): number => (places.script[row] === row ? (func[row] as number) : -1);
  walkStacks(
    stackTree(prefix),
    prefix,
    (row) => {
      const passed = functionOf(row);
      if (functionsOnPath.enter(passed)) add(functions, passed, passing, row);
      const line = places.line[row] as number;
      if (linesOnPath.enter(line)) add(lines, line, passing, row);
    },
    (row) => {
      functionsOnPath.leave(functionOf(row));
      linesOnPath.leave(places.line[row] as number);
    },
  );
}
