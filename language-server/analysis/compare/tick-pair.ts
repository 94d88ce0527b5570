import { noiseTicks } from "../costs/sampling-error.ts";
import type { Ticks } from "../units.ts";

/** A cost in both runs, in ticks by time slice. Slices without any tick are a place without cost. */
export interface TickPair {
  readonly base: Float32Array;
  readonly next: Float32Array;
  /** All busy ticks by slice; undefined if not known by slice. */
  readonly whole?: { readonly base: Float32Array; readonly next: Float32Array } | undefined;
}

/** The worth of a tick in each run, per unit (a request, a second). */
export interface TickWorth {
  readonly base: number;
  readonly next: number;
}

export interface TickCount {
  readonly ticks: Ticks;
  readonly variance: number;
}

/**
 * Ticks and the variance of their number: that of chance, or that between the slices if they cluster. `whole`: all busy ticks by slice. Where these
 * come in other numbers, as on a busy machine, all code has them in common, and a comparison corrects for that: then what counts is how the place's
 * ticks vary against those of other code.
 */
export function tickCount(slices: Float32Array, whole?: Float32Array): TickCount {
  const ticks = slices.reduce((sum, each) => sum + each, 0);
  const count = slices.length;
  if (count < 2) return { ticks, variance: ticks };
  const between = (expected: (slice: number) => number): number => {
    let squares = 0;
    for (let slice = 0; slice < count; slice += 1) squares += ((slices[slice] as number) - expected(slice)) ** 2;
    return (squares / (count - 1)) * count;
  };
  const alone = between(() => ticks / count);
  const others = whole === undefined ? 0 : whole.reduce((sum, each) => sum + each, 0) - ticks;
  if (whole === undefined || others <= 0) return { ticks, variance: Math.max(ticks, alone) };
  const against = between((slice) => (((whole[slice] as number) - (slices[slice] as number)) * ticks) / others);
  return { ticks, variance: Math.max(ticks, Math.min(alone, against)) };
}

/** Whether a place has enough ticks to be tested. */
export function isTested({ base, next }: TickPair): boolean {
  return tickCount(base).ticks + tickCount(next).ticks >= noiseTicks;
}

/** Adds half a tick to both, so that a place without ticks has a logarithm. */
export function logRatio(before: Ticks, after: Ticks, worth: TickWorth): number {
  return Math.log(((after + 0.5) * worth.next) / ((before + 0.5) * worth.base));
}

export function relativeVariance({ ticks, variance }: TickCount): number {
  return (variance + 0.5) / (ticks + 0.5) ** 2;
}
