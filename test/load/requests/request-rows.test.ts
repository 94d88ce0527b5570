import { expect, test } from "vitest";
import { inDueOrder } from "../../../language-server/analysis/timeline/due-order.ts";
import { outcomes, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadRow } from "../../../language-server/answers/timeline/load-row.ts";
import { type EndedRequest, mostRequestRows, RequestRows } from "../../../language-server/recording/load/requests/request-rows.ts";

const failed = outcomes.indexOf("error");

/** A generator that gives the same numbers at every run (Park and Miller, 1988). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function request(due: number, latency: number, outcome = 0): EndedRequest {
  return { due, sent: due, end: due + latency, status: outcome === failed ? 0 : 200, outcome, request: due % 3 };
}

function rowsOf(requests: Iterable<EndedRequest>): RequestTable {
  const rows = new RequestRows(seeded(7));
  for (const each of requests) rows.add(each);
  return inDueOrder(rows.table(["a", "b", "c"]));
}

function* sent(count: number, latencyOf: (index: number) => number, outcomeOf: (index: number) => number = () => 0) {
  for (let index = 0; index < count; index++) yield request(index, latencyOf(index), outcomeOf(index));
}

function sum(values: Iterable<number>): number {
  let all = 0;
  for (const value of values) all += value;
  return all;
}

/** By the rows whose `due` the function takes: how many requests they stand for. */
function standFor({ due, weight }: RequestTable, isIn: (due: number) => boolean): number {
  return sum(weight.filter((_each, row) => isIn(due[row]!)));
}

test("all of the first 200,000 are kept, whatever they took and however they ended", () => {
  const random = seeded(3);
  const table = rowsOf(
    sent(
      mostRequestRows,
      () => random() * 1e6,
      (index) => (index % 10 < 7 ? failed : 0),
    ),
  );
  expect(Array.from(table.due)).toEqual(Array.from({ length: mostRequestRows }, (_, index) => index));
  expect(table.weight.every((each) => each === 1)).toBe(true);
  for (const row of [0, 77_777, 199_999]) {
    const { due, end, status, outcome, request: label } = table;
    expect({ status: status[row], label: label[row] }).toEqual({ status: outcome[row] === failed ? 0 : 200, label: due[row]! % 3 });
    expect(end[row]).toBeGreaterThan(due[row]!);
  }
});

test.each([200_001, 300_000, 777_777, 2_000_000])("of %i: no more rows, and their weights add up to all requests", (count) => {
  const random = seeded(count);
  const latency = Float64Array.from({ length: count }, () => Math.ceil(1000 / random()));
  const table = rowsOf(sent(count, (index) => latency[index]!));
  expect(table.due.length).toBeLessThanOrEqual(mostRequestRows);
  expect(sum(table.weight)).toBe(count);
  expect(new Set(table.due).size).toBe(table.due.length);
  // The slowest 1 % are all there, and stand for themselves alone.
  const least = Float64Array.from(latency).sort()[Math.floor(0.99 * count)]!;
  const slow = [...table.due.keys()].filter((row) => table.end[row]! - table.due[row]! >= least);
  expect(slow.length).toBe(latency.reduce((all, each) => all + Number(each >= least), 0));
  expect(slow.every((row) => table.weight[row] === 1)).toBe(true);
  // So percentiles beyond are those of all.
  const whole = { from: 0, to: table.end.reduce((last, each) => Math.max(last, each), 0) + 1 };
  const nearest = Float64Array.from(latency).sort()[Math.floor(0.99 * count + 0.5) - 1]!;
  expect(loadRow({ requests: table, load: whole }, 0, whole.to, 1)!.p99Ms[0]).toBe(nearest / 1000);
  // The rest is fair: by time and by request.
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = standFor(table, (due) => Math.floor((10 * due) / count) === tenth) / count;
    expect(share).toBeGreaterThan(0.09);
    expect(share).toBeLessThan(0.11);
  }
  for (const label of [0, 1, 2]) expect(standFor(table, (due) => due % 3 === label) / count).toBeCloseTo(1 / 3, 1.5);
});

test("failures are kept as slow answers are, and neither pushes the other out", () => {
  const count = 1_000_000;
  const isFailed = (index: number): boolean => index % 10 < 6;
  const table = rowsOf(
    sent(
      count,
      (index) => (index % 5000 === 9 ? 1e6 + index : 10),
      (index) => (isFailed(index) ? failed : 0),
    ),
  );
  expect(table.due.length).toBeLessThanOrEqual(mostRequestRows);
  expect(sum(table.weight)).toBe(count);
  // The 200 slow answers among 600,000 failures that took no time.
  expect(table.due.filter((due) => due % 5000 === 9)).toHaveLength(200);
  expect(standFor(table, isFailed) / count).toBeCloseTo(0.6, 1.5);
  // All that have their own row, and those of the sample.
  const failures = table.outcome.filter((outcome, row) => outcome === failed && table.weight[row] === 1).length;
  expect(failures).toBe(25_000);
});

test("a slow start stays, although all that follows is fast", () => {
  const table = rowsOf(sent(1_000_000, (index) => (index < 5000 ? 1e6 - index : 100)));
  expect(table.due.filter((due) => due < 5000)).toHaveLength(5000);
  expect(standFor(table, (due) => due < 5000)).toBe(5000);
});
