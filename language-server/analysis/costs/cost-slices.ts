import { checkStop } from "../budget.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";
import { functionKinds } from "../profile/profile.ts";
import type { SourceProfile, SourceThread } from "../sources/source-profile.ts";
import { firsts, idleCategory, stackRows, type StackRows } from "./stack-rows.ts";

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
  const { keys, rows } = stackRows(profile);
  const functions = slicedTicks(profile.functions.name.length);
  const lines = slicedTicks(keys.lines.length);
  const busy = new Float32Array(sliceCount);
  const end = profile.threads.reduce((latest, { samples }) => Math.max(latest, samples.time.at(-1) ?? 0), 0);
  let writes: SlicedCosts["writes"];
  profile.threads.forEach((thread, index) => {
    const places = rows[index];
    const leaves = leafSlices(thread, places, end, busy);
    const written = writtenLeaves(profile, thread, leaves);
    addThread(places, leaves, { functions, lines });
    if (written === undefined) return;
    writes ??= { functions: slicedTicks(profile.functions.name.length), lines: slicedTicks(keys.lines.length) };
    addThread(places, written, writes);
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
function leafSlices({ samples }: SourceThread, { category }: StackRows, end: number, busy: Float32Array): Float32Array {
  const leaves = new Float32Array(category.length * sliceCount);
  const count = samples.stack.length;
  const { weight } = samples;
  for (let index = 0; index < count; index++) {
    checkStop(index);
    const row = samples.stack[index];
    if (category[row] === idleCategory) continue;
    const part = end > 0 ? samples.time[index] / end : index / count;
    const slice = Math.min(sliceCount - 1, Math.max(0, Math.floor(part * sliceCount)));
    const worth = weight === undefined ? 1 : weight[index];
    busy[slice] += worth;
    if (row !== -1) leaves[row * sliceCount + slice] += worth;
  }
  return leaves;
}

function addThread(
  { prefix, order, script, own, func, line, bits }: StackRows,
  slices: Float32Array,
  { functions, lines }: NonNullable<SlicedCosts["writes"]>,
): void {
  const addTo = (to: "self" | "withLibraries", row: number, leaf: number): void => {
    if (row === -1) return;
    add(functions[to], func[row], slices, leaf);
    if (line[row] !== -1) add(lines[to], line[row], slices, leaf);
  };
  for (let row = 0; row < prefix.length; row++) {
    checkStop(row);
    addTo("self", script[row], row);
    addTo("withLibraries", own[row], row);
  }
  for (let row = prefix.length - 1; row >= 0; row--) {
    checkStop(row);
    if (prefix[row] !== -1) add(slices, prefix[row], slices, row);
  }
  order.forEach((row, at) => {
    checkStop(at);
    const marks = bits[row];
    if ((marks & firsts.func) !== 0) add(functions.total, func[row], slices, row);
    if ((marks & firsts.line) !== 0) add(lines.total, line[row], slices, row);
  });
}

function add(sums: Float32Array, key: number, values: Float32Array, row: number): void {
  const to = key * sliceCount;
  const from = row * sliceCount;
  for (let slice = 0; slice < sliceCount; slice++) sums[to + slice] += values[from + slice];
}
