/**
 * Probabilities that a bench of unchanged code says that it changed. They are small because a gate in CI runs at every commit: at 2 % every fiftieth would be
 * stopped for nothing. An interval that is shown has 5 %.
 */
export const pairErrors = {
  /** Of the app's word, in either direction. */
  app: 0.005,
  /** Of the app's word by its changed code alone. */
  changedCode: 0.005,
  /** Of busy time as the figure that counts, where CPU time says nothing. */
  waiting: 0.001,
  /** Shared out over all functions, and over all lines. */
  functions: 0.005,
  lines: 0.002,
  /** That the app is over its budget, by all of its code and by its changed code; that any other is. Upwards only. */
  appBudget: 0.0025,
  changedCodeBudget: 0.0025,
  otherBudgets: 0.001,
  shown: 0.05,
} as const;
