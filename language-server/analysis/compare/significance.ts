import { noiseTicks } from "../costs/sampling-error.ts";
import type { Share, Ticks } from "../units.ts";

/** One cost in both runs, in ticks, by slice of time. Slices without a tick in all are a place without a cost. */
export interface TickPair {
  readonly base: Float32Array;
  readonly next: Float32Array;
}

/** What a tick is worth in each run, per unit that is compared by (a request, a second). */
export interface TickWorth {
  readonly base: number;
  readonly next: number;
}

/** By how much all code alike got dearer, and how far single functions stray from that without a cause in the code. */
export interface Drift {
  /** Natural logarithm of the common factor. */
  readonly log: number;
  /** Standard error of `log`. */
  readonly error: number;
  /** Standard deviation of a function's own logarithm between two runs of the same code, beyond sampling. */
  readonly spread: number;
  /** The same for what does not change itself while all else changes much: see `strayByChange`. */
  readonly stray: number;
}

export interface Difference {
  readonly base: number;
  readonly next: number;
  readonly delta: number;
  /** 95 % interval of `delta`. */
  readonly low: number;
  readonly high: number;
  readonly verdict: "slower" | "faster" | "new" | "vanished" | "noise";
}

export interface Family {
  readonly drift: Drift;
  readonly worth: TickWorth;
  /** All busy time of each run, in the same unit. */
  readonly busy: { readonly base: number; readonly next: number };
  /** How many are tested together: the more, the stricter. */
  readonly tests: number;
}

/** Chance that, of all that is tested in one comparison of unchanged code, anything at all is called different. */
const familyError = 0.02;
/** A smaller change of one function does not count, however sure it is: runs on the same machine differ by as much. */
const smallestChange = Math.log(1.1);
/** A change below this part of the busy time (of the run where the cost is larger) does not count. */
const smallestShare: Share = 0.01;
/**
 * Nor does a change below this part of what all busy time changed by, where the code has ticks in both runs: a run that answers ten times
 * the requests interprets its rarer code for a smaller part of them, and so makes it cheaper tenfold, by up to this much in all.
 */
const smallestShareOfChange: Share = 0.03;
/** Two runs of the same code never agree better than this. */
const smallestSpread = 0.04;
/** What is taken for the spread where too few functions tell it. */
const usualSpread = 0.1;
const fewestForDrift = 8;
const largestSpread = 0.25;
/**
 * The more all busy time changed, the further unrelated code strays from the common factor: it runs warmer, in larger batches, and waits for
 * other threads that have work now. Per square of that change's logarithm: little where a tenth is gained, a factor of two to three where all
 * is gained but a tenth (seen in the samples' fixes).
 */
const strayByChange = 0.175;
const largestStray = 0.9;
/** Logarithm of the largest factor that is taken for the machine's. */
const largestDrift = Math.log(4);
/** Functions with less error than this have no more votes for it. */
const voteSpread = 0.5;

/** Ticks and the variance of their number: that of chance, or that between the slices where they bunch. */
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
 * What all functions have in common between two runs: a machine that is busy with something else, or code that is warmer, makes all of them
 * dearer or cheaper alike. A weighted median in which many cold functions outvote a few hot ones, for it is hot ones that people change;
 * what changed beyond `largestDrift` has a cause of its own and no vote. `pairs` must not overlap: self ticks of functions.
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
  // What the median deviation is beyond what sampling alone makes it, each by its own error.
  const strays = found.map(({ log: own, variance }) => ({
    value: Math.max(0, (own - log) ** 2 / medianOfChiSquare - variance),
    weight: 1 / (variance + usualSpread ** 2),
  }));
  const measured = Math.sqrt(weightedMedian(strays));
  const spread = Math.min(largestSpread, Math.max(smallestSpread, measured));
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
/** Standard error of a median against that of a mean, of normal variables. */
const medianInefficiency = 1.2533;

/**
 * Whether a place costs more or less than it did. To be called different it must differ when what all code alike gained or lost is taken
 * off, beyond chance for the whole family; its 95 % interval, with and without that, must not hold 0; and it must be a tenth at least and a
 * visible part of the busy time, and of what that changed by.
 */
export function differenceOf({ base, next }: TickPair, { drift, worth, busy, tests }: Family): Difference {
  const before = tickCount(base);
  const after = tickCount(next);
  const [costBefore, costAfter] = [before.ticks * worth.base, after.ticks * worth.next];
  const delta = costAfter - costBefore;
  const adjusted = costAfter / Math.exp(drift.log);
  const chance = normal95 * Math.hypot(worth.base * Math.sqrt(before.variance + 0.5), worth.next * Math.sqrt(after.variance + 0.5));
  const stray = Math.exp(normal95 * Math.hypot(drift.spread, drift.stray, drift.error));
  const figures = {
    base: costBefore,
    next: costAfter,
    delta,
    low: Math.min(costAfter, adjusted) / stray - costBefore - chance,
    high: Math.max(costAfter, adjusted) * stray - costBefore + chance,
  };
  const raw = logRatio(before.ticks, after.ticks, worth);
  const own = raw - drift.log;
  const error = Math.sqrt(relativeVariance(before) + relativeVariance(after) + drift.spread ** 2 + drift.stray ** 2 + drift.error ** 2);
  const certain = Math.abs(own) > criticalValue(tests) * error && Math.min(Math.abs(raw), Math.abs(own)) > smallestChange;
  const isInBoth = before.ticks > 0 && after.ticks > 0;
  const smallest = Math.max(
    smallestShare * (delta > 0 ? busy.next : busy.base),
    isInBoth ? smallestShareOfChange * Math.abs(busy.next - busy.base) : 0,
  );
  const visible = Math.abs(delta) > smallest;
  const outside = figures.low > 0 || figures.high < 0;
  if (!certain || !visible || !outside || raw * own <= 0) return { ...figures, verdict: "noise" };
  if (before.ticks === 0) return { ...figures, verdict: "new" };
  if (after.ticks === 0) return { ...figures, verdict: "vanished" };
  return { ...figures, verdict: delta > 0 ? "slower" : "faster" };
}

/** The ± to show beside a difference: how far its interval reaches towards 0, and beyond it where the difference may be none. */
export function errorOf({ delta, low, high }: Pick<Difference, "delta" | "low" | "high">): number {
  return Math.max(0, delta > 0 ? delta - low : high - delta);
}

/** Whether a place has ticks enough to be tested at all. */
export function isTested({ base, next }: TickPair): boolean {
  return tickCount(base).ticks + tickCount(next).ticks >= noiseTicks;
}

/** Two-sided 95 % point of the normal distribution. */
const normal95 = 1.959963984540054;

/** Half a tick is added to both: a place without a tick still has a logarithm. */
function logRatio(before: Ticks, after: Ticks, worth: TickWorth): number {
  return Math.log(((after + 0.5) * worth.next) / ((before + 0.5) * worth.base));
}

function relativeVariance({ ticks, variance }: { readonly ticks: Ticks; readonly variance: number }): number {
  return (variance + 0.5) / (ticks + 0.5) ** 2;
}

/** Slices of both runs, less their two means. */
const degreesOfFreedom = 30;

/** Two-sided point of Student's distribution that holds for `tests` tests together (Bonferroni; Hill's expansion from the normal point). */
export function criticalValue(tests: number): number {
  const z = normalPoint(1 - familyError / Math.max(1, tests) / 2);
  const n = degreesOfFreedom;
  return z + (z ** 3 + z) / (4 * n) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * n ** 2);
}

/** Where the normal distribution reaches `probability` (above a half): Abramowitz and Stegun 26.2.23, to 0.0005. */
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
