import { expect, test } from "vitest";
import { isPlainCall, servesHiddenCalls } from "../../../../language-server/analysis/tick-log/repair/hidden-calls.ts";

/** `•` marks the position that follows it. */
function isPlain(drawn: string): boolean {
  return isPlainCall(drawn.replace("•", ""), drawn.indexOf("•"));
}

test.each(["r = •collect(list);", "r = d.•read(key)", "d•[key](1)", "•(0, f)()", "f•?.(x)", "•tag`text`"])(
  "%s calls a function directly",
  (drawn) => {
    expect(isPlain(drawn)).toBe(true);
  },
);

test.each([
  "r += d.•x;",
  "r += d•[key];",
  "if (a •instanceof (B)) r++;",
  "for (const x •of (d)) r++;",
  "r = d.f.•apply(d, list)",
  "r = •f(a, ...list)",
  "r = •new Map(list)",
  "r = d •* (2)",
])("%s may call a function through a builtin", (drawn) => {
  expect(isPlain(drawn)).toBe(false);
});

test("a property that code reads itself is not a hidden call, one that a builtin reads is", () => {
  expect(["GetProperty", "OrdinaryToPrimitive_Number", "Call_ReceiverIsAny", "IterableToList"].every(servesHiddenCalls)).toBe(true);
  expect(["LoadIC_Megamorphic", "StringEqual", "CallProxy"].some(servesHiddenCalls)).toBe(false);
});
