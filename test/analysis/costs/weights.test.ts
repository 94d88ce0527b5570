import { Profile as Pprof } from "pprof-format";
import { expect, test } from "vitest";
import { costDigest } from "../../../language-server/analysis/compare/cost-digest.ts";
import { calleesAlong, rankFunctions } from "../../../language-server/analysis/costs/hot-functions.ts";
import { categoryOfFunction, hotTree } from "../../../language-server/analysis/costs/hot-tree.ts";
import { exportCollapsed } from "../../../language-server/analysis/exporters/collapsed.ts";
import { exportCpuprofile } from "../../../language-server/analysis/exporters/cpuprofile.ts";
import { exportPprof } from "../../../language-server/analysis/exporters/pprof.ts";
import { exportSpeedscope } from "../../../language-server/analysis/exporters/speedscope.ts";
import { importCpuprofileFile } from "../../../language-server/analysis/importers/cpuprofile.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { naiveSelf } from "../importers/naive-cpuprofile.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { analysed, functionTable } from "./drawn-costs.ts";

const long = 1_000_000;
const uneven = drawnProfile(
  `
  main@app.js:1  main@app.js:1  main@app.js:2  (idle)  main@app.js:3
  f@app.js:5     f@app.js:6     read           -       -
  `,
  { weights: [0.5, 3, 1, 0.25, 0.25], interval: 2000 },
);

function selfShares(profile: Profile): Readonly<Record<string, string>> {
  const { costs } = analysed(profile);
  return Object.fromEntries(costs.functions.map(({ name, selfTicks }) => [name, ((100 * selfTicks) / costs.busyTicks).toFixed(1)]));
}

test("a sample of a .cpuprofile has the time to the next one as its weight, and still counts as one sample", () => {
  const frame = (functionName: string, lineNumber: number) => ({
    functionName,
    scriptId: "1",
    url: "file:///app/app.js",
    lineNumber,
    columnNumber: 0,
  });
  const { profile } = importCpuprofileFile({
    nodes: [
      { id: 1, callFrame: frame("often", 0) },
      { id: 2, callFrame: frame("once", 9) },
    ],
    startTime: 0,
    endTime: 1_011_000,
    samples: [1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1],
    timeDeltas: [1000, 1000, 1000, 1000, 1000, 1000, long, 1000, 1000, 1000, 1000],
  });
  expect(selfShares(profile)).toEqual({ once: "99.0", often: "1.0" });
  const { costs } = analysed(profile);
  expect(costs).toMatchObject({ samples: 11, busySamples: 11 });
  expect((costs.busyTicks * costs.interval) / 1000).toBeCloseTo(1010);
  expect(costs.functions.map(({ name, selfSamples, totalSamples }) => [name, selfSamples, totalSamples])).toEqual([
    ["once", 1, 1],
    ["often", 10, 10],
  ]);
});

test("weights apply to lines, functions, the composition of the time and hot functions, each beside its number of samples", () => {
  const { costs, profile } = analysed(uneven);
  expect(functionTable(costs)).toEqual({ main: "1.25 1.25 4.75", f: "3.5 3.5 3.5" });
  expect(costs).toMatchObject({ ticks: 5, busyTicks: 4.75, samples: 5, busySamples: 4, composition: { own: 3.75, native: 1 } });
  expect(
    costs.lines.map(({ line, selfTicks, totalTicks, selfSamples, totalSamples }) => [
      line,
      selfTicks,
      totalTicks,
      selfSamples,
      totalSamples,
    ]),
  ).toEqual([
    [6, 3, 3, 1, 1],
    [2, 1, 1, 1, 1],
    [5, 0.5, 0.5, 1, 1],
    [3, 0.25, 0.25, 1, 1],
    [1, 0, 3.5, 0, 2],
  ]);
  const tree = hotTree(profile);
  const isOwn = (func: number): boolean => categoryOfFunction(profile, func) === "own";
  const named = (func: number): string => profile.functions.name[func] as string;
  expect(rankFunctions(tree, "total", isOwn).map(({ func, totalTicks, samples }) => [named(func), totalTicks, samples])).toEqual([
    ["main", 4.75, 4],
    ["f", 3.5, 2],
    ["read", 1, 1],
  ]);
  const main = profile.functions.name.indexOf("main");
  expect(calleesAlong(tree, [main], "total", isOwn).map(({ func, ticks, samples }) => [named(func), ticks, samples])).toEqual([
    ["f", 3.5, 2],
    ["read", 1, 1],
  ]);
  expect(tree).toMatchObject({ busyTicks: 4.75, idle: 500 });
  expect(costDigest(analysed(uneven), { folders: [] }).busySlices.reduce((sum, ticks) => sum + ticks, 0)).toBe(4.75);
});

test("every export has a function's time, not the number of its samples", () => {
  const { profile } = analysed(uneven);
  const speedscope = exportSpeedscope(profile, "run").profiles[0]!;
  expect([speedscope.weights, speedscope.endValue]).toEqual([[1000, 6000, 2000, 500, 500], 10_000]);
  expect(exportCollapsed(profile).split("\n").slice(0, 4)).toEqual([
    "# Heatline: microseconds, 2375 microseconds per sample 0",
    "main (/app/app.js:1) 500",
    "main (/app/app.js:1);f (/app/app.js:1) 7000",
    "main (/app/app.js:1);read 2000",
  ]);
  expect(Object.fromEntries(naiveSelf(exportCpuprofile(uneven)))).toEqual({ f: 7000, read: 2000, "(idle)": 500, main: 500 });
  const pprof = exportPprof(profile, { recorder: "inspector", startedAt: 0, duration: 10 });
  const [, f] = Pprof.decode(pprof).sample.map(({ value }) => value.map(Number));
  expect(f).toEqual([1, 6_000_000]);
});
