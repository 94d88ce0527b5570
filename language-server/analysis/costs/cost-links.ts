import { checkStop } from "../budget.ts";
import type { LinkTicks } from "./cost-totals.ts";
import type { LinkedCost } from "./costs.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";

/** For each first of `pairs` its links with ticks, hottest first, at most `limit`; `describe` is told the second. */
export function hottestLinks(
  pairs: NumberPairs,
  { ticks, inferred }: LinkTicks,
  limit: number,
  describe: (to: number) => Omit<LinkedCost, "ticks" | "inferred">,
): (from: number) => readonly LinkedCost[] {
  return byFirst(pairs, ticks, (rows) => {
    const hottest = rows.sort((a, b) => (ticks[b] as number) - (ticks[a] as number) || a - b).slice(0, limit);
    // Not spread, which would call the getter of the name and perhaps parse a source.
    return hottest.map((row) =>
      Object.assign(describe(pairs.second[row] as number), { ticks: ticks[row] as number, inferred: inferred[row] === 1 }),
    );
  });
}

/** What `make` makes of the rows with ticks that have a first number, in order: only few of all are asked for. */
export function byFirst<Made>(pairs: NumberPairs, ticks: Float64Array, make: (rows: number[]) => Made): (first: number) => Made {
  const made = new Map<number, Made>();
  const last = new Map<number, number>();
  let before: Int32Array | undefined;
  return (first) => {
    if (before === undefined) {
      before = new Int32Array(pairs.length);
      for (let row = 0; row < before.length; row++) {
        checkStop(row);
        if (ticks[row] === 0) continue;
        before[row] = last.get(pairs.first[row] as number) ?? -1;
        last.set(pairs.first[row] as number, row);
      }
    }
    const known = made.get(first);
    if (known !== undefined) return known;
    const rows: number[] = [];
    for (let row = last.get(first) ?? -1; row !== -1; row = before[row] as number) rows.push(row);
    const value = make(rows.reverse());
    made.set(first, value);
    return value;
  };
}
