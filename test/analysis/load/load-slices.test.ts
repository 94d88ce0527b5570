import { expect, test } from "vitest";
import * as v from "valibot";
import { loadReportSchema } from "../../../language-server/analysis/load/load-schema.ts";
import { sliceSeconds } from "../../../language-server/analysis/load/load-slices.ts";

const report = { tool: "autocannon", url: "", label: "GET /", latency: {}, durationSeconds: 2, cancelled: false };

test("slices are half seconds, and longer where a load has too many of them", () => {
  expect([1, 15, 120, 121, 3600].map((duration) => sliceSeconds(duration))).toEqual([0.5, 0.5, 0.5, 1, 15]);
});

test("a report has its slices, and is read without them where there are none or they are not valid", () => {
  const slices = { seconds: 0.5, answers: [3, 0], p50Ms: [1.5, 0], p99Ms: [2, 0] };
  const read = (given: unknown): unknown => v.parse(loadReportSchema, { ...report, slices: given }).slices;
  expect(read(slices)).toEqual(slices);
  expect(read({ ...slices, p99Ms: [2] })).toBeUndefined();
  expect(read({ ...slices, answers: [-1, 0] })).toBeUndefined();
  expect(read({ ...slices, seconds: 0 })).toBeUndefined();
  expect(read({ seconds: 0.5, answers: Array(1000).fill(1), p50Ms: Array(1000).fill(1), p99Ms: Array(1000).fill(1) })).toBeUndefined();
  expect(v.parse(loadReportSchema, report)).toEqual(report);
});
