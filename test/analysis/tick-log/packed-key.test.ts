import { expect, test } from "vitest";
import { mostCode, mostRepairs, packedKey } from "../../../language-server/analysis/tick-log/packed-key.ts";
import { CallCallees } from "../../../language-server/analysis/tick-log/repair/call-callees.ts";

test("keys are different if one of their numbers is", () => {
  const pairs = [0, 1, 2, 2 ** 31 - 1].flatMap((high) =>
    [0, 1, mostRepairs - 1].map((low) => packedKey(high, low, mostRepairs, "repairs")),
  );
  expect(new Set(pairs).size).toBe(pairs.length);
});

test.each([
  [0, mostRepairs],
  [2 ** 31, 0],
])("%s and %s are too large: an error says so, and no key is shared", (high, low) => {
  expect(() => packedKey(high, low, mostRepairs, "repairs")).toThrow("The log has more repairs than can be told apart (4194304).");
});

test("a callee whose number shares keys with the next call is refused", () => {
  const callees = new CallCallees(2);
  callees.add(0, mostCode - 1, 1);
  expect(() => callees.add(0, mostCode, 1)).toThrow("The log has more pieces of code than can be told apart (67108864).");
});
