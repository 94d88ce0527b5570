import * as fc from "fast-check";
import { expect, test } from "vitest";
import { categories, type Category } from "../../../language-server/analysis/costs/costs.ts";
import type { HeatBy } from "../../../language-server/analysis/costs/heat.ts";
import {
  calleesAlong,
  callersAlong,
  ticksBy,
  groupTicks,
  type HotStep,
  rankFunctions,
} from "../../../language-server/analysis/costs/hot-functions.ts";
import { categoryOfFunction, type HotTree, hotTree } from "../../../language-server/analysis/costs/hot-tree.ts";
import { filteredProfile } from "../../../language-server/analysis/selection/filter-profile.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { packageOf } from "../../../language-server/analysis/sources/package-name.ts";
import type { Profile } from "../../../language-server/analysis/profile/profile.ts";
import { analysed, functionTable } from "./drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";

const folded = categories.filter((category) => category !== "native");
const rankings: readonly HeatBy[] = ["self", "total", "withLibraries"];

/** Names of the hot functions in a drawing. */
class Hot {
  readonly tree: HotTree;
  readonly names: readonly string[];
  readonly isOwn: (func: number) => boolean;

  constructor(profiles: Profile | readonly Profile[], shown: readonly Category[] = folded) {
    const { profile } = analysed(profiles);
    const hiddenKinds = categories.filter((category) => !shown.includes(category));
    this.tree = hotTree(filteredProfile(profile, { ...noFilter, hiddenKinds }, "own").profile);
    this.names = profile.functions.name;
    this.isOwn = (func) => categoryOfFunction(profile, func) === "own";
  }

  /** `f 3 5 4`: self, total, withLibraries. */
  ranked(by: HeatBy): readonly string[] {
    return rankFunctions(this.tree, by, this.isOwn).map(
      ({ func, selfTicks, totalTicks, withLibrariesTicks }) => `${this.names[func]} ${selfTicks} ${totalTicks} ${withLibrariesTicks}`,
    );
  }

  callers(by: HeatBy, ...path: readonly string[]): readonly string[] {
    return this.#texts(callersAlong(this.tree, this.#funcs(path), by));
  }

  callees(by: HeatBy, ...path: readonly string[]): readonly string[] {
    return this.#texts(calleesAlong(this.tree, this.#funcs(path), by, this.isOwn));
  }

  #funcs(path: readonly string[]): readonly number[] {
    return path.map((name) => this.names.indexOf(name));
  }

  /** `main 3 at 7`, followed by ` …` if the path continues. */
  #texts(steps: readonly HotStep[]): readonly string[] {
    return steps.map(({ func, ticks, place, goesOn }) => `${this.names[func]} ${ticks} at ${place?.line ?? "?"}${goesOn ? " …" : ""}`);
  }
}

const service = drawnProfile(`
  main@app.js:1   main@app.js:1   main@app.js:1   main@app.js:2  main@app.js:3  (garbage collector)  (idle)
  read@app.js:10  read@app.js:10  read@app.js:11  hash@app.js:20  -              -                    -
  parse@lib!x:5   parse@lib!x:6   parse@lib!x:6   update         -              -                    -
  split           -               -               -              -              -                    -
`);

test("functions are ranked by their own time, including the native code that they called", () => {
  expect(new Hot(service).ranked("self")).toEqual(["parse 3 3 0", "main 1 5 1", "hash 1 1 1", "(garbage collector) 1 1 0"]);
});

test("self and total are those of the lens", () => {
  const costs = functionTable(analysed(service).costs);
  for (const text of new Hot(service).ranked("total").filter((each) => !each.startsWith("("))) {
    const [name = "", self, total] = text.split(" ");
    expect(`${self} ${total}`).toBe(costs[name]?.replace(/ .* /, " "));
  }
});

test("“attributed” ranks own code by its own time and that of the libraries it called", () => {
  expect(new Hot(service).ranked("withLibraries")).toEqual(["read 0 3 3", "main 1 5 1", "hash 1 1 1"]);
});

test("functions that are not shown count for their caller, and those without a caller are hidden", () => {
  expect(new Hot(service, ["own", "native"]).ranked("self")).toEqual(["read 2 3 3", "main 1 5 1", "split 1 1 0", "update 1 1 0"]);
  expect(new Hot(service, ["own"]).ranked("self")).toEqual(["read 3 3 3", "main 1 5 1", "hash 1 1 1"]);
  expect(new Hot(service, ["own"]).tree).toMatchObject({ busyTicks: 6, hiddenTicks: 1, idle: 1000 });
  expect(new Hot(service, []).ranked("total")).toEqual([]);
});

test("callers open path by path, with the line of the call", () => {
  const hot = new Hot(service);
  expect(hot.callers("self", "parse")).toEqual(["read 3 at 10 …"]);
  expect(hot.callers("self", "parse", "read")).toEqual(["main 3 at 1"]);
  expect(hot.callers("self", "parse", "read", "main")).toEqual([]);
  expect(hot.callers("self", "parse", "main")).toEqual([]);
});

