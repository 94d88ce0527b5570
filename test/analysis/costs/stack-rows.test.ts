import { expect, test } from "vitest";
import { firsts, stackRows, type StackRows } from "../../../language-server/analysis/costs/stack-rows.ts";
import { outermostRows, rowsOfFunction, treeRows } from "../../../language-server/analysis/costs/tree-rows.ts";
import { filteredProfile } from "../../../language-server/analysis/selection/filter-profile.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { SourceProfile, SourceStackTable } from "../../../language-server/analysis/sources/source-profile.ts";
import { randomNumbers } from "../../bench/measured/large/large-app.ts";
import { drawnProfile } from "../drawn-profile.ts";
import { analysed } from "./drawn-costs.ts";

const drawn = drawnProfile(`
  main@app.js:1  main@app.js:1  main@app.js:2  main@app.js:3
  f@app.js:5     read           f@app.js:6     g@app.js:9
  f@app.js:5     f@app.js:6     main@app.js:1  read
`);

/** The same functions and lines in stacks that a random walk makes. */
function randomStacks({ stacks }: { readonly stacks: SourceStackTable }, seed: number): SourceStackTable {
  const random = randomNumbers(seed);
  const rows = Array.from({ length: 300 }, () => Math.floor(random() * stacks.func.length));
  const all = (column: ArrayLike<number>): number[] => rows.map((row) => column[row] as number);
  return {
    prefix: Int32Array.from(rows, (_, row) => Math.max(-1, row - 1 - Math.floor(random() * 5))),
    func: Int32Array.from(all(stacks.func)),
    line: Int32Array.from(all(stacks.line)),
    column: Int32Array.from(all(stacks.column)),
    source: Int32Array.from(all(stacks.source)),
    candidates: Int32Array.from(all(stacks.candidates)),
    frame: Int32Array.from(all(stacks.frame)),
    certainty: Uint8Array.from(rows, () => Math.floor(random() * 3)),
  };
}

function stackOf({ prefix }: SourceStackTable, row: number): readonly number[] {
  const below = prefix[row] as number;
  return below === -1 ? [row] : [...stackOf({ prefix } as SourceStackTable, below), row];
}

test("parts of a run have the rows of the whole: what depends on stacks alone is computed once", () => {
  const { profile } = analysed(drawn);
  const [thread] = profile.threads as [SourceProfile["threads"][number]];
  const part = { ...profile, threads: [{ ...thread, samples: { ...thread.samples, stack: thread.samples.stack.slice(0, 1) } }] };
  expect(stackRows(part).rows[0]).toBe(stackRows(profile).rows[0]);
  expect(treeRows(part)).toBe(treeRows(profile));
  const stacksOf = (each: SourceProfile, file: string) =>
    filteredProfile(each, { ...noFilter, file }, "callers").profile.threads[0]?.stacks;
  expect(stacksOf(part, "app")).toBe(stacksOf(profile, "app"));
  expect(stacksOf(part, "")).not.toBe(stacksOf(profile, "app"));
});

test.each([1, 2, 3])("a row has the bits of what is on its stack for the first time (seed %i)", (seed) => {
  const { profile } = analysed(drawn);
  const [thread] = profile.threads as [SourceProfile["threads"][number]];
  const stacks = randomStacks(thread, seed);
  const [rows] = stackRows({ ...profile, threads: [{ ...thread, stacks }] }).rows as [StackRows];
  const columns: readonly (readonly [keyof typeof firsts, Int32Array, readonly number[]])[] = [
    ["line", rows.line, [0, 1, 2]],
    ["measured", rows.line, [0, 1]],
    ["exact", rows.line, [0]],
    ["func", rows.func, [0, 1, 2]],
    ["lineCallee", rows.lineCallee, [0, 1, 2]],
    ["callee", rows.callee, [0, 1, 2]],
    ["caller", rows.callerSite, [0, 1, 2]],
  ];
  for (const [name, keys, certainties] of columns) {
    const counts = (row: number): boolean => keys[row] !== -1 && certainties.includes(stacks.certainty[row] as number);
    const isFirst = Array.from(keys, (key, row) => {
      return counts(row) && !stackOf(stacks, row).some((each) => each !== row && counts(each) && keys[each] === key);
    });
    expect([name, Array.from(rows.bits, (bits) => (bits & firsts[name]) !== 0)]).toEqual([name, isFirst]);
    expect(isFirst).toContain(true);
  }
  expect([...rows.order].toSorted((a, b) => a - b)).toEqual([...rows.order.keys()]);
});

test.each([1, 2, 3])("a row is outermost if its function is not above it, and is among those of its function (seed %i)", (seed) => {
  const { profile } = analysed(drawn);
  const [thread] = profile.threads as [SourceProfile["threads"][number]];
  const stacks = randomStacks(thread, seed);
  const rows = treeRows({ ...profile, threads: [{ ...thread, stacks }] });
  const isOutermost = (row: number): boolean => {
    const path = stackOf(stacks, row).map((each) => stacks.func[each] as number);
    return path.indexOf(path.at(-1) as number) === path.length - 1;
  };
  expect(Array.from(rows.isOutermost, (bit) => bit === 1)).toEqual(Array.from(stacks.func.keys(), isOutermost));
  for (const func of profile.functions.name.keys()) {
    const own = [...stacks.func.keys()].filter((row) => stacks.func[row] === func);
    expect([...outermostRows(rows, func)]).toEqual(own.filter(isOutermost));
    expect([...rowsOfFunction(rows, func)].toSorted((a, b) => a - b)).toEqual(own);
  }
});

test("a frame is one function, source, line and column; without a line there is none", () => {
  const { stacks } = analysed(drawn).profile.threads[0] as SourceProfile["threads"][number];
  const placed = [...stacks.frame.keys()].filter((row) => stacks.line[row] !== 0);
  expect([...stacks.frame.keys()].filter((row) => stacks.frame[row] !== -1)).toEqual(placed);
  const places = placed.map((row) => [stacks.func, stacks.source, stacks.line, stacks.column].map((column) => column[row]).join(" "));
  const frames = placed.map((row) => stacks.frame[row]);
  expect(new Set(frames).size).toBe(new Set(places).size);
  expect(new Set(places.map((place, index) => `${place} ${frames[index]}`)).size).toBe(new Set(places).size);
  expect(placed.length).toBeGreaterThan(new Set(frames).size);
});
