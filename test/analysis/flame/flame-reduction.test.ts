import * as fc from "fast-check";
import { expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { reduceFlame, type ReducedFlame } from "../../../language-server/analysis/flame/flame-reduction.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";

/** One `main;f 2` per run of samples, in chronological order; weights in ticks of 1 ms. */
function runs({ flame }: ReducedFlame, thread = 0): string[] {
  const timeline = flame.profiles[thread];
  return (timeline?.samples ?? []).map(
    (stack, index) => `${stack.map((frame) => flame.shared.frames[frame]?.name).join(";")} ${(timeline?.weights[index] ?? 0) / 1000}`,
  );
}

const drawing = drawnProfile(`
  main@app.js:1  main@app.js:1  main@app.js:2  (idle)  main@app.js:2  (garbage collector)
  f@app.js:5     f@app.js:6     read           -       -              -
`);

test("lines of one function are one frame, native frames have a name, and time order is kept", () => {
  const { profile } = analysed(drawing);
  expect(runs(reduceFlame(profile, { name: "run", idle: "show" }))).toEqual([
    "main;f 2",
    "main;read 1",
    "(idle) 1",
    "main 1",
    "(garbage collector) 1",
  ]);
  expect(runs(reduceFlame(profile, { name: "run", idle: "omit" }))).toEqual(["main;f 2", "main;read 1", "main 1", "(garbage collector) 1"]);
});

test("frames know where their function starts, in both directions", () => {
  const { flame, frames } = reduceFlame(analysed(drawing).profile, { name: "run", idle: "show" });
  const [f, main, read] = ["f", "main", "read"].map((name) => flame.shared.frames.findIndex((frame) => frame.name === name));
  expect([f, main, read].map((frame) => flame.shared.frames[frame ?? -1])).toEqual([
    { name: "f", file: "/app/app.js", line: 1, col: 10 },
    { name: "main", file: "/app/app.js", line: 1, col: 10 },
    { name: "read" },
  ]);
  expect([f, read].map((frame) => frames[frame ?? -1])).toMatchObject([
    { source: 0, line: 1, column: 9 },
    { source: -1, line: 0, column: -1 },
  ]);
});

test("each chosen thread has its timeline", () => {
  const { profile, select } = analysed([drawing, drawnProfile("g@app.js:1", { interval: 3000 })]);
  const chosen = select({ ...everything, threads: [1] })?.whole.profile ?? profile;
  expect(runs(reduceFlame(chosen, { name: "run", idle: "show" }))).toEqual(["g 3"]);
  expect(reduceFlame(profile, { name: "run", idle: "show" }).flame.profiles.map(({ name, endValue }) => [name, endValue])).toEqual([
    ["thread 0", 6000],
    ["thread 1", 3000],
  ]);
});

test("frames that are too small are merged into their caller", () => {
  const stacks = [...Array.from({ length: 99 }, () => ["main@app.js:1", "f@app.js:2"]), ["main@app.js:1", "g@app.js:3", "h@app.js:4"]];
  const { profile } = analysed(profileOfStacks(stacks));
  expect(runs(reduceFlame(profile, { name: "run", idle: "show", smallest: 0.02 }))).toEqual(["main;f 99", "main 1"]);
});

/** `ticks stack` each. */
function stacksOf(...drawn: readonly string[]): string[][] {
  return drawn.flatMap((each) => {
    const [, ticks, stack] = /^(\d+) (.*)$/.exec(each) ?? [];
    return Array.from({ length: Number(ticks) }, () => (stack ?? "").split(" "));
  });
}

function analysedRuns(...drawn: readonly string[]): string[] {
  return runs(analysed(profileOfStacks(stacksOf(...drawn)), { "app.js": text }).flame({ name: "run", idle: "show" }));
}

test("however many samples there are, no frame is folded in a tree that can be drawn as it is", () => {
  const stacks = stacksOf("20000 main@app.js:1 f@app.js:2", "1 main@app.js:1 g@app.js:3");
  expect(runs(analysed(profileOfStacks(stacks)).flame({ name: "run", idle: "show" }))).toEqual(["main;f 20000", "main;g 1"]);
});

const text = `function main() {
  return area(1, 2) + area(3, 4) + round(5);
}`;

test("two hot calls of one function on a line are separate frames with the text of the call, and lead to it", () => {
  const reduced = analysed(
    profileOfStacks(stacksOf("30 main@app.js:2:9 area@app.js:7:0", "60 main@app.js:2:22 area@app.js:7:0", "20 main@app.js:2:35 round")),
    { "app.js": text },
  ).flame({ name: "run", idle: "show" });
  const { flame, frames } = reduced;
  expect(runs(reduced)).toEqual(["main;area(1, 2) 2:10;area 30", "main;area(3, 4) 2:23;area 60", "main;round 20"]);
  const second = flame.shared.frames.findIndex(({ name }) => name.startsWith("area(3, 4)"));
  expect(flame.shared.frames[second]).toEqual({ name: "area(3, 4) 2:23", file: "/app/app.js", line: 2, col: 23 });
  expect(frames[second]).toMatchObject({ kind: "call", source: 0, line: 2, column: 22 });
  // The function itself stays a single frame, so its total stays the same.
  expect(flame.shared.frames.filter(({ name }) => name === "area")).toHaveLength(1);
});

test("calls of native functions are separate too; without the text a call is named after what it calls", () => {
  const stacks = stacksOf("30 main@app.js:2:9 read", "60 main@app.js:2:22 read");
  expect(runs(analysed(profileOfStacks(stacks)).flame({ name: "run", idle: "show" }))).toEqual([
    "main;read(…) 2:10;read 30",
    "main;read(…) 2:23;read 60",
  ]);
});

test("calls are not separated where it would not help: other lines, noise, uncertain places, no columns, recursion", () => {
  expect(analysedRuns("30 main@app.js:2:9 f@app.js:7:0", "30 main@app.js:3:9 f@app.js:7:0")).toEqual(["main;f 60"]);
  expect(analysedRuns("30 main@app.js:2:9 f@app.js:7:0", "30 main@app.js:2:22 g@app.js:8:0")).toEqual(["main;f 30", "main;g 30"]);
  expect(analysedRuns("30 main@app.js:2:9 f@app.js:7:0", "9 main@app.js:2:22 f@app.js:7:0")).toEqual(["main;f 39"]);
  expect(analysedRuns("2000 main@app.js:2:9 f@app.js:7:0", "19 main@app.js:2:22 f@app.js:7:0")).toEqual(["main;f 2019"]);
  expect(analysedRuns("30 main@app.js:2:9 f@app.js:7:0", "30 ≈main@app.js:2:22 f@app.js:7:0")).toEqual(["main;f 60"]);
  expect(analysedRuns("30 main@app.js:2 f@app.js:7", "30 main@app.js:2 f@app.js:8")).toEqual(["main;f 60"]);
  expect(analysedRuns("30 f@app.js:2:9 f@app.js:7:0", "30 f@app.js:2:22 f@app.js:7:0")).toEqual(["f;f 60"]);
  expect(analysedRuns("30 f@app.js:2:9 g@app.js:7:0 f@app.js:2:3", "30 f@app.js:2:9 g@app.js:7:9 f@app.js:2:3")).toEqual(["f;g;f 60"]);
});

const placedFrame = fc.constantFrom("a@app.js:1:1", "a@app.js:1:5", "b@app.js:2:0", "b@app.js:2:7", "b@app.js:3:7", "read");
/** Repeats stacks up to forty times, so that their calls are hot. */
const placedStacks = fc
  .array(fc.tuple(fc.array(placedFrame, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 40 })), { minLength: 10, maxLength: 40 })
  .map((drawn) => drawn.flatMap(([stack, ticks]) => Array.from({ length: ticks }, () => stack)));

