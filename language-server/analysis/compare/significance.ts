import type { CostVerdict } from "./chance/verdict.ts";
import { noiseTicks } from "../costs/sampling-error.ts";
import type { Share, Ticks } from "../units.ts";

/** A cost in both runs, in ticks by time slice. Slices without any tick are a place without cost. */
export interface TickPair {
  readonly base: Float32Array;
  readonly next: Float32Array;
}

/** The worth of a tick in each run, per unit (a request, a second). */
export interface TickWorth {
  readonly base: number;
  readonly next: number;
}

/** By how much all code got slower or faster, and how much single functions deviate from that without a cause in the code. */
export interface Drift {
  /** Natural logarithm of the common factor. */
  readonly log: number;
  /** Standard error of `log`. */
  readonly error: number;
  /** Standard deviation of a function's own logarithm between two runs of the same code, beyond sampling. */
  readonly spread: number;
  /** The same for unchanged code while everything else changes much: see `strayByChange`. */
  readonly stray: number;
}

export interface Difference {
  readonly base: number;
  readonly next: number;
  readonly delta: number;
  /** The 95 % interval of `delta`. */
  readonly low: number;
  readonly high: number;
  readonly verdict: CostVerdict;
}

export interface Family {
  readonly drift: Drift;
  readonly worth: TickWorth;
  /** All busy time of each run, in the same unit. */
  readonly busy: { readonly base: number; readonly next: number };
  /** The number of simultaneous tests: the more, the stricter. */
  readonly tests: number;
}

/** Probability that a comparison of unchanged code reports any difference at all. */
const familyError = 0.02;
/** Smaller changes do not count, however certain: runs on one machine differ by as much. */
const smallestChange = Math.log(1.1);
/** A change below this share of busy time (of the run where the cost is larger) does not count. */
const smallestShare: Share = 0.01;
/**
 * A change below this share of the change of all busy time does not count either, if the code has ticks in both runs: a run that answers
 * ten times the requests runs rare code warmer, which makes it up to ten times cheaper.
 */
const smallestShareOfChange: Share = 0.03;
/** Two runs of the same code never agree better than this. */
const smallestSpread = 0.04;
/** The spread to assume if too few functions show it. */
const usualSpread = 0.1;
/**
 * Of fewer functions too many may have changed. With a minimum of eight, short runs on a busy machine, where each request costs more, would
 * stay uncorrected.
 */
const fewestForDrift = 6;
/** A spread below `usualSpread` counts only if at least this many functions show it. */
const fewestForSpread = 8;
const largestSpread = 0.25;
/**
 * The more all busy time changed, the more unrelated code deviates from the common factor: it runs warmer, in larger batches, and waits for
 * other threads. Per square of that change's logarithm: little for a gain of a tenth, a factor of two to three for a tenfold gain (measured
 * with the samples' fixes).
 */
const strayByChange = 0.175;
const largestStray = 0.9;
/** Logarithm of the largest factor attributed to the machine. */
const largestDrift = Math.log(4);
/** Functions with a smaller error get no more weight than this one. */
const voteSpread = 0.5;

/** Ticks and the variance of their number: that of chance, or that between the slices if they cluster. */
export function tickCount(slices: Float32Array): { readonly ticks: Ticks; readonly variance: number } {
  let ticks = 0;
  for (const value of slices) ticks += value;
  const mean = ticks / slices.length;
  let squares = 0;
  for (const value of slices) squares += (value - mean) ** 2;
  const between = slices.length < 2 ? 0 : (squares / (slices.length - 1)) * slices.length;
  return { ticks, variance: Math.max(ticks, between) };
}

/**
 * The common factor of all functions between two runs: a busy machine or warmer code changes them all alike. A weighted median in which
 * many cold functions outvote a few hot ones, as people change the hot ones; changes beyond `largestDrift` have a cause of their own and no
 * weight. `pairs` must not overlap: self ticks of functions.
 */
export function driftOf(pairs: readonly TickPair[], worth: TickWorth, busy: Family["busy"]): Drift {
  const whole = busy.base > 0 && busy.next > 0 ? Math.log(busy.next / busy.base) : 0;
  const found = pairs.flatMap((pair) => {
    const before = tickCount(pair.base);
    const after = tickCount(pair.next);
    const log = logRatio(before.ticks, after.ticks, worth);
    if (!isTested(pair) || Math.abs(log) > largestDrift) return [];
    const variance = relativeVariance(before) + relativeVariance(after);
    return { log, variance, weight: 1 / (variance + voteSpread ** 2) };
  });
  if (found.length < fewestForDrift) return { log: 0, error: 0, spread: usualSpread, stray: strayOf(whole) };
  const log = weightedMedian(found.map(({ log: value, weight }) => ({ value, weight })));
  // How much the median deviation exceeds that of sampling alone.
  const strays = found.map(({ log: own, variance }) => ({
    value: Math.max(0, (own - log) ** 2 / medianOfChiSquare - variance),
    weight: 1 / (variance + usualSpread ** 2),
  }));
  const measured = Math.sqrt(weightedMedian(strays));
  const spread = Math.min(largestSpread, Math.max(found.length < fewestForSpread ? usualSpread : smallestSpread, measured));
  const stray = strayOf(whole - log);
  const sum = sumOf(found.map(({ weight }) => weight));
  const effective = sum ** 2 / sumOf(found.map(({ weight }) => weight ** 2));
  const variance = sumOf(found.map(({ variance: own, weight }) => own * weight)) / sum;
  return { log, error: medianInefficiency * Math.sqrt((spread ** 2 + stray ** 2 + variance) / effective), spread, stray };
}

