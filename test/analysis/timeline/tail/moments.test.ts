import { expect, test } from "vitest";
import { momentsOf, mostRows } from "../../../../language-server/analysis/timeline/tail/moments.ts";
import { type DrawnRequest, requestTable } from "./served-requests.ts";

/** `slow`, the slowest first, then `failed`: rows of a drawing. */
function moments(rows: readonly DrawnRequest[], slow: readonly number[], failed: readonly number[] = []) {
  const found = momentsOf(requestTable(rows), slow, failed);
  return found.moments.map(({ from, to, rows: kept, requests, unsent }) => ({
    span: [from / 1000, to / 1000],
    rows: kept.map((row) => found.rows[row]),
    requests,
    unsent,
  }));
}

test("requests that waited at the same time are one moment, the slowest first", () => {
  const rows: DrawnRequest[] = [
    [0, 0, 100],
    [10, 10, 105],
    [20, 20, 110],
    [300, 300, 350],
  ];
  expect(moments(rows, [0, 1, 2, 3])).toEqual([
    { span: [0, 110], rows: [0, 1, 2], requests: 3, unsent: 0 },
    { span: [300, 350], rows: [3], requests: 1, unsent: 0 },
  ]);
});

test("a chain of requests, each of which overlaps the next a little, is no single moment", () => {
  const rows = [0, 60, 120, 180].map((from): DrawnRequest => [from, from, from + 100]);
  expect(moments(rows, [0, 1, 2, 3]).map((moment) => moment.rows)).toEqual([[0], [1], [2], [3]]);
});

test("failures are apart from slow requests, by how they ended", () => {
  const rows: DrawnRequest[] = [
    [0, 0, 100],
    [10, 10, 11, "error"],
    [20, 20, 60, "timeout"],
    [500, 500, 501, "error"],
  ];
  expect(moments(rows, [0], [1, 2, 3]).map(({ span, rows: kept }) => [span, kept])).toEqual([
    [[0, 100], [0]],
    [
      [10, 501],
      [1, 3],
    ],
    [[20, 60], [2]],
  ]);
});

test("all requests of a moment are counted, also those that a row stands for; no moment takes the place of others", () => {
  const many = Array.from({ length: 400 }, (): DrawnRequest => [0, 0, 100, "answer", 2]);
  const others = Array.from({ length: 20 }, (_, row): DrawnRequest => [200 + row * 100, 200 + row * 100, 250 + row * 100]);
  const found = moments(
    [...many, ...others],
    Array.from({ length: 420 }, (_, row) => row),
  );
  expect(found).toHaveLength(21);
  expect(found[0]?.requests).toBe(800);
  expect(found[0]?.rows).toHaveLength(20);
});

test("however many moments there are, rows are few", () => {
  const rows = Array.from({ length: 2000 }, (_, row): DrawnRequest => [row * 100, row * 100, row * 100 + 50]);
  const all = Array.from({ length: 2000 }, (_, row) => row);
  expect(moments(rows, all)).toHaveLength(mostRows);
  const failed = rows.map(([due, sent, end]): DrawnRequest => [due, sent, end, "error"]);
  expect(
    moments(
      [...rows, ...failed],
      all,
      Array.from({ length: 2000 }, (_, row) => 2000 + row),
    ).at(-1),
  ).toMatchObject({ requests: 2000 });
  expect(momentsOf(requestTable([...rows, ...failed]), all, all).rows).toHaveLength(mostRows);
});
