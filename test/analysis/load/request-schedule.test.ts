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

test("each request is sent as often as its weight says, and no two sendings are further apart than need be", () => {
  const weights = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(weights, (given) => {
      const order = requestSchedule(given);
      const total = given.reduce((sum, weight) => sum + weight, 0);
      given.forEach((weight, index) => {
        expect(order.filter((each) => each === index).length / order.length).toBeCloseTo(weight / total);
        const places = [...order, ...order].flatMap((each, at) => (each === index ? [at] : []));
        const gaps = places.slice(1).map((place, row) => place - places[row]!);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.ceil(total / weight) + given.length);
      });
    }),
  );
});
