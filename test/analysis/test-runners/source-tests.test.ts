import { expect, test } from "vitest";
import { sourceTests } from "../../../language-server/analysis/test-runners/source-tests.ts";
import { testPattern, testName } from "../../../language-server/analysis/test-runners/test-command.ts";

/** `line-endLine name`, with `*` for a group and `!` for a title that stands twice. */
function drawn(text: string, file = "a.test.ts"): readonly string[] {
  return sourceTests(text, file).tests.map(
    (each) => `${each.line}-${each.endLine} ${testName(each)}${each.isGroup ? " *" : ""}${each.isAmbiguous ? " !" : ""}`,
  );
}

test("tests and their groups, with the lines they stand on", () => {
  const text = `import { describe, it } from "vitest";
describe("orders", () => {
  it("adds", () => {});
  describe("of a day", () => {
    it.only('are "sorted"', async (): Promise<void> => {});
  });
});
test("adds", { timeout: 5 }, () => {});
`;
  expect(drawn(text)).toEqual([
    "2-7 orders *",
    "3-3 orders › adds !",
    "4-6 orders › of a day *",
    '5-5 orders › of a day › are "sorted"',
    "8-8 adds !",
  ]);
});

test("what is only known at run time is cut out of a title", () => {
  expect(drawn("it.each([1, 2])('adds %i to $name.first', () => {});")).toEqual(["1-1 adds … to …"]);
  expect(drawn("test.each`a | b`('adds $a', () => {});")).toEqual(["1-1 adds …"]);
  expect(drawn("for (const n of all) it(`adds ${n}`, () => {});")).toEqual(["1-1 adds …"]);
  expect(drawn("it('costs 5 % or $3', () => {});")).toEqual(["1-1 costs 5 % or $3"]);
});

test("a test in a group whose title is only known at run time is found by its own title", () => {
  const text = `import { describe, it } from "vitest";
describe(Orders.name, () => {
  it("adds", () => {});
});
describe(() => {
  it("removes", () => {});
});
`;
  expect(drawn(text)).toEqual(["3-3 … › adds", "6-6 removes"]);
  const [adds] = sourceTests(text, "a.test.ts").tests;
  expect("Orders > adds").toMatch(new RegExp(testPattern("vitest", adds!)));
  expect("Orders adds").toMatch(new RegExp(testPattern("mocha", adds!)));
  expect("Orders > adds more").not.toMatch(new RegExp(testPattern("vitest", adds!)));
});

test("tests of node:test, in any of its spellings; a test within a test, which cannot run alone, is a part of that", () => {
  const text = `const check = require("node:test");
check("a", async (t) => {
  await t.test("b", () => {});
});
check.describe.skip("c", () => {});
`;
  expect(drawn(text, "a.cjs")).toEqual(["2-4 a", "5-5 c *"]);
  expect(drawn('import { test as check } from "node:test"; check("a", () => {});')).toEqual(["1-1 a"]);
});

test("calls of other things with these names are not tests", () => {
  expect(drawn("/a/.test('x'); suite.add('fast', f); it(5); pattern.test(`x`); const test = 1;")).toEqual([]);
});

test.each([
  ["node", 'import test from "node:test";'],
  ["vitest", 'import { it } from "vitest";'],
  ["jest", 'import { test } from "@jest/globals";'],
  ["mocha", 'const { it } = require("mocha");'],
  [undefined, 'import { it } from "../tests/own.js";'],
] as const)("the runner is %s by what the file imports", (runner, line) => {
  expect(sourceTests(`${line} it("a", () => {});`, "a.test.js").runner).toBe(runner);
});

test("a file that cannot be parsed has no tests", () => {
  expect(sourceTests("it('a', () => {", "a.test.js").tests).toEqual([]);
});

test("Vitest's benchmarks are tests; functions of other libraries with that name are not", () => {
  const text = (library: string): string => `import { bench, describe } from "${library}";
describe("sorting", () => {
  bench("by price", () => sort(), { time: 100 });
  bench.skip("by name", () => sort());
});
`;
  const titles = (library: string): readonly string[] => sourceTests(text(library), "a.bench.ts").tests.map(testName);
  expect(titles("vitest")).toEqual(["sorting", "sorting › by price", "sorting › by name"]);
  expect(titles("mitata")).toEqual(["sorting"]);
});