test("property: with its calls merged, the flame graph equals that of functions only, and a call is never the only one of its caller", () => {
  let split = 0;
  fc.assert(
    fc.property(placedStacks, (samples) => {
      const analysis = analysed(profileOfStacks(samples));
      const reduced = analysis.flame({ name: "run", idle: "show", smallest: 0 });
      const drawn = reduced.flame.profiles[0]?.samples ?? [];
      const isCall = (frame: number): boolean => reduced.frames[frame]?.kind === "call";
      const names = (stack: readonly number[]): string => nameList(reduced, stack).join(";");
      const merged = reduceFlame(analysis.profile, { name: "run", idle: "show", smallest: 0 });
      const withoutCalls = drawn.map((stack) => stack.filter((frame) => !isCall(frame)));
      expect(totals(withoutCalls.map((stack, row) => [nameList(reduced, stack), weight(reduced, row)]))).toEqual(
        totals((merged.flame.profiles[0]?.samples ?? []).map((stack, row) => [nameList(merged, stack), weight(merged, row)])),
      );
      const callsUnder = new Map<string, Set<number>>();
      for (const stack of drawn) {
        stack.forEach((frame, depth) => {
          if (!isCall(frame)) return;
          split += 1;
          const around = `${names(stack.slice(0, depth).filter((each) => !isCall(each)))} ${reduced.frames[frame]?.line} ${names(stack.slice(depth + 1, depth + 2))}`;
          callsUnder.set(around, (callsUnder.get(around) ?? new Set()).add(frame));
        });
      }
      expect([...callsUnder].filter(([, calls]) => calls.size < 2)).toEqual([]);
    }),
    { numRuns: 100 },
  );
  expect(split).toBeGreaterThan(100);
});

