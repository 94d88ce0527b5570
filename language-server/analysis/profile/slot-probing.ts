/**
 * Where rows that stand on another row are looked for in a table with open addressing: so many slots near that row, then the whole table. What
 * stands on one row is looked up together, and most rows bear little.
 */
export const nearProbes = 8;

/** The first slot to try; `mixed` is a hash of the whole key, `mask` the number of slots, a power of two, less 1. */
export function nearSlot(prefix: number, mixed: number, mask: number): number {
  return ((prefix + 1) * 2 + (mixed & 3)) & mask;
}
