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
