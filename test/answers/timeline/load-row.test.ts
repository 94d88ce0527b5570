import { expect, test } from "vitest";
import { isLatency, outcomes, type Outcome, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadRow } from "../../../language-server/answers/timeline/load-row.ts";

type Row = readonly [end: number, latency: number, outcome?: Outcome, status?: number, weight?: number];

function tableOf(rows: readonly Row[]): RequestTable {
  const due = Float64Array.from(rows, ([end, latency]) => end - latency);
  return {
    due,
    sent: due,
    end: Float64Array.from(rows, ([end]) => end),
    weight: Float64Array.from(rows, ([, , , , weight = 1]) => weight),
    status: Int32Array.from(rows, ([, , outcome = "answer", status = outcome === "answer" ? 200 : 0]) => status),
    outcome: Uint8Array.from(rows, ([, , outcome = "answer"]) => outcomes.indexOf(outcome)),
    request: new Int32Array(rows.length),
    labels: ["GET /"],
  };
}

const load = { from: 0, to: 1_000_000 };

/** Columns of a quarter of a second. */
function quarters(rows: readonly Row[]) {
  return loadRow({ requests: tableOf(rows), load }, 0, 1_000_000, 4)!;
}

test("each request counts where it ended; what ended without an answer or with a bad one is an error", () => {
  const row = quarters([
    [100_000, 1000],
    [249_999, 3000],
    [250_000, 2000, "answer", 503],
    [260_000, 9000, "error"],
    [700_000, 9000, "timeout"],
  ]);
  expect(row).toEqual({
    ...load,
    perSecond: [8, 4, 0, 0],
    p50Ms: [1, 2, null, null],
    p99Ms: [3, 2, null, null],
    errors: [0, 2, 1, 0],
    underWay: [0, 0, 0, 0],
  });
});

test("what the load's end cut off, or kept from being sent, is no latency and no error", () => {
  const rows: Row[] = [1, 2, 3].map((count) => [500_000, count * 1000, "unsent"]);
  const row = quarters([[500_000, 400_000], ...rows, [999_999, 900_000, "load-end"]]);
  expect(row).toMatchObject({ perSecond: [0, 0, 4, 0], p50Ms: [null, null, 400, null], p99Ms: [null, null, 400, null] });
  expect(row.errors).toEqual([0, 0, 0, 0]);
});

test("a part of the load without an answer has a rate of 0, and says how many requests were under way", () => {
  const rows: Row[] = [
    [100_000, 1000],
    [760_000, 660_000],
    [900_000, 600_000, "answer", 200, 11],
    [1_000_000, 400_000, "load-end"],
    [990_000, 980_000, "unsent"],
  ];
  const row = loadRow({ requests: tableOf(rows), load: { from: 250_000, to: 1_000_000 } }, 0, 1_250_000, 5)!;
  expect(row.perSecond).toEqual([4, 0, 0, 48, null]);
  expect(row.underWay).toEqual([1, 12, 13, 12, 0]);
  // Before the load's first request nothing was sent; one that goes on beyond the shown time is under way in all of it.
  const part = loadRow({ requests: tableOf(rows), load: { from: 250_000, to: 1_000_000 } }, 0, 99_900, 9)!;
  expect(part.perSecond).toEqual([...Array.from({ length: 8 }, () => null), 0]);
  expect(loadRow({ requests: tableOf(rows), load }, 400_000, 410_000, 2)!.underWay).toEqual([12, 12]);
});

test("single answers that come evenly are an even rate, however many columns there are; a stall among them is one of 0", () => {
  const answers = (from: number, to: number): Row[] =>
    Array.from({ length: (to - from) / 20_000 }, (_, each) => [from + each * 20_000, 1000]);
  const requests = tableOf([...answers(5000, 405_000), ...answers(605_000, 1_005_000)]);
  const { perSecond } = loadRow({ requests, load: { from: 0, to: 1_000_000 } }, 0, 1_000_000, 1000)!;
  expect(Math.max(...perSecond.map(Number))).toBeLessThan(90);
  expect(Math.min(...perSecond.slice(0, 390).map(Number))).toBeGreaterThan(30);
  expect(perSecond.slice(420, 590).every((rate) => rate === 0)).toBe(true);
});

test("rows of a sample count as many times as they stand for", () => {
  const row = quarters([
    [10, 1000, "answer", 200, 197],
    [20, 5000],
    [30, 7000, "answer", 200, 2],
    [40, 1000, "error", 0, 5],
  ]);
  expect([row.perSecond[0], row.p50Ms[0], row.p99Ms[0], row.errors[0]]).toEqual([800, 1, 5, 5]);
});

test("what ended outside of the shown time is left out, and without single requests there is no row", () => {
  const requests = tableOf([
    [100, 10],
    [200, 20],
    [300, 30],
  ]);
  expect(loadRow({ requests, load }, 200, 300, 1)).toMatchObject({ perSecond: [10_000], p99Ms: [0.02] });
  expect(loadRow({ load }, 0, 1, 1)).toBeUndefined();
});

test("of any requests, each column has the percentiles that sorting gives", () => {
  let state = 5;
  const random = (most: number): number => (state = (state * 48_271) % 2_147_483_647) % most;
  const rows = Array.from({ length: 20_000 }, (): Row => {
    const outcome = outcomes[random(outcomes.length)]!;
    // Up to hours, so that all digits count.
    return [
      random(1_000_000),
      random(2) === 0 ? random(3000) : random(2_000_000_000),
      outcome,
      outcome === "answer" ? 200 : 0,
      1 + random(9),
    ];
  });
  const table = tableOf(rows);
  const columns = 37;
  const row = loadRow({ requests: table, load }, 0, 1_000_000, columns)!;
  for (let column = 0; column < columns; column++) {
    const isIn = ([end, , outcome]: Row): boolean =>
      Math.floor((end / 1_000_000) * columns) === column && isLatency(outcomes.indexOf(outcome ?? "answer"));
    const latencies = rows.filter(isIn).flatMap(([, latency, , , weight]) => Array.from({ length: weight! }, () => latency));
    latencies.sort((a, b) => a - b);
    const at = (share: number): number => latencies[Math.floor(share * latencies.length + 0.5) - 1]! / 1000;
    expect([row.p50Ms[column], row.p99Ms[column]]).toEqual([at(0.5), at(0.99)]);
  }
});
