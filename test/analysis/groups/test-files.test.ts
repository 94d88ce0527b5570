import { expect, test } from "vitest";
import { runGroups } from "../../../language-server/answers/groups/run-groups.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { toolStacks } from "./tool-stacks.ts";

function groupsOf(stacks: readonly (readonly string[])[]) {
  return runGroups(analysed(toolStacks(stacks)).all).groups.map(
    ({ kind, name, path, ticks }) => `${kind} ${name}${path.replace("/app/", "")} ${ticks}`,
  );
}

const adapter = "jestAdapter@~jest-circus/build/runner.js";
const load = "loadModule@~jest-runtime/build/index.js";
const module = "Object.<anonymous>";

test("what a test file imports is apart from it, with all that this imports, and so is what is set up before", () => {
  const stacks = [
    [adapter, load, `${module}@sum.test.js`],
    [adapter, load, `${module}@sum.test.js`, load, `${module}@src/sum.js`, load, `${module}@src/deep.js`],
    [adapter, load, `${module}@sum.test.js`, load, `${module}@src/sum.js`],
    [adapter, load, `${module}@sum.test.js`, load, `${module}@~lodash/lodash.js`],
    [adapter, load, `${module}@prepare.js`],
    ["callCircusTest@~jest-circus/build/run.js", "works@sum.test.js", "sum@src/sum.js", "expect@~expect/build/index.js"],
  ];
  expect(groupsOf(stacks)).toEqual(["import src/sum.js 2", "test sum.test.js 2", "setup prepare.js 1", "import lodash 1"]);
});

test("what a runner loads for itself is no import, and a program without a runner has no test files", () => {
  expect(groupsOf([[adapter, load, `${module}@sum.test.js`], [`${module}@~graceful-fs/index.js`]])).toEqual(["test sum.test.js 1"]);
  expect(groupsOf([[`${module}@sum.test.js`], [`${module}@src/sum.js`]])).toEqual([]);
});

test("modules that nothing has called are imports where a runner imports each apart", () => {
  const stacks = [
    ["run@~vitest/dist/run.js", "works@sum.test.ts"],
    [`${module}@src/sum.ts`],
    [`${module}@~zod/index.js`],
    [`${module}@vitest.config.ts`],
    [`${module}@test/setup.ts`],
    ["(microtask)", "awaits@sum.test.ts"],
    ["run@~tinybench/dist/index.js", "measured@sum.test.ts", "sum@src/sum.ts"],
  ];
  expect(groupsOf(stacks)).toEqual(["test sum.test.ts 3", "import src/sum.ts 1", "setup test/setup.ts 1", "import zod 1"]);
});
