import type { Microseconds } from "../units.ts";

/** The worth of samples: the thread's `interval` each, times the weight if samples have one. */
interface SampleWorth {
  readonly interval: Microseconds;
  /** Per thread. */
  readonly weights: readonly (Float64Array | undefined)[];
}

/** Maximum difference between lengths that count as equal, as writers round them, unless it is a good part of a length. */
const rounding: Microseconds = 1;
const roundedPart = 1 / 50;

/**
 * Converts the durations of samples, by thread, to weights with a mean of 1 over the whole file. If all are equal, samples are counted
 * instead. Durations are never negative.
 */
export function sampleWorth(lengths: readonly Float64Array[]): SampleWorth {
  let count = 0;
  let sum = 0;
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const thread of lengths) {
    count += thread.length;
    for (let index = 0; index < thread.length; index++) {
      const length = thread[index] as number;
      sum += length;
      if (length < least) least = length;
      if (length > most) most = length;
    }
  }
  const interval = count === 0 ? 0 : most === least ? most : sum / count;
  const isEven = interval === 0 || most - least <= Math.min(rounding, interval * roundedPart);
  return { interval, weights: lengths.map((thread) => (isEven ? undefined : thread.map((length) => length / interval))) };
}
