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
