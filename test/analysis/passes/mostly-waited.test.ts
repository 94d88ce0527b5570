import { expect, test } from "vitest";
import type { LoadReport } from "../../../language-server/analysis/load/load.ts";
import { hasMostlyWaited, type WaitedFacts } from "../../../language-server/analysis/passes/asked-passes.ts";

const load: LoadReport = {
  tool: "autocannon",
  url: "http://127.0.0.1:3000/",
  label: "GET /",
  requests: 1000,
  latency: { p50Ms: 6 },
  durationSeconds: 10,
  cancelled: false,
};
/** One millisecond of CPU time a request. */
const waited: WaitedFacts = { load, eventLoopBusy: 0.2, cpuMs: 1000 };

test("an app waited if it was idle for over half of its load and its median is over five times its CPU time", () => {
  expect(hasMostlyWaited(waited)).toBe(true);
});

test.each<[string, Partial<WaitedFacts>]>([
  ["it was busy for half of the load", { eventLoopBusy: 0.5 }],
  ["nobody knows how busy it was", { eventLoopBusy: undefined }],
  ["its median is five times its CPU time", { load: { ...load, latency: { p50Ms: 5 } } }],
  ["its load tool reports no median", { load: { ...load, latency: {} } }],
  ["nothing was answered", { load: { ...load, requests: 0 } }],
  ["there was no load", { load: undefined }],
  ["its CPU time is not known", { cpuMs: 0 }],
])("it did not if %s", (_why, changes) => {
  expect(hasMostlyWaited({ ...waited, ...changes })).toBe(false);
});
