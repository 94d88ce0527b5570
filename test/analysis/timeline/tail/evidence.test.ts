import { expect, test } from "vitest";
import { type Evidence, evidenceOf } from "../../../../language-server/analysis/timeline/tail/evidence.ts";
import type { SlowRequests } from "../../../../language-server/analysis/timeline/tail/slow-requests.ts";

const second = 1_000_000;
const window = { from: 0, to: 100 * second };

/** Twenty requests that took 100, 99, 98… ms and began at these seconds; the first `slow` are slow. `worked`: seconds in which the app worked. */
function evidence(slow: number, began: (row: number) => number, worked: (second: number) => boolean): Evidence {
  const rows = Array.from({ length: 20 }, (_, row) => row);
  const net = Float64Array.from(rows, (row) => (100 - row) * 1000);
  const found: SlowRequests = {
    slow: rows.slice(0, slow),
    twentieth: rows,
    tenth: rows,
    failed: [],
    requests: 400,
    threshold: 0,
    noCpu: () => 0,
    net,
    onlyNoCpu: 0,
    latencies: undefined,
    succeeded: 400,
    unsent: 0,
    failures: [],
  };
  const spanOf = (row: number): { from: number; to: number } => ({
    from: began(row) * second,
    to: began(row) * second + (net[row] as number),
  });
  return evidenceOf(found, spanOf, window, ({ from }) => worked(Math.floor(from / second)));
}

/** At no regular times. */
const irregular = (row: number): number => Math.floor(100 * Math.abs(Math.sin(row * row + 1)));

test("slow requests in which the app worked are the evidence, and the others of the slowest are neither slow nor usual", () => {
  const { rows, near } = evidence(4, irregular, () => true);
  expect(rows).toStrictEqual([0, 1, 2, 3]);
  expect(near).toStrictEqual(Array.from({ length: 16 }, (_, row) => row + 4));
});

test("if the app worked in more of the slowest than by chance, those in which it was idle are left out", () => {
  const busy = new Set(
    Array.from({ length: 20 }, (_, row) => row)
      .filter((row) => row % 4 !== 0)
      .map(irregular),
  );
  expect(evidence(4, irregular, (at) => busy.has(at)).rows).toStrictEqual([1, 2, 3, 5]);
});

test("if it worked in as many as by chance, all slow ones are the evidence: what runs for long must not be found for that alone", () => {
  expect(evidence(4, irregular, (at) => at % 3 !== 0).rows).toStrictEqual([0, 1, 2, 3]);
});

test("without slow requests there is none", () => {
  expect(evidence(0, irregular, () => false)).toStrictEqual({ rows: [], near: [] });
});
