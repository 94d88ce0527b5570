import * as fc from "fast-check";
import { expect, test } from "vitest";
import { digits } from "../../language-server/analysis/figures.ts";

test("English figures are written as Intl writes them", () => {
  const value = fc.oneof(
    fc.double({ noNaN: true }),
    fc.double({ min: -1e7, max: 1e7, noNaN: true }),
    fc.integer({ min: -4000, max: 4000 }).map((n) => n / 8),
  );
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 3 }), (figure, decimals) => {
      const intl = new Intl.NumberFormat("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
      expect(digits(figure, decimals, "en")).toBe(intl.format(figure));
    }),
  );
  expect(digits(9624460379985.8, 3, "en")).toBe("9,624,460,379,985.800");
  expect([1234567.891, -1234.5, 0, -0, 999.95].map((figure) => digits(figure, 1, "en"))).toEqual([
    "1,234,567.9",
    "-1,234.5",
    "0.0",
    "-0.0",
    "1,000.0",
  ]);
});
