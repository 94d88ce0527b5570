import { expect, test } from "vitest";
import { drawnBenches, hasWord, isNamed } from "../../bench/pairs/drawn-benches.ts";
import { storedRounds } from "../../bench/pairs/stored-rounds.ts";

const stored = await storedRounds();
const benches = 500;

/** The second machine gets slower from a drawn round on. */
const machines = [1, 1.26];

test.for(machines)(
  "of 500 benches of equal code at most 10 say that anything changed, and of 40 none has exit code 3: × %d",
  (slowdown) => {
    const drawn = drawnBenches(stored, { head: "again", benches, slowdown, seed: 1 });
    expect(drawn.filter(hasWord).length).toBeLessThanOrEqual(0.02 * benches);
    expect(drawn.slice(0, 40).filter(({ isAlert }) => isAlert)).toEqual([]);
  },
);

test("of 500 benches in which a function was edited that costs the same, at most 10 say that anything changed", () => {
  const drawn = drawnBenches(stored, { head: "again", benches, seed: 1, edited: "hashNames" });
  expect(drawn.filter(hasWord).length).toBeLessThanOrEqual(0.02 * benches);
});

test.for(machines)(
  "of 500 benches at least 475 find a function that takes a tenth of all busy time more, and name it: × %d",
  (slowdown) => {
    const drawn = drawnBenches(stored, { head: "slower", benches, slowdown, seed: 2 });
    const found = drawn.filter((bench) => bench.isAlert && bench.app.verdict === "slower" && isNamed(bench, "hashNames"));
    expect(found.length).toBeGreaterThanOrEqual(0.95 * benches);
  },
);
