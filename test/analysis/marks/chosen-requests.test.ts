import { expect, test } from "vitest";
import { servedRequests, slowestAndUsual } from "../../../language-server/analysis/marks/chosen-requests.ts";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { SimulatedLoop } from "./simulated-loop.ts";

test("the slowest requests are set beside usual ones of their own routes", () => {
  const orders = Array.from({ length: 100 }, (_, index) => ({
    at: index * 100_000,
    route: 0,
    steps: [{ cpu: index < 2 ? 60_000 : 1000 + index, line: 1 }],
  }));
  const reports = Array.from({ length: 100 }, (_, index) => ({
    at: index * 100_000 + 70_000,
    route: 1,
    steps: [{ cpu: 20_000, line: 2 }],
  }));
  const { marks } = new SimulatedLoop([], () => -1, true).run([...orders, ...reports]);
  const none = { from: new Float64Array(), to: new Float64Array() };
  const threads = [new ExplainedThread(marks, { threads: [] as SourceProfile["threads"] } as SourceProfile, none)];
  const rows = [new Int32Array(marks.served.begin.length).fill(-1)];
  const requests = servedRequests(threads, undefined, { rows, matched: 0, unmatched: 0 }, undefined);
  const { slowest, usual } = slowestAndUsual(threads, requests);
  expect(slowest.map(({ latency }) => latency)).toEqual([60_000, 60_000]);
  expect(usual.map(({ request }) => threads[0]?.routeOf(request))).toEqual([0, 0]);
  for (const { latency } of usual) expect(Math.abs(latency - 1050)).toBeLessThan(10);
});
