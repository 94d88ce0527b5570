/**
 * Where rows that stand on another row are looked for in a table with open addressing: so many slots near that row, then the whole table. What
 * stands on one row is looked up together, and most rows bear little.
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
