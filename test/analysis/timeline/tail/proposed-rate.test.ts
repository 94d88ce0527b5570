import { expect, test } from "vitest";
import { proposedRate } from "../../../../language-server/analysis/timeline/tail/proposed-rate.ts";

const closed = { requests: "", setup: "", ratePerSecond: 0, pipelining: 1 };

test.each([
  [200, 140],
  [742, 500],
  [12_345.6, 8600],
  [9, 6],
  [1.2, undefined],
])("after %d requests per second without a rate, %s are proposed", (requestsPerSecond, rate) => {
  expect(proposedRate({ requestsPerSecond, sent: closed })).toBe(rate);
});

test("none is proposed for a load that had a rate, or of which it is not known", () => {
  expect(proposedRate({ requestsPerSecond: 200, sent: { ...closed, ratePerSecond: 100 } })).toBeUndefined();
  expect(proposedRate({ requestsPerSecond: 200 })).toBeUndefined();
  expect(proposedRate({ sent: closed })).toBeUndefined();
  expect(proposedRate(undefined)).toBeUndefined();
});
