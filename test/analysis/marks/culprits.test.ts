import { expect, test } from "vitest";
import { culpritsOfHeld } from "../../../language-server/analysis/marks/culprits.ts";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import { requestSpans } from "../../../language-server/analysis/marks/request-parts.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { SimulatedLoop } from "./simulated-loop.ts";

test("who held a request up longest is reported also where most of that time seems to have had no processor", () => {
  const [orders, report] = [0, 1];
  const { marks } = new SimulatedLoop([], () => -1, true).run([
    {
      at: 0,
      route: orders,
      steps: [
        { cpu: 100, line: 1 },
        { wait: 2000, site: 0 },
      ],
    },
    { at: 900, route: orders, steps: [{ cpu: 25_000, line: 1 }] },
    { at: 1000, route: report, steps: [{ cpu: 40_000, line: 2 }] },
  ]);
  const noCpu = { from: Float64Array.of(30_000), to: Float64Array.of(60_000) };
  const thread = new ExplainedThread(marks, { threads: [] as SourceProfile["threads"] } as SourceProfile, noCpu);
  const culprits = culpritsOfHeld(thread, requestSpans(thread, { request: 1, client: undefined })!, 1);
  expect(culprits.map(({ route }) => route)).toEqual([report, orders]);
  // Since the loop was last idle, without the time without a processor.
  expect(culprits.reduce((sum, { time }) => sum + time, 0)).toBeCloseTo(65_900 - 900 - 30_000, 3);
});
