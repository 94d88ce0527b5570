import { expect, test, vi } from "vitest";
import { comparisonView, flameView } from "../../../extension/compare/comparison-view.ts";
import { comparison, run } from "./drawn-comparison.ts";

vi.mock("vscode", () => import("../vscode.ts"));

test("rows have the server's figures; what a run does not have is not 0", () => {
  const view = comparisonView(comparison, false);
  expect(view.warnings).toEqual(["The Node versions differ."]);
  expect(
    view.functions.map(({ beforeMs, afterMs, changeMs, errorMs, hasCode }) => [beforeMs, afterMs, changeMs, errorMs, hasCode]),
  ).toEqual([
    [20, undefined, -20, 1, true],
    [undefined, 3, 3, 1, false],
  ]);
  expect(view.functions[1]).toMatchObject({ name: "fresh (was stale)", place: "util.js:30 (was old.js:2)" });
  expect(view.functions.map(({ edited }) => edited)).toEqual(comparison.functions.map(({ edited }) => edited));
  expect(view.lines.map(({ edited }) => edited)).toEqual(comparison.lines.map(({ baseText }) => baseText !== undefined));
  expect(view.lines[0]).toMatchObject({ name: "hash", place: "util.js:24", verdict: "noise" });
  expect(view.before.load).toEqual({ requestsPerSecond: 33.7, p50Ms: 2, p99Ms: 5 });
  expect([view.before.cpuMs, view.after.cpuMs]).toEqual([31, undefined]);
});

test("costs per request need requests in both runs", () => {
  expect(comparisonView(comparison, false).canBePerRequest).toBe(true);
  expect(comparisonView({ ...comparison, base: run("a", undefined) }, false).canBePerRequest).toBe(false);
  expect(comparisonView({ ...comparison, next: run("b", 0) }, false).canBePerRequest).toBe(false);
});

test("only two runs are measured again, and of some of their threads no load figures are missed", () => {
  const ofSpan = { ...comparison, isRepeatWorthwhile: true, base: { ...comparison.base, folder: comparison.next.folder } };
  expect(comparisonView({ ...comparison, isRepeatWorthwhile: true }, true)).toMatchObject({ canRepeat: true, isOfThreads: false });
  expect(comparisonView(ofSpan, true)).toMatchObject({ canRepeat: false, isOfSpan: true });
  const warnings = [{ kind: "threads", text: "Only worker 1 is compared." }] as const;
  expect(comparisonView({ ...comparison, warnings }, true).isOfThreads).toBe(true);
});

test("verdicts in the flame graph are by cost, and its root gets a frame", () => {
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
    { name: "a", place: "a.js:3" },
    { name: "native", place: "" },
    { name: "all busy time", place: "" },
  ]);
  expect(flame.frame).toEqual([2, 0, 1, 0, 1]);
  expect(flame.verdict).toEqual(["faster", "faster", "new", "noise", "vanished"]);
});
