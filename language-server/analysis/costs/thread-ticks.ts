import { inSteps, inStepsBack } from "../budget.ts";
import { categories } from "./costs.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import { stackEnds, type StackEnds } from "./stack-ends.ts";
import { idleCategory, type StackRows } from "./stack-rows.ts";
import type { TickColumn, Ticks } from "../units.ts";

/** Samples of a thread by the stack row that they end in. */
export interface ThreadTicks {
  /** Busy samples: their ticks, and their number. The same column if samples have no weights. */
  readonly leafTicks: TickColumn;
  readonly leafSamples: Int32Array;
  /** All samples, including idle ones. */
  readonly ticks: Ticks;
  readonly busyTicks: Ticks;
  readonly samples: number;
  readonly busySamples: number;
  /** Busy ticks by category. */
  readonly composition: Float64Array;
}

/** A thread's samples and what costs need of their stacks. */
export interface CountedThread {
  readonly rows: StackRows;
  readonly ticks: ThreadTicks;
  readonly recorded: Int32Array | undefined;
}

const programCategory = categories.indexOf("program");

export function threadTicks({ prefix, category }: StackRows, thread: SourceThread): ThreadTicks {
  const ends = stackEnds(thread);
  const leafSamples = new Int32Array(prefix.length);
  const leafTicks = ends.samples === undefined ? new Float64Array(prefix.length) : leafSamples;
  const sums = { ticks: 0, busyTicks: 0, samples: 0, busySamples: 0, composition: new Float64Array(categories.length) };
  inSteps(ends.rows.length, (from, to) => addEnds(ends, category, sums, { leafTicks, leafSamples }, from, to));
  return { leafTicks, leafSamples, ...sums };
}

function addEnds(
  { rows, ticks: worths, samples: counts }: StackEnds,
  category: Uint8Array,
  sums: { -readonly [Sum in "ticks" | "busyTicks" | "samples" | "busySamples" | "composition"]: ThreadTicks[Sum] },
  { leafTicks, leafSamples }: Pick<ThreadTicks, "leafTicks" | "leafSamples">,
  from: number,
  to: number,
): void {
  const { composition } = sums;
  let { ticks, busyTicks, samples, busySamples } = sums;
  for (let at = from; at < to; at++) {
    const row = rows[at];
    const worth = worths[at];
    const count = counts === undefined ? 1 : counts[at];
    const kind = row === -1 ? programCategory : category[row];
    ticks += worth;
    samples += count;
    if (kind === idleCategory) continue;
    busySamples += count;
    busyTicks += worth;
    composition[kind] += worth;
    if (row === -1) continue;
    leafSamples[row] += count;
    if (leafTicks !== leafSamples) leafTicks[row] += worth;
  }
  Object.assign(sums, { ticks, busyTicks, samples, busySamples });
}

export function tickColumn(count: number, isWeighted: boolean): TickColumn {
  return isWeighted ? new Float64Array(count) : new Int32Array(count);
}

export function sum(sums: TickColumn, key: number, ticks: Ticks): void {
  sums[key] += ticks;
}

/** The order in which ticks are added up; undefined: that of the rows. Sums of weights depend on it in the last digits. */
export function addingOrder({ order }: StackRows, { leafTicks, leafSamples }: ThreadTicks): Int32Array | undefined {
  return leafTicks === leafSamples ? undefined : order;
}

/** Busy samples that pass through each row. */
export function passingSamples({ prefix }: StackRows, { leafSamples }: ThreadTicks): Int32Array {
  const passing = leafSamples.slice();
  sumUp(prefix, passing);
  return passing;
}

/** Busy ticks that pass through each row. */
export function passingTicks(rows: StackRows, ticks: ThreadTicks): TickColumn {
  if (ticks.leafTicks === ticks.leafSamples) return passingSamples(rows, ticks);
  const { kinds, passing } = passingByKind(rows, ticks);
  const all = new Float64Array(rows.prefix.length);
  for (let row = 0; row < all.length; row++) for (let part = 0; part < kinds.length; part++) all[row] += passing[row * kinds.length + part];
  return all;
}

interface PassingByKind {
  readonly kinds: readonly number[];
  readonly passing: TickColumn;
}

const known = new WeakMap<ThreadTicks, PassingByKind>();

/** The same by the kinds of innermost frames that there are (index in `categories`): as many values per row, computed once. */
export function passingByKind({ prefix, category }: StackRows, ticks: ThreadTicks): PassingByKind {
  const before = known.get(ticks);
  if (before !== undefined) return before;
  const { leafTicks, composition } = ticks;
  const kinds = [...categories.keys()].filter((kind) => composition[kind] !== 0);
  const parts = kinds.length;
  const partOf = Int32Array.from(categories, (_, kind) => kinds.indexOf(kind));
  const passing = leafTicks instanceof Int32Array ? new Int32Array(prefix.length * parts) : new Float64Array(prefix.length * parts);
  inStepsBack(prefix.length, (from, to) => {
    for (let row = to - 1; row >= from; row--) {
      const at = row * parts;
      if (leafTicks[row] !== 0) sum(passing, at + partOf[category[row]], leafTicks[row]);
      const caller = prefix[row] * parts;
      if (caller >= 0) for (let part = 0; part < parts; part++) sum(passing, caller + part, passing[at + part]);
    }
  });
  known.set(ticks, { kinds, passing });
  return { kinds, passing };
}

/** Adds to each row what those above it have. */
function sumUp(prefix: Int32Array, values: TickColumn): void {
  inStepsBack(prefix.length, (from, to) => addToCallers(prefix, values, from, to));
}

function addToCallers(prefix: Int32Array, values: TickColumn, from: number, to: number): void {
  for (let row = to - 1; row >= from; row--) {
    const caller = prefix[row];
    if (caller !== -1) values[caller] += values[row];
  }
}

/** Samples that pass through each row of the stacks as recorded, before repairs. Idle ones have no frame with a line, and are included. */
export function recordedTicks(prefix: Int32Array, recorded: Int32Array): Int32Array {
  const passing = new Int32Array(prefix.length);
  for (const row of recorded) if (row !== -1) passing[row] += 1;
  sumUp(prefix, passing);
  return passing;
}
