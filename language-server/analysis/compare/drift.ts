import { isTested, logRatio, relativeVariance, tickCount, type TickPair, type TickWorth } from "./tick-pair.ts";
import type { Milliseconds, Share } from "../units.ts";
import { betweenStarts, usualVariance } from "./chance/headline.ts";
import type { MeasuredStart } from "./chance/measured-start.ts";

/** What is known of both runs beside their samples. */
export interface Machine {
  /** CPU time per unit; undefined if unknown. */
  readonly cpu: { readonly base: Milliseconds | undefined; readonly next: Milliseconds | undefined };
  /** Of the logarithm of one start's CPU time per unit. */
  readonly variance: number;
}

export const unknownMachine: Machine = { cpu: { base: undefined, next: undefined }, variance: usualVariance };

/** What two starts of the app differ by in CPU time; `groups`: its runs by equal text. */
export function cpuVariance(groups: readonly (readonly MeasuredStart[])[]): number {
  return betweenStarts(groups.map((group) => group.flatMap(({ figures }) => figures.cpu ?? []))).variance;
}

/** Busy time without CPU also comes from calls that wait, so that its ratio is believed only by half. */
const doubted = 0.5;

/** `busy`: of all samples, in the same unit. `lost`: share of it in which others had the core, or a call waited. */
export function machineOf({ cpu, variance }: Machine, busy: { readonly base: Milliseconds; readonly next: Milliseconds }) {
  const lostOf = (side: "base" | "next"): Share => {
    const used = cpu[side];
    return used === undefined || busy[side] === 0 ? 0 : Math.min(0.99, Math.max(0, 1 - used / busy[side]));
  };
  const lost = { base: lostOf("base"), next: lostOf("next") };
  const log = Math.log((1 - lost.base) / (1 - lost.next));
  const expected: ExpectedDrift = { log, error: Math.hypot(Math.sqrt(2 * variance), doubted * log) };
  return { lost, expected };
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
  /** False if there was too little code to distinguish the machine from a change; then `log` is what is known without it. */
  readonly isSeen: boolean;
}

/** What is known of the common factor before any code is looked at. */
interface ExpectedDrift {
  readonly log: number;
  /** Standard error of `log`. */
  readonly error: number;
}

/** Two runs of the same code never agree better than this. */
const smallestSpread = 0.02;
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
/** What a function may deviate in any case, and in terms of what half of them do. */
const largestDeviation = 0.1;
const farFromUsual = 2.5;
/** With a larger error, other code says too little. */
const largestSeenError = 0.15;
/**
 * The more all busy time changed, the more unrelated code deviates from the common factor: it runs warmer, in larger batches, and waits for
 * other threads. Per square of that change's logarithm: little for a gain of a tenth, a factor of two to three for a tenfold gain (measured
 * with the samples' fixes).
 */
const strayByChange = 0.175;
const largestStray = 0.9;
/** Logarithm of the largest factor attributed to the machine. */
const largestDrift = Math.log(4);
/** Functions with a smaller error get no more weight than this one: many cold functions outvote a few hot ones, as people change the hot ones. */
const voteSpread = 0.06;
/** What is seen and what was expected contradict each other from so many errors on; then what is seen counts. */
const contradiction = 3;

interface Vote {
  readonly log: number;
  readonly variance: number;
  readonly weight: number;
}

/**
 * The common factor of all functions between two runs: a busy machine or warmer code changes them all alike. A weighted median, with what was
 * expected weighed in by its error; changes beyond `largestDrift` have a cause of their own and no weight. `pairs` must not overlap: self ticks
 * of functions. `whole`: logarithm of the change of all busy time per unit.
 */
export function driftOf(pairs: readonly TickPair[], worth: TickWorth, whole: number, expected: ExpectedDrift): Drift {
  const votes = pairs.flatMap((pair) => {
    const [before, after] = [tickCount(pair.base, pair.whole?.base), tickCount(pair.next, pair.whole?.next)];
    const log = logRatio(before.ticks, after.ticks, worth);
    if (!isTested(pair) || Math.abs(log) > largestDrift) return [];
    const variance = relativeVariance(before) + relativeVariance(after);
    return [{ log, variance, weight: 1 / (variance + voteSpread ** 2) }];
  });
  if (votes.length < fewestForDrift) return { ...expected, spread: usualSpread, stray: strayOf(whole - expected.log), isSeen: false };
  const log = weightedMedian(votes.map(({ log: value, weight }) => ({ value, weight })));
  const spread = spreadOf(votes, log);
  const error = errorOfMedian(votes, Math.hypot(spread, strayOf(whole - log)));
  const both = weighed({ log, error }, expected);
  return { ...both, spread, stray: strayOf(whole - both.log), isSeen: error <= largestSeenError };
}

/**
 * By how much votes deviate beyond sampling: the mean square with the best weights for a component of a variance (those of means, squared), in which few
 * hot functions decide, and the median of all, each by what it can show. Votes that deviate by much more than most count as if they did not, as their
 * code may have changed.
 */
function spreadOf(votes: readonly Vote[], log: number): number {
  const usual = Math.sqrt(
    weightedMedian(
      votes.map(({ log: own, variance }) => ({
        value: Math.max(0, (own - log) ** 2 / medianOfChiSquare - variance),
        weight: 1 / (variance + usualSpread ** 2),
      })),
    ),
  );
  const most = Math.max(largestDeviation, farFromUsual * usual);
  const weights = votes.map(({ variance }) => 1 / (variance + voteSpread ** 2) ** 2);
  const beyond = votes.reduce((sum, { log: own, variance }, at) => {
    const square = Math.min((own - log) ** 2, most ** 2 + variance);
    return sum + (weights[at] as number) * (square - variance);
  }, 0);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const effective = sum ** 2 / weights.reduce((all, weight) => all + weight ** 2, 0);
  const ofMedian = medianEfficiency * Math.max(0, votes.length - fewestForMedian);
  const measured = Math.sqrt((effective * Math.max(0, beyond / sum) + ofMedian * usual ** 2) / (effective + ofMedian));
  return Math.min(largestSpread, Math.max(votes.length < fewestForSpread ? usualSpread : smallestSpread, measured));
}

/** How well a median estimates a normal variance, compared with the mean square of as many values. */
const medianEfficiency = 0.37;
/** A median of fewer says too little. */
const fewestForMedian = 30;
/** Median of the square of a standard normal variable. */
const medianOfChiSquare = 0.4549;

function errorOfMedian(votes: readonly Vote[], spread: number): number {
  const sum = votes.reduce((all, { weight }) => all + weight, 0);
  const squares = votes.reduce((all, { weight, variance }) => all + weight ** 2 * (variance + spread ** 2), 0);
  return (medianInefficiency * Math.sqrt(squares)) / sum;
}

function weighed(seen: ExpectedDrift, expected: ExpectedDrift): ExpectedDrift {
  if (Math.abs(seen.log - expected.log) > contradiction * Math.hypot(seen.error, expected.error)) return seen;
  const [one, other] = [1 / seen.error ** 2, 1 / expected.error ** 2];
  return { log: (seen.log * one + expected.log * other) / (one + other), error: 1 / Math.sqrt(one + other) };
}

function strayOf(change: number): number {
  return Math.min(largestStray, strayByChange * change ** 2);
}

/** Ratio of the standard errors of median and mean, for normal variables. */
const medianInefficiency = 1.2533;

function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const { value, weight } of sorted) {
    sum += weight;
    if (sum >= half) return value;
  }
  return 0;
}
