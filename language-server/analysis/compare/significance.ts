import type { Share } from "../units.ts";
import { criticalT } from "./chance/students-t.ts";
import { changeOf, type CostVerdict } from "./chance/verdict.ts";
import type { Drift } from "./drift.ts";
import { logRatio, relativeVariance, type TickCount, tickCount, type TickPair, type TickWorth } from "./tick-pair.ts";

export interface Difference {
  readonly base: number;
  readonly next: number;
  /** Corrected for the common factor if that is beyond `smallestDrift`. */
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
  /** Share of busy time in which others had the core. */
  readonly lost: { readonly base: Share; readonly next: Share };
  readonly error: number;
}

/** A place whose cost is judged. */
export interface JudgedPlace extends TickPair {
  /** Ticks in writes. */
  readonly writes?: { readonly base: number; readonly next: number } | undefined;
  /** Its text differs between the runs. */
  readonly isEdited?: boolean | undefined;
}

/** Smaller changes do not count, however certain: runs on one machine differ by as much. */
const smallestChange = Math.log(1.1);
/** A change below this share of busy time (of the run where the cost is larger) does not count. */
export const smallestShare: Share = 0.01;
/**
 * A change below this share of the change of all busy time does not count either, if the code has ticks in both runs: a run that answers
 * ten times the requests runs rare code warmer, which makes it up to ten times cheaper.
 */
const smallestShareOfChange: Share = 0.03;
/** A drift beyond this is reported, and differences are corrected for it. */
export const smallestDrift = Math.log(1.15);
/** From this stray on the load is another one: all busy time changed by a third. */
const otherRate = 0.015;
/** Of the slices of both runs (30), and of the other functions that show drift and spread: at least as many again. */
const degreesOfFreedom = 60;
/** Two-sided 95 % point of the normal distribution. */
const normal95 = 1.959963984540054;

/**
 * Whether a place costs more or less than before: beyond chance for the whole family, corrected for the common factor, by at least a tenth and
 * a visible share of busy time. Unchanged code that would be significant if the load had not changed so much is called `load`; code that was edited
 * has a cause of its own, so what unrelated code may stray is not allowed for.
 */
export function differenceOf(
  { base, next, whole, writes, isEdited = false }: JudgedPlace,
  { drift, worth, busy, lost, error: alpha }: Family,
): Difference {
  const stray = isEdited ? 0 : drift.stray;
  const [before, after] = [tickCount(base, whole?.base), tickCount(next, whole?.next)];
  const [costBefore, costAfter] = [before.ticks * worth.base, after.ticks * worth.next];
  const shift = Math.abs(drift.log) > smallestDrift ? Math.exp(drift.log) : 1;
  const adjusted = costAfter / Math.exp(drift.log);
  const delta = costAfter / shift - costBefore;
  const waited = {
    base: Math.min(writes?.base ?? 0, lost.base * (busy.base / worth.base)),
    next: Math.min(writes?.next ?? 0, lost.next * (busy.next / worth.next)),
  };
  const chance =
    normal95 *
    Math.hypot(
      worth.base * Math.sqrt(before.variance + 0.5 + waited.base ** 2),
      (worth.next / shift) * Math.sqrt(after.variance + 0.5 + waited.next ** 2),
    );
  const width = Math.exp(normal95 * Math.hypot(drift.spread, stray, drift.error));
  const figures = {
    base: costBefore,
    next: costAfter,
    delta,
    low: Math.min(costAfter / shift, adjusted) / width - costBefore - chance,
    high: Math.max(costAfter / shift, adjusted) * width - costBefore + chance,
  };
  const own = logRatio(before.ticks, after.ticks, worth) - drift.log;
  const sampling = relativeVariance(before) + relativeVariance(after);
  const waiting = (waited.base / (before.ticks + 0.5)) ** 2 + (waited.next / (after.ticks + 0.5)) ** 2;
  const critical = alpha > 0 ? criticalT(alpha, degreesOfFreedom) : Number.POSITIVE_INFINITY;
  const isBeyond = (beyond: number): boolean =>
    before.ticks === 0 || after.ticks === 0
      ? isSeenOnce(before, after, worth, { critical, alpha, stray: Math.hypot(drift.spread, drift.error, beyond) })
      : Math.abs(own) > critical * Math.sqrt(sampling + waiting + drift.spread ** 2 + drift.error ** 2 + beyond ** 2);
  const larger = delta > 0 ? busy.next / shift : busy.base;
  const isVisible = Math.abs(delta) > smallestShare * larger && Math.abs(own) > smallestChange && own * delta > 0;
  const outside = figures.low > 0 || figures.high < 0;
  if (!isBeyond(0) || !isVisible) return { ...figures, verdict: "noise" };
  const mayBeWarmer = !isEdited && before.ticks > 0 && after.ticks > 0;
  const isSmall = mayBeWarmer && Math.abs(delta) <= smallestShareOfChange * Math.abs(busy.next / shift - busy.base);
  if (isSmall || !isBeyond(stray) || !outside) return { ...figures, verdict: drift.stray >= otherRate ? "load" : "noise" };
  return { ...figures, verdict: changeOf(before.ticks, after.ticks, delta) };
}

/**
 * Without ticks on one side there is no ratio: the other side's ticks must be beyond chance, and as many must have been expected here, even if the place
 * strays, and runs in bursts, as much as it may.
 */
function isSeenOnce(
  before: TickCount,
  after: TickCount,
  worth: TickWorth,
  { critical, alpha, stray }: { readonly critical: number; readonly alpha: number; readonly stray: number },
): boolean {
  const [seen, expected] =
    before.ticks === 0 ? [after, (after.ticks * worth.next) / worth.base] : [before, (before.ticks * worth.base) / worth.next];
  const bursts = Math.sqrt(Math.max(0, relativeVariance(seen) - relativeVariance({ ticks: seen.ticks, variance: seen.ticks })));
  return (
    seen.ticks > critical * Math.sqrt(seen.ticks + 0.5) && expected * Math.exp(-critical * Math.hypot(stray, bursts)) > -Math.log(alpha)
  );
}

/** What it costs now, corrected as `delta` is; undefined if that is what was measured. */
export function correctedCost({ base, next, delta }: Pick<Difference, "base" | "next" | "delta">): number | undefined {
  const corrected = base + delta;
  return Math.abs(corrected - next) > 1e-6 * next ? corrected : undefined;
}

/** The ± to show beside a difference: the distance to the interval's end that is nearer to 0. */
export function errorOf({ delta, low, high }: Pick<Difference, "delta" | "low" | "high">): number {
  return Math.max(0, delta > 0 ? delta - low : high - delta);
}
