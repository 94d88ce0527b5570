import { expect, test } from "vitest";
import { criticalT, probabilityBeyond } from "../../../../language-server/analysis/compare/chance/students-t.ts";

// From @stdlib/stats-base-dists-t-quantile 0.2.3, and for many degrees from the normal distribution.
test.each([
  [0.05, 1, 12.7062],
  [0.05, 2, 4.3027],
  [0.001, 3, 12.924],
  [0.001, 7, 5.4079],
  [0.05, 10, 2.2281],
  [0.0002, 20, 4.5385],
  [0.00001, 30, 5.2995],
  [0.05, 1e9, 1.9623],
])("chance exceeds, with probability %d and %d degrees of freedom, %d", (probability, degrees, value) => {
  expect(criticalT(probability, degrees)).toBeCloseTo(value, 3);
  expect(probabilityBeyond(-value, degrees)).toBeCloseTo(probability, 5);
});
