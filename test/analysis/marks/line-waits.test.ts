import { expect, test } from "vitest";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import { lineSums } from "../../../language-server/analysis/marks/line-waits.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { SimulatedLoop } from "./simulated-loop.ts";

test("how often a request waits at a line does not count those that were not answered", () => {
  const query = { wait: 2000, site: 0 };
  const of = (at: number, times: number) => ({
    at,
    route: 0,
    steps: [{ cpu: 100, line: 1 }, ...Array.from({ length: times }, () => query)],
  });
  const { marks } = new SimulatedLoop([], () => -1, true).run([of(0, 10), of(50_000, 10), of(90_000, 4)]);
  // The end of the load closed its connection.
  marks.served.aborted[2] = 1;
  const none = { from: new Float64Array(), to: new Float64Array() };
  const thread = new ExplainedThread(marks, { threads: [] as SourceProfile["threads"] } as SourceProfile, none);
  const sums = lineSums(thread, Int32Array.of(7)).get(7);
  expect(sums?.inRequests).toEqual({ requests: 2, times: 20, waited: 40_000, held: 0 });
  expect(sums?.times).toBe(24);
});

test("what held a line up takes no longer than the line was held up, where only some of the times are looked at", () => {
  // Each query is ready before the report lets go of the loop, after 1 and 9.5 ms in turns.
  const order = { at: 0, route: 0, steps: Array.from({ length: 4000 }, () => ({ wait: 2000, site: 0 })) };
  const pieces = Array.from({ length: 4000 }, (_, index) => [
    { wait: 1500, site: 1 },
    { cpu: index % 2 === 0 ? 9500 : 1000, line: 1 },
  ]);
  const { marks } = new SimulatedLoop([], () => -1, true).run([order, { at: 0, route: 1, steps: pieces.flat() }]);
  const none = { from: new Float64Array(), to: new Float64Array() };
  const thread = new ExplainedThread(marks, { threads: [] as SourceProfile["threads"] } as SourceProfile, none);
  const { held = 0, culprits = [] } = lineSums(thread, Int32Array.of(7, -1)).get(7) ?? {};
  expect(held).toBeGreaterThan(10_000_000);
  expect(culprits.map(({ route }) => route)).toEqual([1]);
  const time = culprits.reduce((sum, each) => sum + each.time, 0);
  expect(time).toBeLessThanOrEqual(held * 1.000001);
  expect(time).toBeGreaterThan(held * 0.95);
});
