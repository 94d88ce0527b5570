import { assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { endOf, shortened, startOf } from "../../language-server/analysis/shortened.ts";

test.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["ab😀", 4, "ab😀"],
  ["ab😀d", 4, "ab😀…"],
  ["ab😀d", 3, "ab…"],
  ["😀😀", 1, "…"],
  ["abc", 0, "…"],
  ["", 0, ""],
])("%j within %i is shown as %j", (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected);
});

test.each([
  ["abcd", 3, "bcd"],
  ["a😀d", 2, "d"],
  ["a😀d", 3, "😀d"],
])("the end of %j within %i is %j", (text, most, expected) => {
  expect(endOf(text, most)).toBe(expected);
});

test("no character is cut in two, and at most one is left out for it", () => {
  assert(
    property(string({ unit: "binary" }), integer({ min: 0, max: 12 }), (text, most) => {
      const [start, end] = [startOf(text, most), endOf(text, most)];
      expect(start + end).not.toMatch(/\p{Cs}/u);
      expect(text.startsWith(start) && text.endsWith(end)).toBe(true);
      for (const part of [start, end]) expect(Math.min(text.length, most) - part.length).toBeOneOf([0, 1]);
    }),
  );
});
