import { expect, test } from "vitest";
import { type MeasuredRun, unitsOf } from "../../../language-server/analysis/compare/compare-units.ts";

const tested = (runs: number): MeasuredRun => ({ run: { durationMs: 500, test: { runs } }, ticks: 500, interval: 1000 });
const script: MeasuredRun = { run: { durationMs: 2000 }, ticks: 2000, interval: 1000 };

test("two runs of a test are compared per run of it, as each ran as often as it took to get enough samples", () => {
  expect(unitsOf(tested(3), tested(12), "request")).toEqual({ per: "run", base: 3, next: 12 });
});

test("a test and a script are compared per second, and so is what the user wants so", () => {
  expect(unitsOf(tested(3), script, "request")).toEqual({ per: "second", base: 0.5, next: 2 });
  expect(unitsOf(tested(3), tested(12), "second")).toEqual({ per: "second", base: 0.5, next: 0.5 });
});