function nameList({ flame }: ReducedFlame, stack: readonly number[]): string[] {
  return stack.map((frame) => flame.shared.frames[frame]?.name ?? "");
}

function weight({ flame }: ReducedFlame, row: number): number {
  return Math.round((flame.profiles[0]?.weights[row] ?? 0) / 1000);
}

const frame = fc.constantFrom("a@app.js:1", "b@app.js:2", "c@b.js:3", "d@b.js:4", "read");
const stacks = fc.array(fc.array(frame, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 120 });

/** Number of ticks that pass through each stack of functions. */
function totals(stacksAndTicks: Iterable<readonly [readonly string[], number]>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [stack, ticks] of stacksAndTicks) {
    stack.forEach((_, depth) => {
      const key = stack.slice(0, depth + 1).join(";");
      sums.set(key, (sums.get(key) ?? 0) + ticks);
    });
  }
  return sums;
}

test("property: merging frames keeps the totals of those that remain, within the limits", () => {
  fc.assert(
    fc.property(stacks, fc.integer({ min: 1, max: 40 }), fc.constantFrom(0, 0.02, 0.2), (samples, mostRuns, smallest) => {
      const { flame } = reduceFlame(analysed(profileOfStacks(samples)).profile, { name: "run", idle: "show", mostRuns, smallest });
      const timeline = flame.profiles[0];
      const count = timeline?.samples.length ?? 0;
      const roots = new Set(samples.map(([root]) => root)).size;
      expect(count).toBeLessThanOrEqual(Math.max(mostRuns, roots));
      const names = (timeline?.samples ?? []).map((stack) => stack.map((row) => flame.shared.frames[row]?.name ?? ""));
      const drawn = totals(names.map((stack, index) => [stack, Math.round((timeline?.weights[index] ?? 0) / 1000)] as const));
      const real = totals(samples.map((cells) => [cells.map((cell) => cell.replace(/@.*/, "")), 1] as const));
      for (const [stack, ticks] of drawn) expect(ticks).toBe(real.get(stack));
      expect((timeline?.weights ?? []).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(samples.length * 1000);
    }),
    { numRuns: 200 },
  );
});
