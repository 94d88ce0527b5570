import { expect, test } from "vitest";
import { errorOfTest } from "../../../../language-server/analysis/compare/chance/students-t.ts";
import { type Chance, meanChance, ratioChance } from "../../../../language-server/analysis/compare/chance/slice-chance.ts";
import { combined, judgeRatio } from "../../../../language-server/analysis/compare/chance/verdict.ts";

const ones = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

test("independent slices: the variance of their mean", () => {
  const values = [90, 110, 95, 105, 110, 90, 105, 95, 90, 110, 105, 95];
  const { variance, degrees } = ratioChance(values, ones(12))!;
  expect(Math.sqrt(variance)).toBeCloseTo(0.0241, 3);
  expect(degrees).toBe(11);
});

test("slices that hang together show less: half of a load at another speed is as good as two values", () => {
  const halves = [...Array.from({ length: 15 }, () => 80), ...Array.from({ length: 15 }, () => 120)].map(
    (value, at) => value + (at % 3) - 1,
  );
  const { variance, degrees } = ratioChance(halves, ones(30))!;
  const mixed = ratioChance(
    halves.map((_value, at) => halves[(at * 7) % 30] as number),
    ones(30),
  )!;
  expect(Math.sqrt(variance)).toBeGreaterThan(2 * Math.sqrt(mixed.variance));
  expect(degrees).toBeLessThan(6);
});

test("of a short load that gets faster on its way enough is known to see a factor of fifteen", () => {
  const rising = [300, 900, 1600, 2300, 2900, 3300, 3600, 3800];
  const { variance, degrees } = ratioChance(rising, ones(8))!;
  expect(degrees).toBe(5);
  const between: Chance = { variance: 2 * 0.15 ** 2, degrees: 1000 };
  const both = combined([{ variance, degrees }, { variance, degrees }, between]);
  expect(judgeRatio(Math.log(16), both, "better", errorOfTest("headline", 5)).word).toBe("better");
});

test("of a ratio only what amounts and units do not have in common varies", () => {
  const answers = [100, 50, 120, 80, 30, 90, 110, 60];
  const { variance } = ratioChance(
    answers.map((count) => 3 * count),
    answers,
  )!;
  expect(variance).toBeCloseTo(0);
});

test("too few slices, or none with an answer, show nothing; slices without a latency are left out", () => {
  expect(ratioChance([1, 2, 3], [1, 1, 1])).toBeUndefined();
  expect(ratioChance([0, 0, 0, 0], [0, 0, 0, 0])).toBeUndefined();
  expect(meanChance([0, 0, 5, 0, 5])).toBeUndefined();
  expect(meanChance([0, 5, 5, 5, 5])).toEqual({ variance: expect.closeTo((0.4 * 0.04) / 4, 6), degrees: 5 });
});
