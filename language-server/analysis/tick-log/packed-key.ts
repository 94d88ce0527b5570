/** Repairs of one log. */
export const mostRepairs = 2 ** 22;
/** Places in a function that may have called the same builtin, and functions inlined into one code object. */
export const mostPlacesInCode = 2 ** 16;

/**
 * One exact key for two whole numbers ≥ 0. `limit`: how many values `low` may have; `what` names them in the RangeError that is thrown where
 * they do not fit, since two things of one key would give wrong figures.
 */
export function packedKey(high: number, low: number, limit: number, what: string): number {
  const key = high * limit + low;
  if (low >= limit || key > Number.MAX_SAFE_INTEGER) throw new RangeError(`The log has more ${what} than can be told apart (${limit}).`);
  return key;
}
