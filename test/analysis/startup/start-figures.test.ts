import { expect, test } from "vitest";
import { areEnough, leastStarts, meanOfStarts, mostStarts, patienceMs } from "../../../language-server/analysis/startup/start-figures.ts";

const many = 3000;

test("starts are enough once their samples show shares to two points, but not before they show how they differ", () => {
  expect(areEnough({ starts: leastStarts, busyTicks: 2399, elapsedMs: 0 }, undefined)).toBe(false);
  expect(areEnough({ starts: leastStarts, busyTicks: 2400, elapsedMs: 0 }, undefined)).toBe(true);
  expect(areEnough({ starts: leastStarts - 1, busyTicks: many, elapsedMs: 0 }, undefined)).toBe(false);
});

test("a number and a time bound them", () => {
  expect(areEnough({ starts: mostStarts, busyTicks: 10, elapsedMs: 0 }, undefined)).toBe(true);
  expect(areEnough({ starts: 1, busyTicks: 10, elapsedMs: patienceMs }, undefined)).toBe(true);
});

test("a number that the user gave is the number", () => {
  expect(areEnough({ starts: 2, busyTicks: many, elapsedMs: patienceMs }, 3)).toBe(false);
  expect(areEnough({ starts: 3, busyTicks: 0, elapsedMs: 0 }, 3)).toBe(true);
});

test("the mean has Student's 95 % interval; of one or two starts there is none", () => {
  expect(meanOfStarts([300])).toEqual({ eachMs: 300 });
  expect(meanOfStarts([290, 310])).toEqual({ eachMs: 300 });
  const { eachMs, marginMs } = meanOfStarts([290, 300, 310]);
  expect(eachMs).toBe(300);
  // 4.303 × 10 ÷ √3
  expect(marginMs).toBeCloseTo(24.84, 1);
});
