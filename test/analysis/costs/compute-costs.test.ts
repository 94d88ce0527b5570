import * as fc from "fast-check";
import { expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { categories, type Costs } from "../../../language-server/analysis/costs/costs.ts";
import { analysed, functionTable, lineAt, lineTable } from "./drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";
import { brokenInvariants } from "../invariants.ts";

const requests = drawnProfile(`
  main@app.js:9     main@app.js:9     main@app.js:9         main@app.js:9         main@app.js:8   (idle)
  hash@app.js:3     hash@app.js:3     hash@app.js:4         log@lib!log.js:7      -               -
  update@node:x:50  stringify         -                     write@lib!log.js:2    -               -
`);

test("self goes to the innermost JavaScript line, withLibraries to the innermost own line, total to every line once", () => {
  expect(lineTable(analysed(requests).costs)).toEqual({
    "app.js:3": "1 2 2",
    "app.js:9": "0 1 4",
    "app.js:4": "1 1 1",
    "app.js:8": "1 1 1",
    "node:x:50": "1 0 1",
    "log.js:7": "0 0 1",
    "log.js:2": "1 0 1",
  });
  expect(functionTable(analysed(requests).costs)).toEqual({ main: "1 2 5", hash: "2 3 3", log: "0 0 1", write: "1 0 1", update: "1 0 1" });
});

test("idle samples are not busy, and the composition is by the innermost frame", () => {
  const { ticks, busyTicks, composition } = analysed(requests).costs;
  expect({ ticks, busyTicks }).toEqual({ ticks: 6, busyTicks: 5 });
  expect(composition).toEqual({ own: 2, dependency: 1, node: 1, native: 1, gc: 0, program: 0, compile: 0 });
  expect(lineAt(analysed(requests).costs, "app.js:9").composition).toEqual({
    own: 1,
    dependency: 1,
    node: 1,
    native: 1,
    gc: 0,
    program: 0,
    compile: 0,
  });
});

test("a recursive line is counted once per sample", () => {
  const recursive = drawnProfile(`
    fib@app.js:2  fib@app.js:2  fib@app.js:1
    fib@app.js:2  fib@app.js:2  -
    fib@app.js:1  fib@app.js:2  -
  `);
  expect(lineTable(analysed(recursive).costs)).toEqual({ "app.js:1": "2 2 2", "app.js:2": "1 1 2" });
  expect(functionTable(analysed(recursive).costs)).toEqual({ fib: "3 3 3" });
});

test("native code counts as the line that called it, and is listed there by name", () => {
  const native = drawnProfile(`
    f@app.js:3  f@app.js:3  f@app.js:3  f@app.js:3
    read        read        stat        -
    memcpy      -           -           -
  `);
  expect(lineAt(analysed(native).costs, "app.js:3")).toMatchObject({
    selfTicks: 4,
    natives: [
      { name: "read", ticks: 2 },
      { name: "stat", ticks: 1 },
    ],
  });
});

test("garbage collection, the program and compiling are shown by name and have no line", () => {
  const pseudo = drawnProfile(`
    (garbage collector)  (program)  (compile)  f@app.js:1
  `);
  const { costs } = analysed(pseudo);
  expect(costs.composition).toEqual({ own: 1, dependency: 0, node: 0, native: 0, gc: 1, program: 1, compile: 1 });
  expect(lineTable(costs)).toEqual({ "app.js:1": "1 1 1" });
});

test("callbacks under native code count for their own line, not for the line of the native call", () => {
  const callback = drawnProfile(`
    f@app.js:3  f@app.js:3
    sort        sort
    by@app.js:7  -
  `);
  expect(lineTable(analysed(callback).costs)).toEqual({ "app.js:3": "1 1 2", "app.js:7": "1 1 1" });
});

test("links list callers by call site and callees by function, through native code", () => {
  const { costs } = analysed(requests);
  const hash = costs.functions.find(({ name }) => name === "hash");
  expect(hash?.callers.map(({ name, line, ticks }) => ({ name, line, ticks }))).toEqual([{ name: "main", line: 9, ticks: 3 }]);
  expect(hash?.callees.map(({ name, source, ticks }) => ({ name, known: source !== -1, ticks }))).toEqual([
    { name: "update", known: true, ticks: 1 },
    { name: "stringify", known: false, ticks: 1 },
  ]);
  expect(lineAt(costs, "app.js:9").callees.map(({ name, ticks }) => `${name} ${ticks}`)).toEqual(["hash 3", "log 1"]);
});

test("inferred and repaired ticks are the part of the total that has no better position", () => {
  const mixed = drawnProfile(`
    f@app.js:2  ≈f@app.js:2  *f@app.js:2  ≈f@app.js:2
    -           -            -            f@app.js:2
  `);
  expect(lineAt(analysed(mixed).costs, "app.js:2")).toMatchObject({ totalTicks: 4, inferredTicks: 1, repairedTicks: 1 });
});

test("threads are summed, a tick has the mean interval of the busy ones, and one thread can be chosen", () => {
  const one = drawnProfile("f@app.js:1  f@app.js:1  f@app.js:1", { interval: 1000 });
  const other = drawnProfile("f@app.js:1  (idle)  (idle)  g@app.js:2  g@app.js:2", { interval: 2000 });
  const analysis = analysed([one, other]);
  expect(lineTable(analysis.costs)).toEqual({ "app.js:1": "4 4 4", "app.js:2": "2 2 2" });
  expect(analysis.costs.interval).toBeCloseTo((3 * 1000 + 3 * 2000) / 6);
  expect(analysed(drawnProfile("(idle)", { interval: 3000 })).costs.interval).toBe(3000);
  const chosen = analysis.select({ ...everything, threads: [1, 1, 7] })?.costs;
  expect(chosen && lineTable(chosen)).toEqual({ "app.js:2": "2 2 2", "app.js:1": "1 1 1" });
});

test("an empty profile and empty stacks have no lines", () => {
  expect(analysed(drawnProfile("")).costs).toMatchObject({ ticks: 0, busyTicks: 0, interval: 0, lines: [], functions: [] });
  const costs = analysed(profileOfStacks([[], ["f@app.js:1"]])).costs;
  expect(costs).toMatchObject({ ticks: 2, busyTicks: 2 });
  expect(costs.composition.program).toBe(1);
});

const frame = fc.oneof(
  fc
    .record({
      mark: fc.constantFrom("", "≈", "*"),
      name: fc.constantFrom("a", "b", "c"),
      file: fc.constantFrom("app.js", "b.js", "lib!x.js", "node:fs"),
      line: fc.integer({ min: 0, max: 4 }),
    })
    .map(({ mark, name, file, line }) => (line === 0 ? `${name}@${file}` : `${mark}${name}@${file}:${line}`)),
  fc.constantFrom("read", "parse", "(garbage collector)", "(compile)"),
);
const stacks = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.array(frame, { maxLength: 7 }) }, { weight: 1, arbitrary: fc.constant(["(idle)"]) }),
  { maxLength: 30 },
);

