import { digits } from "../../../language-server/analysis/figures.ts";
import type { Microseconds } from "../../../language-server/analysis/units.ts";
import type { Span } from "../incoming.ts";

export interface Tick {
  readonly at: Microseconds;
  /** In seconds. */
  readonly label: string;
}

/** Pixels from one label to the next at least. */
const apart = 56;

/** Round times of a view that is `width` pixels wide. */
export function axisTicks(view: Span, width: number, locale: string): readonly Tick[] {
  const least = ((view.to - view.from) * apart) / Math.max(width, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? 10 * power;
  const decimals = Math.max(0, Math.ceil(6 - Math.log10(step) - 1e-9));
  const ticks: Tick[] = [];
  for (let index = Math.ceil(view.from / step); index * step <= view.to; index += 1) {
    ticks.push({ at: index * step, label: digits((index * step) / 1e6, decimals, locale) });
  }
  return ticks;
}

/** A scale from zero to a round maximum, or by powers of ten where the values differ by more than thirty times. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  /** 0 at the bottom, 1 at the top. */
  readonly place: (value: number) => number;
}

export function linearScale(high: number): Scale {
  const top = roundUp(high);
  return { low: 0, high: top, place: (value) => Math.min(value / top, 1) };
}

export function latencyScale(values: readonly (number | null)[]): Scale {
  let [low, high] = [Infinity, 0];
  for (const value of values) {
    if (value === null || value <= 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high < 30 * low) return linearScale(high);
  const [bottom, top] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  return { low: 10 ** bottom, high: 10 ** top, place: (value) => Math.max(0, (Math.log10(value) - bottom) / (top - bottom)) };
}

/** One or two digits. */
function roundUp(value: number): number {
  if (value <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((each) => each * power >= value) ?? 10) * power;
}