test("callees open path by path, with their hottest line", () => {
  const hot = new Hot(service);
  expect(hot.callees("total", "main")).toEqual(["read 3 at 10 …", "hash 1 at 20"]);
  expect(hot.callees("total", "main", "read")).toEqual(["parse 3 at 6"]);
  expect(hot.callees("withLibraries", "main")).toEqual([]);
  expect(hot.callees("withLibraries", "read")).toEqual(["parse 3 at 6"]);
});

test("a recursive path ends, and a sample counts once", () => {
  const hot = new Hot(
    drawnProfile(`
      main@app.js:1  main@app.js:1  main@app.js:1
      f@app.js:5     f@app.js:5     f@app.js:6
      g@app.js:9     f@app.js:5     -
      f@app.js:6     f@app.js:6     -
    `),
  );
  expect(hot.ranked("self")).toEqual(["f 3 3 3"]);
  expect(hot.callers("self", "f")).toEqual(["main 1 at 1", "f 1 at 5 …", "g 1 at 9 …"]);
  expect(hot.callers("self", "f", "f")).toEqual(["f 1 at 5 …"]);
  expect(hot.callers("self", "f", "f", "f")).toEqual(["main 1 at 1"]);
  expect(hot.callers("total", "f")).toEqual(["main 3 at 1"]);
  expect(hot.callees("total", "f")).toEqual(["f 1 at 5 …", "g 1 at 9 …"]);
  expect(hot.callees("total", "f", "f")).toEqual(["f 1 at 6"]);
});

test("threads are summed", () => {
  const other = drawnProfile("main@app.js:1  main@app.js:1  (idle)", { interval: 500 });
  expect(new Hot([service, other]).ranked("self")[0]).toBe("main 3 7 3");
  expect(new Hot([service, other]).tree).toMatchObject({ busyTicks: 8, idle: 1500 });
});

test("a group's total counts a sample once, however many of its functions are on the stack", () => {
  const hot = new Hot(service);
  const isLibrary = (func: number): number => (hot.names[func] === "parse" ? 1 : 0);
  expect(groupTicks(hot.tree.rows, hot.tree, isLibrary, 2, hot.isOwn)).toEqual([
    { selfTicks: 3, totalTicks: 6, withLibrariesTicks: 5 },
    { selfTicks: 3, totalTicks: 3, withLibrariesTicks: 0 },
  ]);
});

const frame = fc.constantFrom("a@app.js:1", "b@app.js:2", "c@b.js:3", "d@lib!b.js:4", "e@node:fs:5", "read", "sort");
const whole = fc.constantFrom(["(garbage collector)"], ["(program)"], ["(idle)"]);
const stacks = fc.array(
  fc.oneof({ arbitrary: fc.array(frame, { minLength: 1, maxLength: 7 }), weight: 5 }, { arbitrary: whole, weight: 1 }),
  {
    minLength: 1,
    maxLength: 80,
  },
);

test("self and hidden time add up to busy, parts never exceed the whole, and every path ends", () => {
  fc.assert(
    fc.property(stacks, fc.subarray([...categories]), (samples, shown) => {
      const hot = new Hot(profileOfStacks(samples), shown);
      const { tree } = hot;
      const ranked = rankFunctions(tree, "self", hot.isOwn);
      const self = ranked.reduce((sum, { selfTicks }) => sum + selfTicks, 0);
      expect(self + tree.hiddenTicks).toBe(tree.busyTicks);
      for (const by of rankings) for (const each of rankFunctions(tree, by, hot.isOwn)) checkBelow(hot, each, by);
    }),
    { numRuns: 150 },
  );
});

function checkBelow(hot: Hot, ranked: ReturnType<typeof rankFunctions>[number], by: HeatBy): void {
  const { tree } = hot;
  const sum = (steps: readonly HotStep[]): number => steps.reduce((ticks, step) => ticks + step.ticks, 0);
  const follow = (path: readonly number[], most: number, next: (path: readonly number[]) => readonly HotStep[], goesOn: boolean): void => {
    const steps = next(path);
    expect(sum(steps)).toBeLessThanOrEqual(most);
    expect(steps.length > 0).toBe(goesOn);
    expect(path.length).toBeLessThan(10);
    for (const step of steps) follow([...path, step.func], step.ticks, next, step.goesOn);
  };
  expect(ranked.selfTicks).toBeLessThanOrEqual(ranked.totalTicks);
  expect(ranked.withLibrariesTicks).toBeLessThanOrEqual(ranked.totalTicks);
  follow([ranked.func], ticksBy(ranked, by), (path) => callersAlong(tree, path, by), ranked.hasCallers);
  const callees = by === "withLibraries" ? ranked.withLibrariesTicks : ranked.totalTicks;
  follow([ranked.func], callees, (path) => calleesAlong(tree, path, by, hot.isOwn), ranked.hasCallees);
}

test("a path's package is the innermost one", () => {
  expect(packageOf("/app/node_modules/express/lib/router.js")).toBe("express");
  expect(packageOf("/app/node_modules/@scope/pkg/index.js")).toBe("@scope/pkg");
  expect(packageOf("/app/node_modules/.pnpm/koa@2.0.0/node_modules/koa/index.js")).toBe("koa");
  expect(packageOf("/app/lib/util.js")).toBeUndefined();
});
