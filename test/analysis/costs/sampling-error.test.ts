import * as fc from "fast-check";
import { expect, test } from "vitest";
import { samplingError, samplingInterval } from "../../../language-server/analysis/costs/sampling-error.ts";

test("the sampling error is the Wilson interval", () => {
  const { low, high } = samplingInterval(10, 100);
  expect([low, high].map((value) => value.toFixed(4))).toEqual(["0.0552", "0.1744"]);
  expect(samplingInterval(0, 100).high.toFixed(4)).toBe("0.0370");
  expect(samplingInterval(0, 0)).toEqual({ low: 0, high: 1 });
});

test("property: the interval holds the share, lies in 0 to 1 and narrows with more samples", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e6 }), fc.double({ min: 0, max: 1, noNaN: true }), (total, part) => {
      const ticks = Math.floor(total * part);
      const { low, high } = samplingInterval(ticks, total);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(low).toBeLessThanOrEqual(ticks / total);
      expect(high).toBeGreaterThanOrEqual(ticks / total);
      expect(high).toBeLessThanOrEqual(1);
      expect(samplingError(ticks * 10, total * 10)).toBeLessThan(samplingError(ticks, total));
    }),
  );
});
