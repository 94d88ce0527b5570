import { expect, test } from "vitest";
import { analysed, functionTable, lineAt, lineTable } from "../costs/drawn-costs.ts";
import { profileOfStacks } from "../drawn-profile.ts";
import { placed } from "../sources/placed-profile.ts";

const text = `function main(list) {
  const rows = collect(list);
  return rows;
}
function collect(list) {
  let n = 0;
  for (let i = 1; i < list.length; i++) {
    if (list[i] === list[i - 1]) n++;
  }
  return n;
}
function point(list) {
  return list.x;
}
function sum(list) {
  let s = 0;
  for (let i = 0; i < 9; i++) s = (s * 31 + i) | 0;
  return s;
}
const box = { get x() { return sum(1); } };
function outer(list) {
  const rows = main(list);
  return rows;
}
function poll(list) {
  while (list.length < 9) {
    wait(list);
  }
}
function wait(list) {
  return list === box;
}`;

/** Costs of stacks with their numbers of samples. */
function costs(stacks: readonly (readonly [number, ...string[]])[], nodeMajor = 22) {
  const samples = stacks.flatMap(([count, ...stack]) => Array.from({ length: count }, () => stack));
  return analysed(placed(profileOfStacks(samples), text), { "app.js": text }, { nodeMajor }).costs;
}

const hidden = [
  [60, "main@app.js:2"],
  [38, "main@app.js", "collect@app.js:8"],
  [2, "main@app.js", "collect@app.js:7"],
] as const;

test("samples on a line that only calls belong to the callee's line that compares, as inferred", () => {
  const restored = costs(hidden);
  expect(lineAt(restored, "app.js:8").selfTicks).toBeGreaterThan(90);
  expect(lineAt(restored, "app.js:8").inferredTicks).toBeGreaterThan(50);
  expect(lineAt(restored, "app.js:2")).toMatchObject({ totalTicks: 100 });
  expect(lineAt(restored, "app.js:2").selfTicks).toBeLessThan(3);
  expect(functionTable(restored)["collect"]?.split(" ").map(Number)[0]).toBeGreaterThan(95);
});

test("not where the engine is unknown: what V8's sampler does is known, others are not like it", () => {
  expect(lineTable(costs(hidden, 0))).toMatchObject({ "app.js:2": "60 60 100", "app.js:8": "38 38 38" });
});

test("samples on a line that calls nothing stay, and so do those of a callee that was not seen", () => {
  const stacks = [
    [9, "main@app.js:3"],
    [60, "main@app.js:2"],
    [5, "point@app.js:13"],
  ] as const;
  expect(lineTable(costs(stacks))).toMatchObject({ "app.js:2": "60 60 60", "app.js:3": "9 9 9" });
});

test("samples on a loop stay, though a callee was seen that some other line calls", () => {
  const onLoop = [
    [30, "collect@app.js:7"],
    [30, "collect@app.js", "sum@app.js:17"],
  ] as const;
  expect(lineTable(costs(onLoop))).toMatchObject({ "app.js:7": "30 30 30" });
});

test("samples of a builtin that calls a function belong to that function, as far as it compares", () => {
  const restored = costs([
    [50, "main@app.js:2", "forEach"],
    [50, "main@app.js", "forEach", "collect@app.js:8"],
  ]);
  expect(lineAt(restored, "app.js:8").selfTicks).toBeGreaterThan(85);
  expect(lineAt(restored, "app.js:2").natives[0]?.ticks ?? 0).toBeLessThan(15);
});

test("what was inlined less deep in some samples counts by those, whichever were seen first", () => {
  // Both are collect() in main(), in the first two inlined into outer(), whose own frame is there.
  const deep = [10, "outer@app.js:8"] as const;
  const deepLoop = [10, "outer@app.js:7"] as const;
  const flat = [10, "outer@app.js", "main@app.js:8"] as const;
  const flatLoop = [10, "outer@app.js", "main@app.js:7"] as const;
  const lost = [400, "outer@app.js:22"] as const;
  const one = costs([deep, flatLoop, deepLoop, flat, lost]);
  const other = costs([flat, deepLoop, flatLoop, deep, lost]);
  expect(lineTable(one)).toEqual(lineTable(other));
  expect(lineAt(one, "app.js:8").selfTicks).toBeGreaterThan(200);
});

test("a few samples of a callee on the next line do not take those of a line that works itself", () => {
  const stacks = [
    [300, "poll@app.js:26"],
    [2, "poll@app.js", "wait@app.js:31"],
  ] as const;
  expect(lineAt(costs(stacks), "app.js:26").selfTicks).toBeGreaterThan(280);
});

test("samples without any frame belong to a function that V8 called just before and after, not beside idle ones", () => {
  const around = (stack: string) => [1, stack] as const;
  const lost = Array.from({ length: 20 }, () => [around("collect@app.js:8"), [3, "(program)"] as const]).flat();
  const restored = costs([...lost, around("collect@app.js:8")]);
  expect(lineTable(restored)).toEqual({ "app.js:8": "81 81 81" });
  expect(lineAt(restored, "app.js:8").inferredTicks).toBe(60);
  const idle = Array.from({ length: 20 }, () => [around("collect@app.js:8"), [3, "(program)"] as const, [1, "(idle)"] as const]).flat();
  expect(lineTable(costs(idle))).toEqual({ "app.js:8": "20 20 20" });
});

test("a profile with columns has the position of every frame, and is kept", () => {
  const exact = [
    [60, "main@app.js:2:15"],
    [40, "main@app.js:2:15", "collect@app.js:8:16"],
  ] as const;
  expect(lineTable(costs(exact))).toMatchObject({ "app.js:2": "60 60 100", "app.js:8": "40 40 40" });
});
