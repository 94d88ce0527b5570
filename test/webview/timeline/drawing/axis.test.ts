import { expect, test } from "vitest";
import { axisTicks } from "../../../../webview/timeline/drawing/axis.ts";

const labels = (from: number, to: number, width: number) =>
  axisTicks({ from: from * 1e6, to: to * 1e6 }, width, "en").map(({ label }) => label);

test("the axis says whole seconds, and by the zoom their parts, also where it is narrow", () => {
  expect(labels(0, 4, 300)).toEqual(["0", "1", "2", "3", "4"]);
  expect(labels(2, 4, 300)).toEqual(["2.0", "2.5", "3.0", "3.5", "4.0"]);
  expect(labels(2.31, 2.72, 300)).toEqual(["2.4", "2.5", "2.6", "2.7"]);
  expect(labels(2.31, 2.36, 300)).toEqual(["2.31", "2.32", "2.33", "2.34", "2.35", "2.36"]);
});

test("two places of an axis never have the same label, and there are at least two, whatever is shown", () => {
  for (const width of [120, 396, 1176, 2400]) {
    for (let length = 0.001; length < 5000; length *= 1.13) {
      const all = labels(7.77, 7.77 + length, width);
      expect([length, width, new Set(all).size, all.length > 1 || width < 200]).toEqual([length, width, all.length, true]);
    }
  }
});
