import { expect, test } from "vitest";
import { type CountedRun, type MeasuredRun, unitsOf } from "../../../language-server/analysis/compare/compare-units.ts";

const measured = (durationMs: number, run: Omit<CountedRun, "durationMs">): MeasuredRun => ({
  run: { durationMs, ...run },
  ticks: durationMs,
  interval: 1000,
});
const tested = (runs: number): MeasuredRun => measured(500, { test: { runs }, end: "exited", window: "first-line" });
const script = (durationMs: number): MeasuredRun => measured(durationMs, { end: "exited", window: "first-line" });

test("two runs of a test are compared per run of it, as each ran as often as it took to get enough samples", () => {
  expect(unitsOf(tested(3), tested(12), "request")).toEqual({ per: "run", base: 3, next: 12 });
});

test("two runs of a script are compared per run: one that takes ten times as long costs ten times as much", () => {
  expect(unitsOf(script(200), script(2000), "request")).toEqual({ per: "run", base: 1, next: 1 });
});

test("a script that was stopped or joined later is compared per second, and so is one with a test, and what the user wants so", () => {
  const perSecond = { per: "second", base: 0.5, next: 2 };
  expect(unitsOf(tested(3), script(2000), "request")).toEqual(perSecond);
  expect(unitsOf(script(500), measured(2000, { end: "stopped", window: "first-line" }), "request")).toEqual(perSecond);
  expect(unitsOf(script(500), measured(2000, { end: "exited", window: "measured" }), "request")).toEqual(perSecond);
  expect(unitsOf(script(500), measured(2000, { end: "exited" }), "request")).toEqual(perSecond);
  expect(unitsOf(script(500), script(2000), "second")).toEqual(perSecond);
  expect(unitsOf(tested(3), tested(12), "second")).toEqual({ per: "second", base: 0.5, next: 0.5 });
});
