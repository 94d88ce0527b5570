import { expect, test } from "vitest";
import { inDueOrder } from "../../../language-server/analysis/timeline/due-order.ts";
import type { RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";

function ordered(weight: RequestTable["weight"]): RequestTable {
  const due = Float64Array.of(300, 100, 200);
  const request = Int32Array.of(0, 1, 2);
  const status = new Int32Array(3).fill(200);
  return inDueOrder({ due, sent: due, end: due.map((at) => at + 10), weight, status, outcome: new Uint8Array(3), request, labels: [] });
}

test("requests are put in the order in which they began, without rows that stand for none", () => {
  const { due, end, request, weight } = ordered(Float64Array.of(1, 0, 255));
  expect([[...due], [...end], [...request], [...weight]]).toEqual([[200, 300], [210, 310], [2, 0], [255, 1]]); // prettier-ignore
});

test("what rows stand for takes a byte each, unless one does not fit", () => {
  expect(ordered(Float64Array.of(1, 2, 255)).weight).toStrictEqual(Uint8Array.of(2, 255, 1));
  expect(ordered(Float64Array.of(1, 2, 256)).weight).toStrictEqual(Float64Array.of(2, 256, 1));
  expect(ordered(Float64Array.of(1, 1.5, 1)).weight).toStrictEqual(Float64Array.of(1.5, 1, 1));
});
