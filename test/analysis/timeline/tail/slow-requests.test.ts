import { expect, test } from "vitest";
import { slowRequests } from "../../../../language-server/analysis/timeline/tail/slow-requests.ts";
import { type DrawnRequest, requestTable } from "./served-requests.ts";

const none = { from: new Float64Array(0), to: new Float64Array(0) };
const all = { load: undefined, spans: null };

/** One request every 10 ms, answered in 1 ms. */
function usual(count: number, others: Readonly<Record<number, DrawnRequest>> = {}): readonly DrawnRequest[] {
  return Array.from({ length: count }, (_, index) => others[index] ?? [index * 10, index * 10, index * 10 + 1]);
}

test("the slowest request of a hundred is slow", () => {
  const others = { 20: [200, 200, 209], 70: [700, 700, 720], 150: [1500, 1505, 1511], 160: [1600, 1600, 1603] } as const;
  expect(slowRequests(requestTable(usual(200, others)), none, all)).toMatchObject({
    slow: [70, 150],
    failed: [],
    requests: 200,
    threshold: 11_000,
  });
});

test("time without a processor does not make a request slow, and is reported", () => {
  const requests = requestTable(usual(100, { 20: [200, 200, 260], 70: [700, 700, 720] }));
  const noCpu = { from: Float64Array.of(205_000), to: Float64Array.of(255_000) };
  const { slow, noCpu: lost, onlyNoCpu } = slowRequests(requests, noCpu, all);
  expect({ slow, lost: [lost(20), lost(70)], onlyNoCpu }).toStrictEqual({ slow: [70], lost: [50_000, 0], onlyNoCpu: 1 });
});

test("a failure never counts as fast: it is slow if it took as long, else it is reported separately", () => {
  const others = { 20: [200, 200, 201, "error"], 50: [500, 500, 900, "timeout"], 70: [700, 700, 720] } as const;
  const { slow, failed } = slowRequests(requestTable(usual(100, others)), none, all);
  expect({ slow, failed }).toStrictEqual({ slow: [50, 70], failed: [20] });
});

test.each(["load-end", "unsent"] as const)(
  "of %s, what the load's end cut off counts only if it had waited as long as slow ones",
  (how) => {
    const others = { 20: [200, 200, 220], 98: [980, 980, 1000, how], 99: [990, 990, 1000, how] } as const;
    expect(slowRequests(requestTable(usual(100, others)), none, all)).toMatchObject({ slow: [20, 98], failed: [], requests: 98 });
  },
);

test("a row counts as many requests as it stands for", () => {
  const others = { 20: [200, 200, 209], 70: [700, 700, 720], 80: [800, 800, 801, "answer", 101] } as const;
  expect(slowRequests(requestTable(usual(100, others)), none, all)).toMatchObject({ slow: [70, 20], requests: 200 });
});

test("requests of the warm-up, and outside what is looked at, do not count", () => {
  const requests = requestTable(usual(300, { 20: [200, 200, 290], 170: [1700, 1700, 1750], 290: [2900, 2900, 2920] }));
  const load = { from: 1_000_000, to: 3_000_000 };
  expect(slowRequests(requests, none, { load, spans: null })).toMatchObject({ slow: [170, 290], requests: 200 });
  const spans = { from: Float64Array.of(2_000_000), to: Float64Array.of(3_000_000) };
  expect(slowRequests(requests, none, { load, spans })).toMatchObject({ slow: [290], requests: 100 });
});

test("the slowest 5 % and 10 % are reported for evidence, the former in order", () => {
  const others = { 20: [200, 200, 260], 70: [700, 700, 720], 80: [800, 800, 811], 90: [900, 900, 909], 95: [950, 950, 952] } as const;
  const { slow, twentieth, tenth } = slowRequests(requestTable(usual(100, others)), none, all);
  expect({ slow, twentieth }).toStrictEqual({ slow: [20], twentieth: [20, 70, 80, 90, 95] });
  expect(tenth).toHaveLength(10);
});

test("percentiles are those of all answers; what was never sent is counted apart", () => {
  const requests = requestTable(
    usual(100, { 20: [200, 200, 209, "answer", 101], 70: [700, 720, 720, "unsent"], 80: [800, 800, 900, "error"] }),
  );
  const { latencies, unsent } = slowRequests(requests, none, all);
  expect(latencies).toStrictEqual({ p50: 9000, p99: 9000, slowest: 9000 });
  expect(unsent).toBe(1);
});

test("failures are counted by how they ended; what the load's end cut off is none", () => {
  const requests = requestTable(
    usual(100, { 20: [200, 200, 201, "error", 2], 50: [500, 500, 900, "timeout"], 99: [990, 990, 995, "load-end"] }),
  );
  requests.status.set([503, 503, 404, 503, 302]);
  expect(slowRequests(requests, none, all)).toMatchObject({
    succeeded: 93,
    failures: [
      { outcome: "answer", status: 503, requests: 3 },
      { outcome: "error", status: 0, requests: 2 },
      { outcome: "answer", status: 404, requests: 1 },
      { outcome: "timeout", status: 0, requests: 1 },
    ],
  });
});

test("without any answer there is no percentile, and what was cut off failed", () => {
  const cut = usual(20).map(([due, sent]): DrawnRequest => [due, sent, 300, "load-end"]);
  expect(slowRequests(requestTable(cut), none, all)).toMatchObject({
    slow: [],
    failed: Array.from({ length: 20 }, (_, row) => row),
    latencies: undefined,
    succeeded: 0,
    failures: [{ outcome: "load-end", requests: 20 }],
  });
});

test("where all took the same time none is slow", () => {
  expect(slowRequests(requestTable(usual(200)), none, all).slow).toStrictEqual([]);
  expect(slowRequests(requestTable([]), none, all)).toMatchObject({ slow: [], failed: [], requests: 0 });
});
