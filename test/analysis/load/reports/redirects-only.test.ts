import { expect, test } from "vitest";
import { redirectsOnly } from "../../../../language-server/analysis/load/reports/statuses.ts";

test("only redirects are reported, by status or by class; not what a cache knows already, not a mix, not unknown statuses", () => {
  expect(redirectsOnly({ statusCounts: { 302: 7 } })).toBe("302 × 7");
  expect(redirectsOnly({ statusCounts: { 301: 2, 307: 5 } })).toBe("301 × 2, 307 × 5");
  expect(redirectsOnly({ statusCounts: { "3xx": 9 } })).toBe("3xx × 9");
  for (const statusCounts of [{}, { 304: 7 }, { 200: 1, 302: 7 }, { 302: 7, 401: 1 }])
    expect(redirectsOnly({ statusCounts })).toBeUndefined();
  expect(redirectsOnly({})).toBeUndefined();
});
