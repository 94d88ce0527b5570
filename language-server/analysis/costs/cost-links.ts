import { inSteps } from "../budget.ts";
import type { LinkTicks } from "./call-totals.ts";
import type { LinkedCost } from "./costs.ts";
import type { NumberPairs } from "../profile/number-pairs.ts";
import type { TickColumn } from "../units.ts";
import { madeOnce } from "../collections.ts";

/** For each first of `pairs` its links with ticks, hottest first, at most `limit`; `describe` is given the second. */
export function hottestLinks(
  pairs: NumberPairs,
  links: () => LinkTicks,
  limit: number,
  describe: (to: number) => Omit<LinkedCost, "ticks" | "inferred">,
): (from: number) => readonly LinkedCost[] {
  return byFirst(
    pairs,
    () => links().ticks,
    (rows) => {
      const { ticks, inferred } = links();
      const hottest = rows.sort((a, b) => ticks[b] - ticks[a] || a - b).slice(0, limit);
      // Not spread, which would call the getter of the name and perhaps parse a source.
      return hottest.map((row) => Object.assign(describe(pairs.second[row]), { ticks: ticks[row], inferred: inferred[row] === 1 }));
    },
  );
}

/** What `make` makes of the rows with ticks that have a first number, in order: only few of all are asked for. */
export function byFirst<Made>(pairs: NumberPairs, ticks: () => TickColumn, make: (rows: number[]) => Made): (first: number) => Made {
  const made = new Map<number, Made>();
  return (first) => madeOnce(made, first, () => make(rowsWith(pairs, first).filter((row) => ticks()[row] !== 0)));
}

/** By first number its last row, and for each row the one before it. */
interface Chains {
  readonly last: Int32Array;
  readonly before: Int32Array;
}

const chains = new WeakMap<NumberPairs, Chains>();

/** The rows with a first number, in order. */
export function rowsWith(pairs: NumberPairs, first: number): readonly number[] {
  const { last, before } = chains.get(pairs) ?? chained(pairs);
  const rows: number[] = [];
  for (let row = last[first] ?? -1; row !== -1; row = before[row]) rows.push(row);
  return rows.reverse();
}

function chained(pairs: NumberPairs): Chains {
  const made = {
    last: new Int32Array(pairs.first.reduce((most, first) => Math.max(most, first), -1) + 1).fill(-1),
    before: new Int32Array(pairs.length),
  };
  inSteps(pairs.length, (from, to) => {
    for (let row = from; row < to; row++) {
      const first = pairs.first[row];
      made.before[row] = made.last[first];
      made.last[first] = row;
    }
  });
  chains.set(pairs, made);
  return made;
}
