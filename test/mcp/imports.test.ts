import path from "node:path";
import { expect, test } from "vitest";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { importsRun, savingsRun } from "../drivers/server/imports-run.ts";
import { type Called, generations, officialClient } from "./official-clients.ts";

const most = 2000;

function bytesOf({ text, data }: Called): number {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
}

test.each(generations)("an agent learns what loading modules cost, and why one is loaded (%s)", async (generation) => {
  const { app, run } = await importsRun();
  await using client = await officialClient(generation, { args: ["--root", app.folder, "--runs", path.dirname(run)] });
  const tree = await client.call("heatline_imports");
  expect(bytesOf(tree)).toBeLessThanOrEqual(most);
  expect(tree.text.split("\n").slice(1)).toEqual([
    "Modules by what their first import cost, with all that they import:",
    "1. 100.0 % ± 0.4, 500 ms `cli.js` (own 23, its imports 477, reading and compiling 0 ms)",
    '2. 95.0 % ± 1.9, 475 ms `render.js` (own 20, its imports 450, reading and compiling 5 ms); imported at cli.js:1 `const { render } = require("./render");`',
    '3. 90.0 % ± 2.6, 450 ms `ui/index.js` (own 300, its imports 135, reading and compiling 15 ms); imported at render.js:1 `const ui = require("ui");`',
    '4. 27.0 % ± 3.9, 135 ms `ui/colors.js` (own 135, its imports 0, reading and compiling 0 ms); imported at node_modules/ui/index.js:1 `const colors = require("./colors");`',
    expect.stringMatching(/^(?:5\. 0\.4 %|1 more: cursor)/),
    'Next: heatline_imports with module "cli.js" says why it is loaded.',
  ]);
  const why = await client.call("heatline_imports", { module: "ui/index.js" });
  expect(bytesOf(why)).toBeLessThanOrEqual(most);
  expect(why.text.split("\n").slice(1)).toEqual([
    "What leads to `ui/index.js`:",
    "1. entry: 100.0 % ± 0.4, 500 ms `cli.js` (own 23, its imports 477, reading and compiling 0 ms)",
    expect.stringMatching(/^2\. cli\.js:1 `.*`: 95\.0 % /),
    expect.stringMatching(/^3\. render\.js:1 `.*`: 90\.0 % ± 2\.6, 450 ms `ui\/index\.js`/),
    '4. also imported at cli.js:2 `const ui = require("ui");`',
    expect.stringMatching(/^Next: /),
  ]);
  expect((await client.call("heatline_imports", { module: "nothing" })).text).toContain("No module of that name was seen loading.");
  expect((await client.call("heatline_imports")).text).toBe(tree.text);
});

test.each(generations)("an agent learns what loading on first use was measured to save (%s)", async (generation) => {
  const { app, run } = await savingsRun();
  await using client = await officialClient(generation, { args: ["--root", app.folder, "--runs", path.dirname(run)] });
  const tree = await client.call("heatline_imports");
  expect(bytesOf(tree)).toBeLessThanOrEqual(most);
  const saves = "saves 400 ms ± 5.0 ms, 80.0 % of the start · not needed by server.js";
  expect(tree.text.split("\n").slice(1, 6)).toEqual([
    "Measured gains: 8 starts in each way, without the profiler; as it is, a start takes 500 ms.",
    "Then modules by what their first import cost, with all that they import, times per start:",
    `1. Load ui/index.js on first use (render.js:1): ${saves}`,
    "2. Set NODE_COMPILE_CACHE: no gain seen (1.0 ms ± 4.0 ms)",
    expect.stringMatching(/^3\. 100\.0 % .* `cli\.js`/),
  ]);
  expect((tree.data["rows"] as object[])[0]).toEqual({
    module: "ui/index.js",
    role: "gain",
    result: saves,
    savedMs: 400,
    marginMs: 5,
    at: "render.js:1",
    code: 'const ui = require("ui");',
  });
  const { cursor } = tree.data;
  const last = (await client.call("heatline_imports", { cursor })).text;
  expect(last).toContain(". Load render.js on first use (cli.js:1): no gain, the start itself needs it\n");
  const advice = await client.call("heatline_advice");
  expect(bytesOf(advice)).toBeLessThanOrEqual(most);
  expect(advice.text).toContain(`1. The start, measured: Load ui/index.js on first use (render.js:1): ${saves}.\n`);
  expect(advice.data["rows"]).toMatchObject([{ rule: "load-on-first-use", why: saves, savedMs: 400, at: "render.js:1" }]);
});

test.each(generations)("an agent learns what each rule cost, and what ran outside JavaScript (%s)", async (generation) => {
  const texts = {
    "rules/no-foo.js": "exports.create = () => ({\n  Identifier(node) {\n    check(node);\n  },\n});\n",
    "node_modules/eslint/lib/linter/source-code-visitor.js": "callSync();\n",
    "node_modules/@swc/core/index.js": "transform();\n",
  };
  const visitor = "node_modules/eslint/lib/linter/source-code-visitor.js callSync@1:0 1:0";
  const app = await makeApp(texts);
  const drawing = `600 | ${visitor} > rules/no-foo.js Identifier@2:12 3:4\n400 | node_modules/@swc/core/index.js transform@1:0 1:0`;
  const run = await drawRun(app, { scripts: texts, threads: [drawing] });
  await using client = await officialClient(generation, { args: ["--root", app.folder, "--runs", path.dirname(run)] });
  const reported = await client.call("heatline_groups");
  expect(bytesOf(reported)).toBeLessThanOrEqual(most);
  expect(reported.text.split("\n").slice(1)).toEqual([
    "Also ran outside JavaScript, and so in no figure: SWC.",
    "Plugins, loaders, rules, test files and imports, dearest first:",
    "1. 60.0 % ± 3.0, 600 ms: rule `no-foo` in `Identifier`; hottest rules/no-foo.js:3 `check(node);`",
    'Next: heatline_line at "rules/no-foo.js:3" says what is costly there.',
  ]);
  expect(reported.data).toMatchObject({ outside: ["SWC"], rows: [{ name: "no-foo", kind: "rule", family: "lint", ms: 600 }] });
});