function strayOf(change: number): number {
  return Math.min(largestStray, strayByChange * change ** 2);
}

/** Median of the square of a standard normal variable. */
const medianOfChiSquare = 0.4549;
/** Ratio of the standard errors of median and mean, for normal variables. */
const medianInefficiency = 1.2533;

/**
 * Whether a place costs more or less than before. It is significant if it differs beyond chance for the whole family, corrected for the
 * common factor; if its 95 % interval, corrected and uncorrected, excludes 0; and if it is at least a tenth and a visible share of busy
 * time and of its change. Code that was edited has a cause of its own, so what unrelated code may stray is not allowed for.
 */
export function differenceOf({ base, next }: TickPair, { drift, worth, busy, tests }: Family, isEdited = false): Difference {
  const strayOfCode = isEdited ? 0 : drift.stray;
  const before = tickCount(base);
  const after = tickCount(next);
  const [costBefore, costAfter] = [before.ticks * worth.base, after.ticks * worth.next];
  const delta = costAfter - costBefore;
  const adjusted = costAfter / Math.exp(drift.log);
  const chance = normal95 * Math.hypot(worth.base * Math.sqrt(before.variance + 0.5), worth.next * Math.sqrt(after.variance + 0.5));
  const stray = Math.exp(normal95 * Math.hypot(drift.spread, strayOfCode, drift.error));
  const figures = {
    base: costBefore,
    next: costAfter,
    delta,
    low: Math.min(costAfter, adjusted) / stray - costBefore - chance,
    high: Math.max(costAfter, adjusted) * stray - costBefore + chance,
  };
  const raw = logRatio(before.ticks, after.ticks, worth);
  const own = raw - drift.log;
  const error = Math.sqrt(relativeVariance(before) + relativeVariance(after) + drift.spread ** 2 + strayOfCode ** 2 + drift.error ** 2);
  const certain = Math.abs(own) > criticalValue(tests) * error && Math.min(Math.abs(raw), Math.abs(own)) > smallestChange;
  const mayBeWarmer = !isEdited && before.ticks > 0 && after.ticks > 0;
  const smallest = Math.max(
    smallestShare * (delta > 0 ? busy.next : busy.base),
    mayBeWarmer ? smallestShareOfChange * Math.abs(busy.next - busy.base) : 0,
  );
  const visible = Math.abs(delta) > smallest;
  const outside = figures.low > 0 || figures.high < 0;
  if (!certain || !visible || !outside || raw * own <= 0) return { ...figures, verdict: "noise" };
  if (before.ticks === 0) return { ...figures, verdict: "new" };
  if (after.ticks === 0) return { ...figures, verdict: "vanished" };
  return { ...figures, verdict: delta > 0 ? "slower" : "faster" };
}

/** The ± to show beside a difference: the distance to the interval's end that is nearer to 0. */
export function errorOf({ delta, low, high }: Pick<Difference, "delta" | "low" | "high">): number {
  return Math.max(0, delta > 0 ? delta - low : high - delta);
}

/** Whether a place has enough ticks to be tested. */
export function isTested({ base, next }: TickPair): boolean {
  return tickCount(base).ticks + tickCount(next).ticks >= noiseTicks;
}

/** Two-sided 95 % point of the normal distribution. */
const normal95 = 1.959963984540054;

/** Adds half a tick to both, so that a place without ticks has a logarithm. */
function logRatio(before: Ticks, after: Ticks, worth: TickWorth): number {
  return Math.log(((after + 0.5) * worth.next) / ((before + 0.5) * worth.base));
}

function relativeVariance({ ticks, variance }: { readonly ticks: Ticks; readonly variance: number }): number {
  return (variance + 0.5) / (ticks + 0.5) ** 2;
}

/** Slices of both runs, less their two means. */
const degreesOfFreedom = 30;

/**
 * Two-sided critical value of Student's distribution for `tests` simultaneous tests (Bonferroni; Hill's expansion from the normal value).
 */
export function criticalValue(tests: number): number {
  const z = normalPoint(1 - familyError / Math.max(1, tests) / 2);
  const n = degreesOfFreedom;
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2);
}

/** Inverse of the normal distribution for `probability` above a half: Abramowitz and Stegun 26.2.23, to 0.0005. */
function normalPoint(probability: number): number {
  const t = Math.sqrt(-2 * Math.log(1 - probability));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}

function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sumOf(sorted.map(({ weight }) => weight)) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
