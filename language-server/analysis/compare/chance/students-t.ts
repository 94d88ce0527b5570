/**
 * Probability that a comparison of unchanged code says of anything that it changed: of the headline's figures, of a function or of a line. It is
 * divided by weights that do not depend on what changed (a weighted Bonferroni bound, which holds however the figures hang together): a table with a
 * thousand rows then takes nothing from the headline, and cold rows little from hot ones. Not Holm's order, which is a little stronger: the interval
 * that is shown and the word then say the same.
 */
const familyError = 0.02;

const shares = { headline: 3 / 8, functions: 1 / 2, lines: 1 / 8 } as const;

export type FamilyPart = keyof typeof shares;

/** Of each of `tests` simultaneous tests of a part that weigh the same. */
export function errorOfTest(part: FamilyPart, tests: number): number {
  return (familyError * shares[part]) / Math.max(1, tests);
}

/** Of each test of a part, by its weight; `weights` are at least 0. */
export function errorsOfTests(part: FamilyPart, weights: readonly number[]): readonly number[] {
  return sharedError(familyError * shares[part], weights);
}

/** A probability of error, shared out over tests by their weights. */
export function sharedError(error: number, weights: readonly number[]): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => (sum > 0 ? (error * weight) / sum : 0));
}

/**
 * Student's distribution with whole degrees of freedom. Of the kept libraries @stdlib is exact and 190 KB in each bundle, jstat 52 KB; the finite
 * series for whole degrees (Abramowitz and Stegun 26.7.3 and 26.7.4) is exact, too.
 */

/** Above this it is the normal distribution to three digits of any probability used here. */
const mostDegrees = 1000;

/** Probability that chance alone gives a value of at least `t`, in either direction. `degrees`: at least 1; fractions are cut. */
export function probabilityBeyond(t: number, degrees: number): number {
  const n = Math.min(mostDegrees, Math.max(1, Math.floor(degrees)));
  const angle = Math.atan2(Math.abs(t), Math.sqrt(n));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = n % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = n === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < n; k += 2) {
    term *= (cosine * cosine * (k - 1)) / k;
    sum += term;
  }
  return Math.max(0, 1 - (isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum));
}

/** The value that chance alone exceeds, in either direction, with this probability; above 0. */
export function criticalT(probability: number, degrees: number): number {
  let [low, high] = [0, 1];
  while (probabilityBeyond(high, degrees) > probability && high < 1e9) high *= 2;
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (probabilityBeyond(middle, degrees) > probability) low = middle;
    else high = middle;
  }
  return high;
}
