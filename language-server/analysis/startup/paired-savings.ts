import type { Milliseconds, Share } from "../units.ts";
import { criticalT } from "../compare/chance/students-t.ts";

/** In pairs of rounds, of which the second one goes backwards, nothing that grows steadily favours a variant. */
export const leastRounds = 6;
export const mostRounds = 40;
/** Above this time no further round begins. */
export const roundsMs: Milliseconds = 30_000;
/** Two differences that agree by chance say nothing of others. */
const fewestRounds = 3;
/** What is less of the start is not worth a change of the program. */
const leastSaving: Share = 0.02;

/** What a way to start saves, and half of its 95 % interval. */
export interface Saved {
  /** Negative: it takes longer. */
  readonly savedMs: Milliseconds;
  readonly marginMs: Milliseconds;
}

/** With as many rounds, those that something else disturbed are left out: a fifth at either end (Yuen's trimmed mean). */
const roundsToTrim = 10;

/** What a round took less than the plain start of the same round, in the mean. Undefined with too few of them. */
export function pairedSaving(plain: readonly Milliseconds[], other: readonly Milliseconds[]): Saved | undefined {
  const rounds = Math.min(plain.length, other.length);
  if (rounds < fewestRounds) return undefined;
  const sorted = Float64Array.from({ length: rounds }, (_, round) => (plain[round] as number) - (other[round] as number)).sort();
  const cut = rounds < roundsToTrim ? 0 : Math.floor(rounds / 5);
  const kept = rounds - 2 * cut;
  const savedMs = sorted.subarray(cut, cut + kept).reduce((sum, each) => sum + each, 0) / kept;
  // Those left out count as the outermost that are kept.
  const drawnIn = sorted.map((each) => Math.min(Math.max(each, sorted[cut] as number), sorted[cut + kept - 1] as number));
  const mean = drawnIn.reduce((sum, each) => sum + each, 0) / rounds;
  const variance = drawnIn.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (rounds - 1);
  return { savedMs, marginMs: (criticalT(0.05, kept - 1) * Math.sqrt(variance * rounds)) / kept };
}

/** Whether it is certainly worth a change. */
export function isWorthIt({ savedMs, marginMs }: Saved, startMs: Milliseconds): boolean {
  return savedMs - marginMs > 0 && savedMs >= leastSaving * startMs;
}

/** Whether more rounds would show little more. */
function isSettled({ savedMs, marginMs }: Saved, startMs: Milliseconds): boolean {
  return marginMs <= Math.max((leastSaving / 2) * startMs, Math.abs(savedMs) / 20);
}

/** `rounds`: so far, and how long they took in all. */
export function needsRound(saved: readonly (Saved | undefined)[], startMs: Milliseconds, { rounds, elapsedMs }: RoundsSoFar): boolean {
  if (rounds < fewestRounds) return true;
  if (elapsedMs >= roundsMs || rounds >= mostRounds) return false;
  return rounds < leastRounds || rounds % 2 === 1 || saved.some((each) => each !== undefined && !isSettled(each, startMs));
}

interface RoundsSoFar {
  readonly rounds: number;
  readonly elapsedMs: Milliseconds;
}
