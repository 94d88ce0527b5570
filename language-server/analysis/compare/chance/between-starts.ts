import type { Chance } from "./slice-chance.ts";

/** What one start of an app differs by from another of the same code. */
export interface BetweenStarts extends Chance {
  /** The number of starts that it was measured from; 0 if it is assumed. */
  readonly starts: number;
}

/** Standard deviation to assume before enough starts were seen. */
const usualDeviation = 0.15;
export const usualVariance = usualDeviation ** 2;
/** What the starts of one text must have beyond one each: three of one text have two. */
const fewestDegrees = 2;
/**
 * Few starts may agree by chance. What was measured is weighed with this, as so many further starts would show it (a scaled inverse χ² prior, as
 * for the moderated t of genetics): three starts that agree to a percent do not make a percent significant.
 */
const expected = { deviation: 0.04, degrees: 3 } as const;
/** Known by experience, not from these runs. */
const assumedDegrees = 1000;

/** Of one figure, whose values are grouped by equal text; all above 0. What chance does within a start is in it. */
export function betweenStarts(groups: readonly (readonly number[])[]): BetweenStarts {
  let [squares, degrees, starts] = [0, 0, 0];
  for (const group of groups) {
    if (group.length < 2) continue;
    const logs = group.map((value) => Math.log(value));
    const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
    squares += logs.reduce((sum, log) => sum + (log - mean) ** 2, 0);
    degrees += logs.length - 1;
    starts += logs.length;
  }
  if (degrees < fewestDegrees) return { variance: usualVariance, degrees: assumedDegrees, starts: 0 };
  const variance = (squares + expected.degrees * expected.deviation ** 2) / (degrees + expected.degrees);
  return { variance, degrees: degrees + expected.degrees, starts };
}
