import path from "node:path";
import { expect, test } from "vitest";
import type { Category } from "../../language-server/analysis/costs/costs.ts";
import { sourcelessCosts } from "../../language-server/analysis/costs/sourceless.ts";
import { openProfile } from "../../language-server/opening/opened-run.ts";

const fixtures = path.join(import.meta.dirname, "../fixtures");

interface Opened {
  /** Percent of the busy time, of functions by name and by the line they start on. */
  readonly self: Readonly<Record<string, number>>;
  /** By name. */
  readonly total: Readonly<Record<string, number>>;
  readonly samples: number;
  readonly busyMs: number;
  /** Percent of all time. */
  readonly busy: number;
  readonly kinds: ReadonlySet<Category>;
  readonly notes: readonly string[];
}

async function opened(file: string): Promise<Opened> {
  const at = path.join(fixtures, file);
  const { run, analysis, problems } = await openProfile(at, { workspaceFolders: [], native: "unnamed" }, {});
  const { costs, profile } = analysis;
  const percent = (ticks: number): number => Math.round((ticks / costs.busyTicks) * 1000) / 10;
  const functions = costs.functions.map(({ name, line, selfTicks }) => [`${name}:${line}`, percent(selfTicks)] as const);
  const others = sourcelessCosts(profile, 0).map(({ name, selfTicks }) => [name, percent(selfTicks)] as const);
  const categories = costs.functions.filter(({ selfTicks }) => selfTicks > 0).map(({ source }) => costs.sources[source]?.category);
  return {
    self: Object.fromEntries([...functions, ...others].filter(([, share]) => share > 0)),
    total: Object.fromEntries(costs.functions.map(({ name, totalTicks }) => [name, percent(totalTicks)])),
    samples: run.threads.reduce((sum, { ticks }) => sum + ticks, 0),
    busyMs: Math.round(costs.busyTicks * (profile.threads[0]?.interval ?? 0)) / 1000,
    busy: Math.round((costs.busyTicks / costs.ticks) * 100),
    kinds: new Set(categories.flatMap((category) => category ?? [])),
    notes: problems.map(({ code }) => code),
  };
}

test("Datadog's CPU time: garbage collection by name, other threads left out with a note", async () => {
  const { self, notes } = await opened("pprof/dd-cpu.pb.gz");
  expect(self).toMatchObject({ "alloc:11": 47.5, "(garbage collector)": 37.4, "price:4": 14.2 });
  expect(Object.keys(self)).not.toContain("Non JS threads activity");
  expect(notes).toContain("pprof.otherThreads");
});

test("Pyroscope's names are the functions' own, its idle time is idle, and its labels are in a note", async () => {
  const { self, busy, notes } = await opened("pprof/pyroscope-nodejs-cpu.pb.gz");
  expect(self).toMatchObject({ "price:3": 50.8, "sortIt:10": 11.7, "(garbage collector)": 2 });
  expect(Object.keys(self).filter((name) => /Non JS|\(idle\)|^[.:]/.test(name))).toEqual([]);
  expect(busy).toBe(97);
  expect(notes).toEqual(expect.arrayContaining(["pprof.otherThreads", "pprof.otherLabels"]));
});

test("stacks without names keep their 75 %", async () => {
  expect(await opened("pprof/pprof-nameless-stack.pb")).toMatchObject({
    self: { "0x1000": 75, "cold:25": 25 },
    samples: 40,
    notes: expect.arrayContaining(["pprof.namelessFrames"]) as unknown,
  });
});

test("a period of 1 ns does not make millions of samples", async () => {
  expect(await opened("pprof/pprof-period-1ns.pb")).toMatchObject({ self: { "hot:5": 75, "cold:25": 25 }, samples: 40, busyMs: 400 });
});

test("the difference of two profiles is refused as one", async () => {
  await expect(opened("pprof/diff-values.pb")).rejects.toMatchObject({ coded: { code: "pprof.isDifference" } });
});

test("names of a perf map are functions of scripts", async () => {
  expect(await opened("pprof/pprof-perf-map-names.pb")).toMatchObject({ self: { "hot:5": 75, "cold:25": 25 } });
});

test("nothing in a Go program is Node.js core", async () => {
  const { kinds } = await opened("pprof/tsc7-cpu.pb.gz");
  expect([...kinds]).toEqual(["dependency"]);
});

test("Bun's pause of 1.5 s is nobody's time: two functions that ran equally long have equal shares", async () => {
  const { self, busy } = await opened("bun/bun-1.4.5.cpuprofile");
  expect(Math.abs((self["spinA:4"] ?? 0) - 48)).toBeLessThan(5);
  expect(Math.abs((self["spinB:12"] ?? 0) - 48)).toBeLessThan(5);
  expect(self["(anonymous):21"]).toBeLessThan(1);
  expect(busy).toBe(27);
});

test.each([
  ["turns", { work: 661, other: 364 }],
  ["server", { parse: 174, render: 541, tail: 47 }],
  ["pauses", { spinA: 513, spinB: 317 }],
] as const)("Bun's shares are those that a clock in the program measured, with idle time between: %s", async (name, clocked) => {
  const { total, busy } = await opened(`bun/${name}.cpuprofile.gz`);
  const all = Object.values(clocked).reduce((sum, ms) => sum + ms, 0);
  for (const [func, ms] of Object.entries(clocked)) expect(Math.abs((total[func] ?? 0) - (ms / all) * 100)).toBeLessThan(5);
  expect(busy).toBeLessThan(40);
});
