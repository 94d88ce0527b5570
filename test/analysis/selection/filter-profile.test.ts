import * as fc from "fast-check";
import { expect, test } from "vitest";
import { categories } from "../../../language-server/analysis/costs/costs.ts";
import { rankFunctions } from "../../../language-server/analysis/costs/hot-functions.ts";
import { categoryOfFunction, hotTree } from "../../../language-server/analysis/costs/hot-tree.ts";
import { filteredProfile } from "../../../language-server/analysis/selection/filter-profile.ts";
import { noFilter, type StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { reduceFlame } from "../../../language-server/analysis/flame/flame-reduction.ts";
import type { SourceProfile } from "../../../language-server/analysis/sources/source-profile.ts";
import type { Ticks } from "../../../language-server/analysis/units.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { drawnProfile, profileOfStacks } from "../drawn-profile.ts";

/** Busy 7, idle 1. `app.js` is own code, `lib!x` a dependency, bare names are native. */
const service = analysed(
  drawnProfile(`
    main@app.js:1   main@app.js:1   main@app.js:1    main@app.js:2   main@app.js:3  (garbage collector)  each@lib!x:1  (idle)
    read@app.js:10  read@app.js:10  each@lib!x:1     hash@util.js:20  -             -                    -             -
    each@lib!x:5    each@lib!x:5    item@app.js:30   update          -              -                    -             -
    split           -               -                -               -              -                    -             -
  `),
).profile;

const main = { name: "main", path: "/app/app.js", line: 1 };
const read = { name: "read", path: "/app/app.js", line: 1 };
const hash = { name: "hash", path: "/app/util.js", line: 1 };

/** `main;f 2` for every stack of the flame graph. */
function stacks(profile: SourceProfile, filter: Partial<StackFilter>): readonly string[] {
  const { flame } = reduceFlame(filteredProfile(profile, { ...noFilter, ...filter }, "own").profile, { name: "", idle: "omit" });
  const counts = new Map<string, Ticks>();
  for (const { samples, weights } of flame.profiles)
    samples.forEach((rows, index) => {
      const stack = rows.map((row) => flame.shared.frames[row]?.name).join(";");
      counts.set(stack, (counts.get(stack) ?? 0) + (weights[index] as number) / 1000);
    });
  return [...counts].map(([stack, ticks]) => `${stack} ${ticks}`);
}

function effectOf(filter: Partial<StackFilter>, profile = service) {
  const { hiddenKinds, ...rest } = filteredProfile(profile, { ...noFilter, ...filter }, "own").effect;
  return { ...rest, hiddenKinds: Object.fromEntries(hiddenKinds) };
}

const nothing = { busyTicks: 7, hiddenKinds: {}, hiddenFunctions: 0, uncalled: 0, notBelow: 0, notInGroup: 0, notInFile: 0 };

test("without a filter every busy sample keeps its stack", () => {
  expect(stacks(service, {})).toEqual([
    "main;read;each;split 1",
    "main;read;each 1",
    "main;each;item 1",
    "main;hash;update 1",
    "main 1",
    "(garbage collector) 1",
    "each 1",
  ]);
  expect(effectOf({})).toEqual(nothing);
});

test("the time of hidden kinds goes to the nearest shown caller, and is left out if there is none", () => {
  expect(stacks(service, { hiddenKinds: ["dependency", "native", "gc"] })).toEqual(["main;read 2", "main;item 1", "main;hash 1", "main 1"]);
  expect(effectOf({ hiddenKinds: ["dependency", "native", "gc"] })).toEqual({
    ...nothing,
    hiddenKinds: { dependency: 2, native: 2, gc: 1 },
    uncalled: 2,
  });
});

test("a hidden function has no frame, wherever it is called", () => {
  expect(stacks(service, { hidden: [read] })[0]).toBe("main;each;split 1");
  expect(effectOf({ hidden: [hash], hiddenKinds: ["native"] })).toEqual({ ...nothing, hiddenKinds: { native: 2 } });
  expect(effectOf({ hidden: [hash] })).toEqual({ ...nothing, hiddenFunctions: 1 });
  expect(effectOf({ hidden: [main] })).toEqual({ ...nothing, hiddenFunctions: 1, uncalled: 1 });
});

test("only below a function: stacks start at it, and the rest is left out", () => {
  expect(stacks(service, { below: read })).toEqual(["read;each;split 1", "read;each 1"]);
  expect(effectOf({ below: read })).toEqual({ ...nothing, notBelow: 5 });
  expect(stacks(service, { below: { ...read, line: 9 } })).toHaveLength(2);
  expect(stacks(service, { below: { ...read, path: "/elsewhere.js" } })).toEqual([]);
  expect(stacks(service, { below: read, hiddenKinds: ["own"] })[0]).toBe("read;each;split 1");
});

test("only through a file, in any case of letters", () => {
  expect(stacks(service, { file: "UTIL" })).toEqual(["main;hash;update 1"]);
  expect(effectOf({ file: "UTIL" })).toEqual({ ...nothing, notInFile: 6 });
  expect(effectOf({ file: "util", below: read })).toEqual({ ...nothing, notBelow: 5, notInFile: 2 });
});

test("merged recursion keeps one turn, alone or in turns, and the innermost function", () => {
  const walk = (...names: readonly string[]): readonly string[] => names.map((name, depth) => `${name}@app.js:${depth + 1}`);
  const { profile } = analysed(
    profileOfStacks([
      walk("main", "f", "f", "f"),
      walk("main", "walk", "visit", "walk", "visit", "walk", "visit", "leaf"),
      walk("main", "walk", "visit", "walk", "visit", "walk"),
      walk("f", "g", "f", "f", "g", "f"),
    ]),
  );
  expect(stacks(profile, { mergesRecursion: true })).toEqual(["main;f 1", "main;walk;visit;leaf 1", "main;walk;visit;walk 1", "f;g;f 1"]);
});

test("native code that code with a source called is that code's self; what nothing shown called keeps its frames", () => {
  const { profile } = analysed(
    drawnProfile(`
      start          read  main@app.js:1  (garbage collector)  (idle)
      main@app.js:1  poll  update         -                    -
      update         -     cb@app.js:3    -                    -
    `),
  );
  const names = (filter: Partial<StackFilter>): readonly string[] => {
    const { profile: folded, effect } = filteredProfile(
      profile,
      { ...noFilter, ...filter },
      filter.showsNative === true ? "own" : "callers",
    );
    expect(effect).toMatchObject({ busyTicks: 4, notBelow: 0 });
    const { flame } = reduceFlame(folded, { name: "", idle: "omit" });
    return flame.profiles.flatMap(({ samples }) => samples.map((rows) => rows.map((row) => flame.shared.frames[row]?.name).join(";")));
  };
  expect(names({})).toEqual(["start;main", "read;poll", "main;cb", "(garbage collector)"]);
  expect(names({ showsNative: true })).toEqual(["start;main;update", "read;poll", "main;update;cb", "(garbage collector)"]);
  expect(names({ hiddenKinds: ["native"] }).slice(0, 1)).toEqual(["main"]);
  expect(names({ hidden: [main] })).toEqual(["start;update", "read;poll", "update;cb", "(garbage collector)"]);
});

const frames = ["a@app.js:1", "a@app.js:2", "b@app.js:3", "c@util.js:1", "d@lib!x:1", "read", "(garbage collector)", "(idle)"];
const stacksOfFrames = fc.array(
  fc.oneof(
    fc.array(fc.constantFrom(...frames.slice(0, 6)), { minLength: 1, maxLength: 12 }),
    fc.constantFrom(["(garbage collector)"], ["(idle)"], []),
  ),
  { minLength: 1, maxLength: 30 },
);
const filters = fc.record({
  hiddenKinds: fc.option(fc.subarray([...categories])),
  hidden: fc.subarray([main, read].map((each, index) => ({ ...each, name: index === 0 ? "a" : "b" }))),
  below: fc.option(fc.constantFrom({ name: "b", path: "/app/app.js", line: 1 }, { name: "c", path: "/app/util.js", line: 1 })),
  file: fc.constantFrom("", "util", "x"),
  mergesRecursion: fc.boolean(),
  showsNative: fc.boolean(),
});

test("whatever is hidden, the figures add up to the busy time", () => {
  fc.assert(
    fc.property(stacksOfFrames, filters, (samples, filter) => {
      const { profile } = analysed(profileOfStacks(samples));
      const { profile: filtered, effect } = filteredProfile(profile, filter, "own");
      const tree = hotTree(filtered);
      const ranked = rankFunctions(tree, "self", () => false);
      const self = ranked.reduce((sum, { selfTicks }) => sum + selfTicks, 0);
      const withoutStack = samples.filter((stack) => stack.length === 0).length;
      const leftOut = effect.uncalled + effect.notBelow + effect.notInGroup + effect.notInFile;
      expect(effect.busyTicks).toBe(samples.filter(([first]) => first !== "(idle)").length);
      expect(tree.busyTicks).toBe(effect.busyTicks);
      expect(tree.idle).toBe(hotTree(profile).idle);
      expect(self + tree.hiddenTicks).toBe(effect.busyTicks);
      expect(tree.hiddenTicks).toBe(filter.below === null && filter.file === "" ? leftOut + withoutStack : leftOut);
      const drawn = reduceFlame(filtered, { name: "", idle: "omit", smallest: 0 }).flame.profiles;
      expect(drawn.flatMap(({ weights }) => weights).reduce((sum, weight) => sum + weight, 0) / 1000).toBe(self);
      for (const { func, selfTicks, totalTicks } of ranked) {
        expect(totalTicks).toBeGreaterThanOrEqual(selfTicks);
        const kind = categoryOfFunction(profile, func);
        const isTop = filter.below?.name === profile.functions.name[func];
        expect(isTop || filter.hiddenKinds?.includes(kind) !== true).toBe(true);
      }
    }),
  );
});

test("a function's self and total with native code folded are those of its lens", () => {
  fc.assert(
    fc.property(stacksOfFrames, fc.boolean(), (samples, mergesRecursion) => {
      const { profile, costs } = analysed(profileOfStacks(samples));
      const ranked = rankFunctions(
        hotTree(filteredProfile(profile, { ...noFilter, mergesRecursion }, "callers").profile),
        "total",
        () => false,
      );
      for (const { func, selfTicks } of ranked.filter((each) => profile.functions.source[each.func] !== -1)) {
        const path = profile.sources[profile.functions.source[func] as number]?.path ?? "";
        const hidden = [{ name: profile.functions.shownName(func), path, line: profile.functions.line[func] as number }];
        expect(effectOf({ hidden }, profile).hiddenFunctions).toBe(selfTicks);
      }
      const figures = new Map(ranked.map(({ func, selfTicks, totalTicks }) => [profile.functions.name[func], [selfTicks, totalTicks]]));
      for (const { name, selfTicks, totalTicks } of costs.functions)
        expect([name, figures.get(name)]).toEqual([name, [selfTicks, totalTicks]]);
    }),
  );
});

test("merging recursion changes no function's self or total", () => {
  fc.assert(
    fc.property(stacksOfFrames, filters, (samples, filter) => {
      const { profile } = analysed(profileOfStacks(samples));
      const figures = (mergesRecursion: boolean): unknown =>
        rankFunctions(hotTree(filteredProfile(profile, { ...filter, mergesRecursion }, "own").profile), "self", () => false).map(
          ({ func, selfTicks, totalTicks }) => [func, selfTicks, totalTicks],
        );
      expect(figures(true)).toEqual(figures(false));
    }),
    { numRuns: 40 },
  );
});
