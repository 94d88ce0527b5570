import type { Microseconds } from "../units.ts";

/** What samples are worth: each its thread's `interval`, times its weight where samples have one. */
interface SampleWorth {
  readonly interval: Microseconds;
  /** Per thread. */
  readonly weights: readonly (Float64Array | undefined)[];
}

/** How far lengths that stand for one and the same may differ: writers round them. */
const rounding: Microseconds = 1;

/**
 * Turns how long the stack of each sample is said to have stood, by thread, into weights of which the mean is 1 over the whole file. Where all are alike the
 * samples are counted instead. Lengths are never negative.
 */
export function sampleWorth(lengths: readonly Float64Array[]): SampleWorth {
  let count = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const thread of lengths) {
    count += thread.length;
    for (const length of thread) {
      sum += length;
      if (length < least) least = length;
      if (length > most) most = length;
    }
  }
  const interval = count === 0 ? 0 : most === least ? most : sum / count;
  const isEven = interval === 0 || most - least <= rounding;
  return { interval, weights: lengths.map((thread) => (isEven ? undefined : thread.map((length) => length / interval))) };
}
