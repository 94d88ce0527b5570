import { expect, test } from "vitest";
import { groupKey } from "../../../language-server/analysis/groups/group-table.ts";
import { runGroups } from "../../../language-server/answers/groups/run-groups.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter, type StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import type { Selected } from "../../../language-server/analysis/selection/selections.ts";
import { analysed } from "../costs/drawn-costs.ts";
import { toolStacks } from "./tool-stacks.ts";

/** `rule no-foo 2: Identifier 2` for each group. */
function groupsOf(stacks: readonly (readonly string[])[], texts: Readonly<Record<string, string>> = {}, filter?: StackFilter) {
  const analysis = analysed(toolStacks(stacks), texts);
  const selected = analysis.select({ ...everything, filter: filter ?? noFilter }) as Selected;
  return runGroups(selected).groups.map(({ kind, name, path, line, ticks, inferredTicks, parts }) => {
    const place = path === "" ? "" : ` ${path.replace("/app/", "")}:${line}`;
    const shown = parts.map((each) => `${each.name} ${each.ticks}`).join(", ");
    return `${kind}${name === "" ? "" : ` ${name}`}${place} ${ticks}${inferredTicks > 0 ? ` ≈${inferredTicks}` : ""}: ${shown}`;
  });
}

const visitor = "callSync@~eslint/lib/linter/source-code-visitor.js";

test("a rule has what its listeners call, also of ESLint's own code, and the name that a configuration gives it", () => {
  const stacks = [
    [visitor, "Program@~eslint/lib/rules/indent.js", "getTokens@~eslint/lib/languages/js/tokens.js"],
    [visitor, "Program@~eslint/lib/rules/indent.js"],
    [visitor, "Call@~@typescript-eslint/eslint-plugin/dist/rules/no-misused-promises.js", "check@~typescript/lib/typescript.js"],
    [visitor, "Call@~eslint-plugin-import/lib/rules/no-cycle.js"],
    [visitor, "Identifier@rules/no-foo.mjs"],
    [visitor, "enterNode@~eslint/lib/linter/code-path-analysis/code-path.js"],
    ["parse@~eslint/lib/languages/js/index.js", "parse@~espree/espree.js"],
  ];
  expect(groupsOf(stacks)).toEqual([
    "rule indent 2: Program 2",
    "rule @typescript-eslint/no-misused-promises 1: Call 1",
    "rule import/no-cycle 1: Call 1",
    "rule no-foo rules/no-foo.mjs:1 1: Identifier 1",
  ]);
});

test("a plugin is a package, or an object of the user's by its name and line", () => {
  const config = 'export default {\n  plugins: [\n    {\n      name: "mine",\n      transform() { work(); },\n    },\n  ],\n};\n';
  const rollup = "runHook@~rollup/dist/es/shared/node-entry.js";
  const stacks = [
    [rollup, "transform@vite.config.mjs:5"],
    [rollup, "load@~rollup-plugin-slow/index.js:3"],
  ];
  const { groups } = runGroups(analysed(toolStacks(stacks, { transform: 5 }), { "vite.config.mjs": config }).all);
  expect(groups.map(({ name, tool, line }) => [name, tool, line])).toEqual([
    ["mine", "Rollup", 3],
    ["rollup-plugin-slow", "Rollup", 0],
  ]);
  // What a bundler calls in other packages, and the modules that it loads, are no plugins.
  expect(groupsOf([[rollup, "parse@~acorn/dist/acorn.js"]])).toEqual([]);
});

test("after an await a plugin's function is still the plugin's, and a callback of its file is, by that file alone", () => {
  const stacks = [
    ["runHook@~rollup/dist/node-entry.js", "transform@~rollup-plugin-a/index.js"],
    ["(microtask)", "transform@~rollup-plugin-a/index.js", "work@~sass/sass.js"],
    ["callback@~rollup-plugin-a/index.js"],
    ["callback@~another/index.js"],
  ];
  expect(groupsOf(stacks)).toEqual(["plugin rollup-plugin-a 3 ≈1: transform 2,  1"]);
});

test("where webpack goes on before a loader has returned, the loader has none of what follows", () => {
  const runner = "runSyncOrAsync@~webpack/lib/loaders/LoaderRunner.js";
  const stacks = [
    [runner, "slow@~slow-loader/index.js"],
    [runner, "quick@~quick-loader/index.js", runner, "slow@~slow-loader/index.js"],
    [runner, "quick@~quick-loader/index.js", runner, "parse@~webpack/lib/Parser.js"],
    [runner, "quick@~quick-loader/index.js"],
  ];
  expect(groupsOf(stacks)).toEqual(["loader slow-loader 2: slow 2", "loader quick-loader 1: quick 1"]);
});

test("a minifier is not part of the plugin that calls it", () => {
  const stacks = [
    ["run@~webpack/lib/loaders/LoaderRunner.js", "minify@~terser-webpack-plugin/dist/minify.js", "minify@~terser/dist/bundle.js"],
    ["onmessage@~jest-worker/build/child.js", "minify@~terser/dist/bundle.js"],
  ];
  expect(groupsOf(stacks)).toEqual(["minifier terser 2: minify 2"]);
});

