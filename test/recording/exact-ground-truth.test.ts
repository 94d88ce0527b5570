import { expect, test } from "vitest";
import { nodeMajors } from "./node-versions.ts";
import { measureBuiltins, measureCallKinds } from "./ground-truth.ts";

// The bars are those of the design. Part of what is measured is chance: with some 30 ticks to the unit it comes to 0.02.
test.each(nodeMajors)("Node %i: every kind of call has its line's true total, and its column's", async (major) => {
  const { lineTotal, placeTotal } = await measureCallKinds(major);
  expect(lineTotal).toBeLessThan(major === 24 ? 0.15 : 0.06);
  expect(placeTotal).toBeLessThan(major === 24 ? 0.15 : 0.08);
});

test.each(nodeMajors)("Node %i: lines whose time goes into builtins have their true self and total", async (major) => {
  const { repaired, plain, ticks, repairedTicks, doubtfulTicks } = await measureBuiltins(major);
  expect(repaired.lineSelf).toBeLessThan(0.1);
  expect(repaired.lineTotal).toBeLessThan(0.06);
  // What the repair is for.
  expect(plain.lineSelf).toBeGreaterThan(0.15);
  expect(repairedTicks).toBeGreaterThan(ticks / 20);
  expect(doubtfulTicks).toBeLessThan(repairedTicks / 5);
});
