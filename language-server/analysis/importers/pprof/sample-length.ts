import type { Microseconds } from "../../units.ts";

/** Profilers sample at most about 20,000 times a second: a shorter period is a unit of the values, such as 1 ns. */
const shortest: Microseconds = 10;
/** More samples than a recorder takes in half an hour at 1 ms: a divisor that gives as many is none of their length. */
const mostCounted = 2_000_000;
/** Of this many entries some have an odd number of samples, so that their common divisor is the length of one. */
const fewestEntries = 8;

/** The values of one time, and how many of them make a microsecond. */
export interface TimeColumn {
  readonly values: Float64Array;
  readonly perUs: number;
}

/**
 * How long a sample is if the file does not count them: its period, unless that cannot be or the times are multiples of a longer one.
 * Undefined if neither says it: each entry is then one sample.
 */
export function sampleLength({ values, perUs }: TimeColumn, period: Microseconds | undefined): Microseconds | undefined {
  let [divisor, sum, most, entries] = [0, 0, 0, 0];
  for (const value of values) {
    if (value === 0) continue;
    divisor = commonDivisor(divisor, value);
    sum += value;
    if (value > most) most = value;
    entries++;
  }
  const common = divisor / perUs;
  const isSampled = common >= shortest && sum / divisor <= mostCounted;
  if (!isPeriod(period)) return isSampled ? common : undefined;
  const isLonger = entries >= fewestEntries && common >= 2 * period;
  return isSampled && (isLonger || period > most / perUs) ? common : period;
}

/** Whether it can be the time between two samples. */
export function isPeriod(period: Microseconds | undefined): period is Microseconds {
  return period !== undefined && period >= shortest && Number.isFinite(period);
}

export function commonDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
