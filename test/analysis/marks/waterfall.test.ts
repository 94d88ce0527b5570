import { expect, test } from "vitest";
import { ExplainedThread } from "../../../language-server/analysis/marks/explained-thread.ts";
import { requestSpans } from "../../../language-server/analysis/marks/request-parts.ts";
import { waterfall } from "../../../language-server/analysis/marks/waterfall.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import { SimulatedLoop } from "./simulated-loop.ts";

const noSamples = { threads: [] as SourceProfile["threads"] } as SourceProfile;
const none = { from: new Float64Array(), to: new Float64Array() };

test("a request of many queries has a row for each of them, and none for what is too short to be seen", () => {
  const [query, glance] = [
    { wait: 2000, site: 0 },
    { cpu: 5, line: 7 },
  ];
  const steps = [{ cpu: 300, line: 5 }, ...Array.from({ length: 10 }, () => [query, glance]).flat(), { cpu: 400, line: 9 }];
  const { marks, truths } = new SimulatedLoop([], () => -1, true).run([{ at: 0, route: 0, steps }]);
  const thread = new ExplainedThread(marks, noSamples, none);
  const spans = requestSpans(thread, { request: 1, client: { from: 0, to: truths[0]!.ended } })!;
  const { rows, more } = waterfall(thread, spans, 1, 500);
  expect(rows.map(({ kind }) => kind)).toEqual(["cpu", ...Array.from({ length: 10 }, () => "waiting"), "cpu"]);
  // One before each further query; the last is part of what the request ends with.
  expect(more).toBe(spans.cpu.length - 2);
  expect(more).toBe(9);
  expect(waterfall(thread, spans, 1, 5)).toMatchObject({ rows: { length: 5 }, more: more + 7 });
});
