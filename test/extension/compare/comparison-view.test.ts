import { expect, test, vi } from "vitest";
import { comparisonView, flameView } from "../../../extension/compare/comparison-view.ts";
import type { ComparedCost, ComparedRun, Comparison } from "../../../language-server/protocol/comparison.ts";

vi.mock("vscode", () => import("../vscode.ts"));

const cost = (base: number, next: number, verdict: ComparedCost["verdict"]): ComparedCost => ({
  base,
  next,
  delta: next - base,
  low: next - base - 1,
  high: next - base + 1,
  verdict,
});

const run = (id: string, requests: number | undefined): ComparedRun => ({
  folder: `/runs/${id}`,
  id,
  name: "GET /test",
  startedAt: "2026-11-21T10:00:00.000Z",
  commit: "",
  nodeVersion: "v24.0.0",
  recorder: "exact",
  intervalUs: 1000,
  durationMs: 10_000,
  ticks: 10_000,
  busyTicks: 9000,
  load:
    requests === undefined
      ? undefined
      : {
          tool: "autocannon",
          url: "http://127.0.0.1:3000",
          label: "GET /test",
          requests,
          requestsPerSecond: requests / 10,
          latency: { averageMs: 1, p50Ms: 2, p90Ms: 3, p97_5Ms: 4, p99Ms: 5, maxMs: 6 },
          errors: 0,
          timeouts: 0,
          non2xx: 0,
          statusCounts: {},
          bytes: 0,
          durationSeconds: 10,
          connections: 10,
          cancelled: false,
        },
});

const at = { uri: "file:///app/util.js", range: { start: { line: 23, character: 0 }, end: { line: 23, character: 0 } } };
const none = { slower: 0, faster: 0, new: 0, vanished: 0, noise: 0 };

const comparison: Comparison = {
  base: { ...run("a", 337), cpuMs: 31 },
  next: run("b", 57_340),
  per: "request",
  by: "withLibraries",
  loadRatio: 170,
  busy: cost(29, 1, "faster"),
  drift: 1,
  warnings: [{ kind: "node", text: "The Node versions differ." }],
  functions: [
    { ...cost(20, 0, "vanished"), name: "hash", label: "util.js:24", category: "own", edited: true, location: at },
    { ...cost(0, 3, "new"), name: "fresh", baseName: "stale", label: "util.js:30", baseLabel: "old.js:2", category: "own", edited: true },
  ],
  lines: [{ ...cost(5, 4, "noise"), label: "util.js:24", functionName: "hash", text: "", category: "own", location: at }],
  composition: {} as Comparison["composition"],
  functionCounts: none,
  lineCounts: none,
};

test("rows keep the server's figures; what a run does not have is no zero", () => {
  const view = comparisonView(comparison);
  expect(view.warnings).toEqual(["The Node versions differ."]);
  expect(
    view.functions.map(({ beforeMs, afterMs, changeMs, errorMs, hasCode }) => [beforeMs, afterMs, changeMs, errorMs, hasCode]),
  ).toEqual([
    [20, undefined, -20, 1, true],
    [undefined, 3, 3, 1, false],
  ]);
  expect(view.functions[1]).toMatchObject({ name: "fresh (was stale)", place: "util.js:30 (was old.js:2)" });
  expect(view.lines[0]).toMatchObject({ name: "hash", place: "util.js:24", verdict: "noise" });
  expect(view.before.load).toEqual({ requestsPerSecond: 33.7, p50Ms: 2, p99Ms: 5 });
  expect([view.before.cpuMs, view.after.cpuMs]).toEqual([31, undefined]);
});

test("per request needs requests in both runs", () => {
  expect(comparisonView(comparison).canBePerRequest).toBe(true);
  expect(comparisonView({ ...comparison, base: run("a", undefined) }).canBePerRequest).toBe(false);
  expect(comparisonView({ ...comparison, next: run("b", 0) }).canBePerRequest).toBe(false);
});

test("the flame's verdicts go by cost, and its root gets a frame", () => {
  const flame = flameView(
    {
      frames: [{ name: "a", file: "/app/a.js", line: 3 }, { name: "native" }],
      parent: [-1, 0, 0, 0, 0],
      frame: [-1, 0, 1, 0, 1],
      base: [10, 5, 0, 5, 2],
      next: [8, 4, 2, 5, 0],
      delta: [0, 0.1, 0.2, 0.1, 0],
      noise: [0, 0, 0, 1, 0],
    },
    comparison,
  );
  expect(flame.frames).toEqual([
    { name: "a", place: "a.js:3", hasCode: true },
    { name: "native", place: "", hasCode: false },
    { name: "all busy time", place: "", hasCode: false },
  ]);
  expect(flame.frame).toEqual([2, 0, 1, 0, 1]);
  expect(flame.verdict).toEqual(["faster", "faster", "new", "noise", "vanished"]);
});
