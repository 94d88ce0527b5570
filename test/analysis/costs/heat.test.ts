import { expect, test } from "vitest";
import { heatStep, heatSteps } from "../../../language-server/analysis/costs/heat.ts";

test("heat is absolute: half of the busy time is the hottest step, a thousandth is cold", () => {
  const steps = [0, 0.001, 0.0049, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1].map(heatStep);
  expect(steps).toEqual([0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 7]);
  expect(heatSteps).toBe(8);
});

test("a value that is not a share is cold", () => {
  expect([Number.NaN, -1].map(heatStep)).toEqual([0, 0]);
});
