import { checkStop } from "../budget.ts";
import type { LinkTicks } from "./cost-totals.ts";
import type { LinkedCost } from "./costs.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";

/** For every first of `pairs` its links with ticks, hottest first, at most `limit`; `describe` is told the second. */
export function hottestLinks(
  pairs: NumberPairs,
  { ticks, inferred }: LinkTicks,
  limit: number,
  describe: (to: number) => Omit<LinkedCost, "ticks" | "inferred">,
): ReadonlyMap<number, readonly LinkedCost[]> {
  const rows = new Map<number, number[]>();
  for (let row = 0; row < pairs.length; row++) {
    checkStop(row);
    if (ticks[row] === 0) continue;
    const from = pairs.first[row] as number;
    const known = rows.get(from);
    if (known === undefined) rows.set(from, [row]);
    else known.push(row);
  }
  const hottest = new Map<number, readonly LinkedCost[]>();
  for (const [from, links] of rows) {
    links.sort((a, b) => (ticks[b] as number) - (ticks[a] as number) || a - b);
    // Not spread, which would call the getter of the name and perhaps parse a source.
    const described = links
      .slice(0, limit)
      .map((row) => Object.assign(describe(pairs.second[row] as number), { ticks: ticks[row] as number, inferred: inferred[row] === 1 }));
    hottest.set(from, described);
  }
  return hottest;
}
