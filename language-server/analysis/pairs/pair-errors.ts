/**
 * Probabilities that a bench of unchanged code says that it changed. They are small because a gate in CI runs at every commit: at 2 % every fiftieth would be
 * stopped for nothing. An interval that is shown has 5 %.
 */
export const pairErrors = {
  /** Of the app's word, in either direction, by each of two figures: CPU time and busy time. */
  app: 0.001,
  /** Shared out over all functions, and over all lines. */
  functions: 0.002,
  lines: 0.001,
  /** Of what is over its budget, upwards: of the app, and of all other budgets together. */
  budget: 0.0005,
  shown: 0.05,
} as const;
