import { criticalT, probabilityBeyond } from "../compare/chance/students-t.ts";
import { madeOnce } from "../collections.ts";
import type { Milliseconds, Share } from "../units.ts";

/** What one recording has of a cost. */
export interface SampledCost {
  /** Per unit: a request, a start, a run, a second. */
  readonly ms: Milliseconds;
  /** Of `ms`, by counting samples alone. */
  readonly variance: number;
}

/** A cost in one recording of each side, made one after the other. */
export interface PairedCost {
  readonly base: SampledCost;
  readonly head: SampledCost;
  /** Geometric mean of what all code cost in both recordings: what the machine's speed does to both cancels out. */
  readonly level: Milliseconds;
}

/** Fewer rounds agree by chance. */
export const fewestRounds = 3;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Student's t over the rounds of a bench. Only ratios within a round count, so a machine that gets slower between rounds changes nothing. */
export class PairedChange {
  /** Means over the rounds, at their mean level. */
  readonly baseMs: Milliseconds;
  readonly headMs: Milliseconds;
  readonly #level: Milliseconds;
  readonly #rounds: number;
  /** Means, variances and covariance of both sides' shares of the level. */
  readonly #base: Moments;
  readonly #head: Moments;
  readonly #covariance: number;

  constructor(rounds: readonly PairedCost[]) {
    const base = rounds.map((round) => round.base.ms / round.level);
    const head = rounds.map((round) => round.head.ms / round.level);
    this.#rounds = rounds.length;
    this.#level = meanOf(rounds.map(({ level }) => level));
    const [before, after] = [momentsOf(base), momentsOf(head)];
    this.#covariance = covarianceOf(base, head);
    // Rounds may agree better by chance than samples can: a function with one sample in each of three rounds is not known without error.
    const least = meanOf(rounds.map((round) => (round.base.variance + round.head.variance) / round.level ** 2));
    const missing = Math.max(0, (least - (before.variance + after.variance - 2 * this.#covariance)) / 2);
    this.#base = { mean: before.mean, variance: before.variance + missing };
    this.#head = { mean: after.mean, variance: after.variance + missing };
    this.baseMs = before.mean * this.#level;
    this.headMs = after.mean * this.#level;
  }

  /** Of head ÷ base; null without a base, or with too few rounds. */
  get ratio(): number | null {
    return this.#rounds < fewestRounds || this.#base.mean === 0 ? null : this.#head.mean / this.#base.mean;
  }

  /** The ratios that the rounds do not contradict (Fieller): it has 1 exactly if the interval of the change has 0. Null if it has no end. */
  ratioInterval(error: number): Interval | null {
    if (this.ratio === null) return null;
    const spread = criticalOf(error, this.#rounds - 1) ** 2 / this.#rounds;
    const square = this.#base.mean ** 2 - spread * this.#base.variance;
    const product = this.#base.mean * this.#head.mean - spread * this.#covariance;
    const root = Math.sqrt(Math.max(0, product ** 2 - square * (this.#head.mean ** 2 - spread * this.#head.variance)));
    return square <= 0 ? null : { low: Math.max(0, (product - root) / square), high: (product + root) / square };
  }

  /** Of head − base. */
  changeInterval(error: number): Interval {
    const change = this.headMs - this.baseMs;
    const half = this.#rounds < fewestRounds ? 0 : criticalOf(error, this.#rounds - 1) * this.#errorAt(1) * this.#level;
    return { low: change - half, high: change + half };
  }

  /** Whether it grew by more than a share of the base plus so many milliseconds, but for chance of this probability. */
  hasGrownBy({ share = 0, ms = 0 }: { readonly share?: Share; readonly ms?: Milliseconds }, error: number): boolean {
    if (this.#rounds < fewestRounds) return false;
    const beyond = this.#head.mean - (1 + share) * this.#base.mean - ms / this.#level;
    return beyond > 0 && this.#chanceOf(beyond, 1 + share) < 2 * error;
  }

  /** Whether chance alone gives as large a change, in either direction, with less than this probability. */
  isSure(error: number): boolean {
    return this.#rounds >= fewestRounds && this.#chanceOf(this.#head.mean - this.#base.mean, 1) < error;
  }

  #chanceOf(difference: number, factor: number): number {
    return difference === 0 ? 1 : probabilityBeyond(difference / this.#errorAt(factor), this.#rounds - 1);
  }

  /** Standard error of head − factor × base. */
  #errorAt(factor: number): number {
    const variance = this.#head.variance + factor ** 2 * this.#base.variance - 2 * factor * this.#covariance;
    return Math.sqrt(Math.max(0, variance) / this.#rounds);
  }
}

interface Moments {
  readonly mean: number;
  readonly variance: number;
}

const criticals = new Map<string, number>();

/** Intervals of thousands of rows have the same one. */
function criticalOf(error: number, degrees: number): number {
  return madeOnce(criticals, `${error} ${degrees}`, () => criticalT(error, degrees));
}

function meanOf(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function momentsOf(values: readonly number[]): Moments {
  return { mean: meanOf(values), variance: covarianceOf(values, values) };
}

function covarianceOf(ones: readonly number[], others: readonly number[]): number {
  if (ones.length < 2) return 0;
  const [one, other] = [meanOf(ones), meanOf(others)];
  return ones.reduce((sum, value, at) => sum + (value - one) * ((others[at] as number) - other), 0) / (ones.length - 1);
}
