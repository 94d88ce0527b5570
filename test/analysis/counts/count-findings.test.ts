import { expect, test } from "vitest";
import type { CountedLoop } from "../../../language-server/analysis/counts/counted-script.ts";
import { callRate, quadraticLoops } from "../../../language-server/analysis/counts/count-findings.ts";

/** Of a function that was called `calls` times: what an outer loop and one in it turned in a call. */
function loops(outer: number, inner: number, calls = 7): readonly CountedLoop[] {
  const around: CountedLoop = { line: 2, column: 2, count: calls, turns: outer * calls, calls, outer: undefined };
  return [around, { line: 3, column: 4, count: outer * calls, turns: inner * calls, calls, outer: around }];
}

test("a loop whose turns grow with the square of the outer one's is found, with both sizes", () => {
  const found = [{ line: 3, outerLine: 2, outer: [100, 200], inner: [10_000, 40_000] }];
  expect(quadraticLoops(loops(100, 10_000), loops(200, 40_000, 3))).toEqual(found);
  expect(quadraticLoops(loops(200, 40_000, 3), loops(100, 10_000))).toEqual(found);
  const half = (n: number): readonly CountedLoop[] => loops(n, (n * (n - 1)) / 2);
  expect(quadraticLoops(half(10), half(14))).toHaveLength(1);
});

test.each([
  ["linear", loops(100, 500), loops(200, 1000)],
  ["n log n", loops(100, 664), loops(200, 1529)],
  ["as large as before", loops(100, 10_000), loops(110, 12_100)],
  ["too small", loops(3, 9), loops(6, 36)],
  ["never called", loops(100, 10_000), loops(200, 40_000, 0)],
  ["other code", loops(100, 10_000), []],
  ["one that did not turn", loops(100, 0), loops(200, 40_000)],
])("none that is %s", (_what, one, other) => {
  expect(quadraticLoops(one, other).filter(({ inner }) => inner[0] > 0)).toEqual([]);
});

test("what costs by its number of calls is told from what costs by each", () => {
  const rateOf = (calls: number, perRequest: number, ownShare = 0.4) => callRate({ calls, perRequest, ownShare });
  expect(rateOf(10_000, 1)).toBe("often");
  expect(rateOf(1, 5)).toBe("slow");
  expect([rateOf(10_000, 1, 0.01), rateOf(1, 5, 0.01), rateOf(100, 5), rateOf(1, 0.1), rateOf(0, 5)]).toEqual(
    Array.from({ length: 5 }, () => undefined),
  );
});
