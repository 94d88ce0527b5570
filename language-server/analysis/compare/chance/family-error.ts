/**
 * Probability that a comparison of unchanged code says of anything that it changed: of the headline's figures, of a function or of a line. It is
 * divided by weights fixed beforehand (a weighted Bonferroni bound, which holds however the figures hang together): a table with a thousand rows
 * then takes nothing from the headline. Within a part each test has an equal share. Not Holm's order, which is a little stronger: with equal
 * shares the interval that is shown and the word say the same.
 */
const familyError = 0.02;

const shares = { headline: 1 / 2, functions: 1 / 4, lines: 1 / 4 } as const;

/** Of each of `tests` simultaneous tests of a part. */
export function errorOfTest(part: keyof typeof shares, tests: number): number {
  return (familyError * shares[part]) / Math.max(1, tests);
}