test("a filter of a group leaves its stacks, from its first function on, and everything stays busy", () => {
  const stacks = [
    [visitor, "Identifier@rules/no-foo.mjs", "work@work.mjs"],
    [visitor, "Identifier@rules/no-bar.mjs", "work@work.mjs"],
    ["(garbage collector)"],
    ["(idle)"],
  ];
  const filter: StackFilter = { ...noFilter, group: groupKey({ kind: "rule", name: "no-foo", path: "/app/rules/no-foo.mjs", line: 1 }) };
  expect(groupsOf(stacks, {}, filter)).toEqual(["rule no-foo rules/no-foo.mjs:1 1: Identifier 1"]);
  const selected = analysed(toolStacks(stacks)).select({ ...everything, filter }) as Selected;
  expect(selected.tables.effect).toMatchObject({ busyTicks: 3, notInGroup: 2 });
  expect(selected.costs.functions.map(({ name, totalTicks }) => [name, totalTicks])).toEqual([
    ["work", 1],
    ["Identifier", 1],
  ]);
});

test("tools that also work outside JavaScript are named", () => {
  const outside = (...files: readonly string[]) => runGroups(analysed(toolStacks(files.map((file) => [`call@${file}`]))).all).outside;
  expect(outside("~rolldown/dist/index.mjs", "~@swc/core/index.js")).toEqual(["Rolldown", "Oxc", "SWC"]);
  expect(outside("~@rspack/core/dist/index.js", "~@swc/core/index.js")).toEqual(["Rspack", "SWC"]);
  expect(outside("~typescript/lib/getExePath.js")).toEqual(["TypeScript"]);
  expect(outside("~typescript/lib/_tsc.js", "~rollup/dist/rollup.js")).toEqual([]);
});

test("a module loader has what it compiles, but not what it loads", () => {
  const loading = "Module.load@node:internal/modules/cjs/loader";
  const stacks = [
    [loading, "extension@~tsx/dist/index.cjs", "transform@~tsx/dist/transform.cjs"],
    [loading, "extension@~tsx/dist/index.cjs", "Module._compile@node:internal/modules/cjs/loader", "Object.<anonymous>@app.ts"],
    // From Node.js 24 on Node's own frames are not in the log.
    ["extension@~tsx/dist/index.cjs", "Object.<anonymous>@app.ts", "work@app.ts"],
    ["run@node:internal/modules/esm/hooks", "load@hooks.mjs"],
  ];
  expect(groupsOf(stacks)).toEqual(["loader hooks.mjs:1 1: load 1", "loader tsx 1: extension 1"]);
});

test("hooks that run in the thread of the app are those of a program that registers such hooks", () => {
  const texts = {
    "a.mjs": "const a={load(url, context, nextLoad) { return nextLoad(url); }};",
    "b.mjs": "const b={load(url, context, nextLoad) { return nextLoad(url); }};",
    "cart.mjs": "const c={load(id) { return id; }};",
    "main.mjs": "registerHooks(a);",
  };
  // A hook calls the next one, and from Node.js 24 on no frame of Node's is above the first.
  const stacks = [["load@a.mjs"], ["load@a.mjs", "load@b.mjs", "work@work.mjs"], ["load@cart.mjs"], ["work@main.mjs"]];
  expect(groupsOf(stacks, texts)).toEqual(["loader a a.mjs:1 1: load 1", "loader b b.mjs:1 1: load 1"]);
  expect(groupsOf(stacks, { ...texts, "main.mjs": "run(a);" })).toEqual([]);
});

test("what Rspack reports to its result is not a plugin", () => {
  const core = "~@rspack/core/dist/index.js";
  const stacks = [
    [`callAsyncStageRange@${core}`, "emit@plugins/slow.mjs"],
    [`createCompiler@${core}`, "apply@plugins/slow.mjs"],
    [`(anonymous)@${core}`, "done@build.mjs"],
  ];
  expect(groupsOf(stacks)).toEqual(["plugin plugins/slow.mjs:1 2: apply 1, emit 1"]);
});

test.each([
  ["a module", ""],
  ["a large bundle", "work();\n".repeat(30_000)],
])("Vite's own plugins in %s have the names that they give themselves; where it wraps hooks of others it has none", (_, more) => {
  const hook = (name: string): string =>
    `const plugin = () => ({\n  ${name}\n  transform: {\n         handler(id) { return id; },\n  },\n});\n`;
  const file = "node_modules/vite/dist/node/chunks/node.js";
  const call = "run@~rolldown/dist/index.mjs";
  const inner = [call, "handler@~vite/dist/node/chunks/node.js:4"];
  const profile = toolStacks([inner, [...inner, "transform@~rollup-plugin-a/index.js"], [...inner, "parse@~acorn/acorn.js"]], {
    handler: 4,
  });
  const rows = (text: string): readonly string[] =>
    runGroups(analysed(profile, { [file]: text + more }).all).groups.map(({ name, ticks, parts }) => `${name} ${ticks} ${parts[0]?.name}`);
  expect(rows(hook('name: "vite:css",'))).toEqual(["vite:css 2 transform", "rollup-plugin-a 1 transform"]);
  expect(rows(hook(""))).toEqual(["rollup-plugin-a 1 transform"]);
});
