/** Repairs of one log. */
export const mostRepairs = 2 ** 22;
/** Pieces of code in one log, and functions. */
export const mostCode = 2 ** 26;
/** Positions in one piece of code. */
export const mostRows = 2 ** 24;
/** Offsets in one source. */
export const mostOffsets = 2 ** 31;
/** Maximum number of places in a function that may have called the same builtin, and of functions inlined into one code object. */
export const mostPlacesInCode = 2 ** 16;

/**
 * Packs two integers ≥ 0 into one exact key. `limit`: number of values that `low` may have; `what` names them in the RangeError thrown if
 * they do not fit, as colliding keys would give wrong figures.
 */
export function packedKey(high: number, low: number, limit: number, what: string): number {
  const key = high * limit + low;
  if (low >= limit || key > Number.MAX_SAFE_INTEGER) throw new RangeError(`The log has more ${what} than can be told apart (${limit}).`);
  return key;
}
