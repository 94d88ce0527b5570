import { expect, test } from "vitest";
import { BuiltinFrames } from "../../../../language-server/analysis/tick-log/repair/builtin-frames.ts";

test("the chance that a part of a builtin has a frame is how often it was seen with one", () => {
  const frames = new BuiltinFrames();
  frames.add(3, 100, 99, 0);
  frames.add(3, 900, 0, 99);
  expect(frames.chance(3, 101)).toBeGreaterThan(0.99);
  expect(frames.chance(3, 901)).toBeLessThan(0.01);
});

test("a part that was never seen has the chance of its builtin, and a builtin that was never seen has a half", () => {
  const frames = new BuiltinFrames();
  frames.add(3, 100, 9, 1);
  expect(frames.chance(3, 5000)).toBeCloseTo(0.86, 2);
  expect(frames.chance(4, 100)).toBe(0.5);
});
