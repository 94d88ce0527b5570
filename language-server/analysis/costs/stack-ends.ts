import { inSteps } from "../budget.ts";
import type { SampleTable } from "../profile/profile.ts";
import type { SourceThread } from "../sources/source-profile.ts";
import type { TickColumn } from "../units.ts";

/** The stack rows that a thread's samples end in: each once if all samples are worth one; else each sample, as sums of weights depend on their order. */
export interface StackEnds {
  /** -1: no stack. */
  readonly rows: Int32Array;
  readonly ticks: TickColumn;
  /** Numbers of samples; undefined if each is one. */
  readonly samples: Int32Array | undefined;
}

const known = new WeakMap<SampleTable, StackEnds>();

/** Computed once for the samples. */
export function stackEnds({ samples, stacks }: Pick<SourceThread, "samples" | "stacks">): StackEnds {
  const before = known.get(samples);
  if (before !== undefined) return before;
  const { stack, weight } = samples;
  const ends = weight === undefined ? counted(stack, undefined, stacks.prefix.length) : { rows: stack, ticks: weight, samples: undefined };
  known.set(samples, ends);
  return ends;
}

/** The same samples where those that end in a row end in `to[row]`; the column of all is made when it is asked for. */
export function movedSamples(thread: SourceThread, to: Int32Array): SampleTable {
  const { samples } = thread;
  const moved = (rows: Int32Array): Int32Array => rows.map((row) => (row === -1 ? -1 : to[row]));
  let stack: Int32Array | undefined;
  const table: SampleTable = {
    get stack() {
      return (stack ??= moved(samples.stack));
    },
    get time() {
      return samples.time;
    },
    weight: samples.weight,
    tier: samples.tier,
    recorded: samples.recorded,
  };
  const ends = stackEnds(thread);
  if (ends.samples !== undefined) known.set(table, counted(moved(ends.rows), ends.samples, to.length));
  return table;
}

/** `counts`: how many samples end in each of the rows; undefined: one. */
function counted(ends: Int32Array, counts: Int32Array | undefined, rowCount: number): StackEnds {
  const sums = new Int32Array(rowCount + 1);
  inSteps(ends.length, (from, to) => {
    for (let at = from; at < to; at++) {
      const row = ends[at] + 1;
      sums[row] += counts === undefined ? 1 : counts[at];
    }
  });
  let length = 0;
  for (const sum of sums) if (sum !== 0) length++;
  const [rows, samples] = [new Int32Array(length), new Int32Array(length)];
  let next = 0;
  for (let row = 0; row < sums.length; row++) {
    if (sums[row] === 0) continue;
    rows[next] = row - 1;
    samples[next++] = sums[row];
  }
  return { rows, ticks: samples, samples };
}
