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

test("what a compiler made of a file in memory is that file's, as Vitest 3 has the start of each", () => {
  const compiled = (file: string): string => `${module}@${file} (compiled)`;
  const stacks = [
    ["run@~vitest/dist/run.js", "works@sum.test.ts"],
    [compiled("sum.test.ts")],
    [compiled("src/sum.ts"), "work@src/sum.ts"],
    [`${module}@src/sum.ts`],
    [compiled("~zod/index.js")],
  ];
  expect(groupsOf(stacks)).toEqual(["import src/sum.ts 2", "test sum.test.ts 2", "import zod 1"]);
});

/** `src/sum.ts sum.test.ts:3` for each import. */
function importedIn(
  stacks: readonly (readonly string[])[],
  texts: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>> = {},
) {
  const fileText = (path: string): string | undefined => files[path.replace("/app/", "")];
  return runGroups(analysed(toolStacks(stacks), texts, { fileText }).all).groups.flatMap(({ kind, name, path, importedAt }) =>
    kind === "import"
      ? `${name}${path.replace("/app/", "")} ${importedAt?.inferred === true ? "≈" : ""}${importedAt?.path.replace("/app/", "")}:${importedAt?.line}`
      : [],
  );
}

test("an import has the line that loads it: of the stack, where that has it", () => {
  const stacks = [
    [adapter, load, `${module}@sum.test.js:4`, load, `${module}@src/sum.js`, load, `${module}@src/deep.js`],
    [adapter, load, `${module}@sum.test.js:7`, load, `${module}@~lodash/lodash.js`],
  ];
  expect(importedIn(stacks, {})).toEqual(["src/sum.js sum.test.js:4", "lodash sum.test.js:7"]);
});

test("where a runner imports each module apart, it is the line of a test file or setup file that leads to it, by the texts", () => {
  const stacks = [
    ["run@~vitest/dist/run.js", "works@sum.test.ts"],
    [`${module}@src/sum.ts`],
    [`${module}@src/deep.ts`],
    [`${module}@src/lib/far.ts`],
    [`${module}@~zod/index.js`],
    [`${module}@src/loose.ts`],
    [`${module}@test/setup.ts`],
  ];
  const texts = {
    "sum.test.ts":
      'import { it } from "vitest";\n// import "zod";\nimport type { Deep } from "./src/deep.ts";\n\nimport { sum } from "./src/sum.js";\nimport "@/lib/far";\n',
    "test/setup.ts": '\nimport zod from "zod";\n',
    "src/sum.ts": 'import "./deep.ts";\n',
    "src/deep.ts": "export {};\n",
  };
  expect(importedIn(stacks, texts).toSorted()).toEqual([
    "src/deep.ts sum.test.ts:5",
    "src/lib/far.ts ≈sum.test.ts:6",
    "src/loose.ts undefined:undefined",
    "src/sum.ts sum.test.ts:5",
    "zod test/setup.ts:2",
  ]);
});

test("files without samples lead from a test to its imports, too, as they are now", () => {
  const stacks = [["run@~vitest/dist/run.js", "works@sum.test.ts"], [`${module}@src/sum.ts`], [`${module}@~zod/index.js`]];
  const texts = { "sum.test.ts": '\nimport { sum } from "./src/index.js";\n', "src/sum.ts": "export {};\n" };
  const files = {
    "src/index.ts": 'export * from "./more";\nimport "zod";\n',
    "src/more/index.ts": 'export * from "../index";\nexport * from "../sum";\n',
  };
  expect(importedIn(stacks, texts)).toEqual(["src/sum.ts undefined:undefined", "zod undefined:undefined"]);
  expect(importedIn(stacks, texts, files)).toEqual(["src/sum.ts ≈sum.test.ts:2", "zod ≈sum.test.ts:2"]);
});