/** The definitions applied sample by sample; the columnar implementation must give the same results. */
function naively(samples: readonly (readonly string[])[]): Record<string, string> {
  const counts = new Map<string, [number, number, number]>();
  const place = (cell: string): string | undefined => /@(.*:[1-9]\d*)$/.exec(cell)?.[1];
  const add = (at: string | undefined, column: number): void => {
    if (at === undefined) return;
    const known = counts.get(at) ?? [0, 0, 0];
    known[column] = (known[column] as number) + 1;
    counts.set(at, known);
  };
  for (const cells of samples) {
    if (cells.at(-1) === "(idle)") continue;
    const scripts = cells.filter((cell) => cell.includes("@"));
    add(place(scripts.at(-1) ?? ""), 0);
    add(place(scripts.findLast((cell) => /@(app|b)\.js/.test(cell)) ?? ""), 1);
    for (const at of new Set(cells.map(place))) add(at, 2);
  }
  return Object.fromEntries([...counts].map(([at, values]) => [at.replace(/^lib!/, ""), values.join(" ")]));
}

test("property: costs equal the definitions, sample by sample", () => {
  fc.assert(
    fc.property(stacks, (samples) => {
      expect(lineTable(analysed(profileOfStacks(samples)).costs)).toEqual(naively(samples));
    }),
    { numRuns: 200 },
  );
});

function sum(costs: Costs, figure: "selfTicks" | "withLibrariesTicks"): number {
  return costs.lines.reduce((total, line) => total + line[figure], 0);
}

test("property: self ≤ withLibraries ≤ total ≤ busy for own code, and the sums make up the busy time", () => {
  fc.assert(
    fc.property(stacks, (samples) => {
      const { costs } = analysed(profileOfStacks(samples));
      const busy = samples.filter((cells) => cells.at(-1) !== "(idle)");
      const innermost = (own: RegExp) => busy.map((cells) => cells.findLast((cell) => own.test(cell)));
      const lineless = innermost(/@/).filter((cell) => cell === undefined || !/:\d/.test(cell.slice(cell.indexOf("@")))).length;
      const uncharged = innermost(/@(app|b)\.js/).filter((cell) => cell === undefined || !/:\d/.test(cell)).length;
      expect(costs.busyTicks).toBe(busy.length);
      expect(sum(costs, "selfTicks") + lineless).toBe(busy.length);
      expect(sum(costs, "withLibrariesTicks") + uncharged).toBe(busy.length);
      expect(Object.values(costs.composition).reduce((total, ticks) => total + ticks, 0)).toBe(busy.length);
      for (const each of [...costs.lines, ...costs.functions]) {
        const own = costs.sources[each.source]?.category === "own";
        expect(each.selfTicks).toBeLessThanOrEqual(own ? each.withLibrariesTicks : each.totalTicks);
        expect(each.withLibrariesTicks).toBeLessThanOrEqual(own ? each.totalTicks : 0);
        expect(each.totalTicks).toBeLessThanOrEqual(busy.length);
        expect(categories.reduce((total, category) => total + each.composition[category], 0)).toBe(each.totalTicks);
      }
      for (const line of costs.lines) {
        expect(line.repairedTicks).toBeGreaterThanOrEqual(0);
        expect(line.inferredTicks).toBeGreaterThanOrEqual(0);
        expect(line.repairedTicks + line.inferredTicks).toBeLessThanOrEqual(line.totalTicks);
        expect(line.natives.reduce((total, { ticks }) => total + ticks, 0)).toBeLessThanOrEqual(line.selfTicks);
        for (const { ticks } of line.callees) expect(ticks).toBeLessThanOrEqual(line.totalTicks);
      }
    }),
    { numRuns: 150 },
  );
});

test("property: of several threads, the sums of each are those of all, and no invariant breaks", () => {
  fc.assert(
    fc.property(fc.array(stacks, { minLength: 1, maxLength: 4 }), (threads) => {
      expect(brokenInvariants(analysed(threads.map((samples) => profileOfStacks(samples))))).toEqual([]);
    }),
    { numRuns: 150 },
  );
});
