/**
 * Probing of an open-addressing table for rows that have a prefix row: first this many slots near that row, then the whole table. Rows with
 * the same prefix are looked up together, and most prefixes have few.
 */
export const nearProbes = 8;

/** The first slot to try; `mixed` is a hash of the whole key, `mask` the number of slots, a power of two, less 1. */
export function nearSlot(prefix: number, mixed: number, mask: number): number {
  return ((prefix + 1) * 2 + (mixed & 3)) & mask;
}

/** A hash of two whole numbers ≥ -1. */
export function pairHash(first: number, second: number): number {
  let value = Math.imul(first + 1, 0x9e3779b1) ^ Math.imul(second + 1, 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 15), 0xc2b2ae35);
  return value ^ (value >>> 13);
}
