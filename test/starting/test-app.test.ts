import { expect, test } from "vitest";
import { fromTest, homeOf, likelyRunners } from "../../language-server/starting/test-app.ts";
import { nodeOptions, runnerOptions } from "../../language-server/starting/test-options.ts";
import type { TestPackage } from "../../language-server/starting/test-packages.ts";

function knowing(folder: string, ...runners: TestPackage["runners"]): TestPackage {
  return { folder, runners, dependencies: new Set(), scripts: [] };
}

const packages = [knowing("/shop/orders", "node"), knowing("/shop", "jest", "mocha")];

test("a file's imports say which runner it is for", () => {
  expect(likelyRunners("vitest", packages)).toEqual(["vitest"]);
});

test("else the nearest package does that has a runner whose functions are globals; of several the user chooses", () => {
  expect(likelyRunners(undefined, packages)).toEqual(["jest", "mocha"]);
  expect(likelyRunners(undefined, [])).toEqual([]);
});

test("a runner runs where its package is, in a monorepo often above", () => {
  expect(homeOf("mocha", packages)?.folder).toBe("/shop");
  expect(homeOf("vitest", packages)?.folder).toBe("/shop/orders");
});

const large = { titles: [["sums"], ["are large"]], isGroup: false, isAmbiguous: false };
const home = { folder: "/shop", dependencies: new Set<string>(), scripts: ["vitest run --config ci.config.ts"] };

test("a test is started as its runner's own program, without a shell, and is an app of its own", () => {
  const app = fromTest({ runner: "vitest", file: "/shop/a.test.ts", test: large, home, program: "/shop/node_modules/vitest/vitest.mjs" });
  expect(app).toMatchObject({ key: "test:vitest:/shop/a.test.ts:sums › are large", name: "sums › are large" });
  expect(app.configuration).toMatchObject({
    program: "/shop/node_modules/vitest/vitest.mjs",
    cwd: "/shop",
    test: { runner: "Vitest", file: "/shop/a.test.ts", name: "sums › are large" },
  });
  expect(app.configuration["args"]).toEqual(expect.arrayContaining(["run", "a.test.ts", "-t", "--config", "ci.config.ts"]));
});

test("node:test runs the file itself", () => {
  const { configuration, name } = fromTest({
    runner: "node",
    file: "/shop/a.test.js",
    test: { ...large, titles: [] },
    home: { ...home, scripts: [] },
    program: undefined,
  });
  expect(name).toBe("a.test.js");
  expect(configuration).toMatchObject({ program: "/shop/a.test.js", runtimeArgs: [] });
});

test.each<[behaviour: string, options: readonly string[], expected: readonly string[]]>([
  [
    "what a script loads before the tests",
    nodeOptions("node", "/a.test.ts", { scripts: ["node --import ./register.mjs --test --watch"], dependencies: new Set(["tsx"]) }),
    ["--import", "./register.mjs", "--import", "tsx"],
  ],
  ["tsx in a script", nodeOptions("node", "/a.test.js", { scripts: ["tsx --test"], dependencies: new Set() }), ["--import", "tsx"]],
  ["tsx among the packages, for TypeScript alone", nodeOptions("node", "/a.test.js", { scripts: [], dependencies: new Set(["tsx"]) }), []],
  [
    "Jest's modules",
    nodeOptions("jest", "/a.test.js", {
      scripts: ["cross-env NODE_OPTIONS='--experimental-vm-modules --no-warnings' jest"],
      dependencies: new Set(),
    }),
    ["--experimental-vm-modules"],
  ],
  ["Mocha's compiler", runnerOptions("mocha", ["mocha -r ts-node/register --watch 'test/**/*.ts'"]), ["-r", "ts-node/register"]],
  ["a value after an equals sign", runnerOptions("jest", ["eslint .", "jest --config=jest.unit.cjs --ci"]), ["--config=jest.unit.cjs"]],
  ["nothing of a script that starts something else", runnerOptions("jest", ["eslint --config a.js"]), []],
])("options are taken from the package's scripts: %s", (_, options, expected) => {
  expect(options).toEqual(expected);
});
