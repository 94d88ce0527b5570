import * as fc from "fast-check";
import { expect, test } from "vitest";
import { requestSchedule } from "../../../language-server/analysis/load/request-schedule.ts";

test.each([
  [[1], "0"],
  [[1, 1, 1], "012"],
  [[4, 2], "010"],
  [[5, 1, 1], "0010200"],
  [[1, 3], "1011"],
])("requests with weights %j are sent in the order %s", (weights, order) => {
  expect(requestSchedule(weights).join("")).toBe(order);
});

test("at any time each request was sent as often as its weight says, give or take the number of requests", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(weights, (given) => {
      const order = requestSchedule(given);
      const total = given.reduce((sum, weight) => sum + weight, 0);
      const counts = given.map(() => 0);
      order.forEach((next, at) => {
        counts[next]! += 1;
        // The credits add up to 0, and none falls below minus the total.
        given.forEach((weight, index) => {
          const ahead = counts[index]! - ((at + 1) * weight) / total;
          expect(ahead).toBeLessThanOrEqual(1);
          expect(ahead).toBeGreaterThanOrEqual(-given.length);
        });
      });
      expect(counts.map((count) => (count * total) / order.length)).toEqual(given);
    }),
    { numRuns: 300 },
  );
});
