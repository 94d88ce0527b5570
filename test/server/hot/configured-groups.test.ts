import path from "node:path";
import { expect, test } from "vitest";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { hotChildren, hotFunctions, type HotOrder } from "../../../language-server/protocol/hot-functions.ts";
import { openRun, select } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const query: HotOrder = { rankBy: "total", groupBy: "configured" };

const visitor = "node_modules/eslint/lib/linter/source-code-visitor.js";
const texts = {
  "rules/no-foo.js": "exports.create = () => ({\n  Identifier(node) {\n    check(node);\n  },\n});\n",
  "check.js": "exports.check = (node) => {\n  for (;;) node++;\n};\n",
  [visitor]: "callSync();\n",
  "node_modules/eslint-plugin-import/lib/rules/no-cycle.js": "exports.Call = () => {};\n",
};
const drawing = `
  600 | ${visitor} callSync@1:0 1:0 > rules/no-foo.js Identifier@2:12 3:4 > check.js check@1:16 2:11
  200 | ${visitor} callSync@1:0 1:0 > node_modules/eslint-plugin-import/lib/rules/no-cycle.js Call@1:15 1:15
  200 | (program)
  100 | (idle)
`;

test("Hot Functions can be grouped by what a user configured, and one group alone can be shown", async () => {
  const app = await makeApp(texts);
  const folder = await drawRun(app, { scripts: texts, threads: [drawing] });
  await using client = await LspClient.start(await bundleServer());
  await client.request(openRun, { folder });
  const { rows } = await client.request(hotFunctions, { query, limit: 10 });
  expect(rows.map(({ kind, name, share, place }) => [kind, name, share, place])).toEqual([
    ["group", "no-foo", 0.6, "rule · 600 ms ± 30 ms · no-foo.js:1"],
    ["group", "import/no-cycle", 0.2, "rule · 200 ms ± 25 ms · no-cycle.js:1"],
  ]);
  expect(rows[0]?.location).toMatchObject({ uri: app.uri("rules/no-foo.js"), range: { start: { line: 0 } } });
  const [group = ""] = rows.map(({ key }) => key);
  const run = path.basename(folder);
  const inside = await client.request(hotChildren, { run, query, parent: { group }, limit: 10 });
  expect(inside.rows.map(({ name, share }) => [name, share])).toEqual([
    ["Identifier", 0.6],
    ["check", 0.6],
  ]);
  await client.request(select, { selection: { ...everything, filter: { ...noFilter, group } } });
  const byFunction = await client.request(hotFunctions, { query: { ...query, groupBy: "function" }, limit: 10 });
  expect(byFunction.rows.map(({ name, share }) => [name, share])).toEqual([
    ["Identifier", 0.6],
    ["check", 0.6],
  ]);
  expect(byFunction.filterText).toBe("40.0 % left out: only no-foo");
});

test("heat, lenses, hot lines and words follow a group at once; a run without it shows everything and says so", async () => {
  const app = await makeApp(texts);
  const shared = `${drawing}300 | node_modules/eslint-plugin-import/lib/rules/no-cycle.js Call@1:15 1:15 > check.js check@1:16 2:11\n`;
  const folder = await drawRun(app, { scripts: texts, threads: [shared] });
  await using client = await LspClient.start(await bundleServer());
  await client.request(openRun, { folder });
  const [uri, all] = [app.uri("check.js"), { query, limit: 10 }];
  await client.open(uri, texts["check.js"]);
  const titles = async () => (await client.listedLenses(uri)).map(({ command }) => command?.title);
  const inline = async () => (await client.heat(uri)).map(({ line, text }) => `${line + 1}: ${text}`);
  expect(await inline()).toEqual(["2: 69.2 % self · 69.2 % total"]);
  expect((await client.lensTitles(uri)).join()).toContain("69.2 % total · 69.2 % self · 900 ms");
  const group = (await client.request(hotFunctions, all)).rows.find(({ name }) => name === "no-foo")?.key ?? "";

  const chosen = await client.select({ filter: { group } });
  expect([chosen.selectionText, chosen.hotLines.map(({ label }) => label)]).toEqual(["only no-foo", ["check.js:2"]]);
  // With their texts: until an editor has resolved them, it shows those that it has.
  expect(await titles()).toContain("46.2 % total · 46.2 % self · 600 ms");
  expect(await inline()).toEqual(["2: 46.2 % self · 46.2 % total"]);

  const kept = { ...chosen.selection, threads: null };
  const other = await drawRun(app, { scripts: texts, threads: ["100 | check.js check@1:16 2:11"] });
  const without = await client.request(openRun, { folder: other, kept });
  expect([without.selectionText, without.isEmpty]).toEqual(["", false]);
});

test("what a loader loads stands before it, as in reports", async () => {
  const scripts = {
    "sum.test.js": "adds();\n",
    "slow.js": "work();\n",
    "node_modules/vitest/index.js": "run();\n",
    "node_modules/vite-node/dist/client.mjs": "function directRequest() {}\nfunction runModule() {}\n",
  };
  const app = await makeApp(scripts);
  const loader = "node_modules/vite-node/dist/client.mjs directRequest@1:0 1:0";
  const thread = `
    600 | ${loader} > node_modules/vite-node/dist/client.mjs runModule@2:0 2:0 > slow.js (anonymous)@1:1 1:1
    100 | node_modules/vitest/index.js run@1:0 1:0 > sum.test.js adds@1:0 1:0
    300 | ${loader}
  `;
  const folder = await drawRun(app, { scripts, threads: [thread] });
  await using client = await LspClient.start(await bundleServer());
  await client.request(openRun, { folder });
  const { rows } = await client.request(hotFunctions, { query, limit: 10 });
  expect(rows.map(({ name, share }) => [name, share])).toEqual([
    ["app/slow.js", 0.6],
    ["vite-node", 0.9],
  ]);
});

test("the row of an import of a test leads to the line that imports it, in the test file", async () => {
  const suite = {
    "sum.test.js": 'import { it } from "mocha";\n\nimport { sum } from "./src/sum.js";\nit("adds", () => sum());\n',
    "src/sum.js": "export const sum = () => 1;\nwork();\n",
    "node_modules/mocha/lib/runner.js": "run();\n",
  };
  const app = await makeApp(suite);
  const threads = [
    `700 | sum.test.js @1:0 3:0 > src/sum.js @1:0 2:0\n300 | node_modules/mocha/lib/runner.js run@1:0 1:0 > sum.test.js adds@4:11 4:17`,
  ];
  const folder = await drawRun(app, { scripts: suite, threads });
  await using client = await LspClient.start(await bundleServer());
  await client.request(openRun, { folder });
  const { rows } = await client.request(hotFunctions, { query, limit: 10 });
  expect(rows.map(({ name, share, place }) => [name, share, place])).toEqual([
    ["src/sum.js", 0.7, "import · 700 ms ± 28 ms · sum.test.js:3"],
    ["app/sum.test.js", 0.3, "test file · 300 ms ± 28 ms · sum.test.js:1"],
  ]);
  expect(rows[0]?.location).toMatchObject({ uri: app.uri("sum.test.js"), range: { start: { line: 2 } } });
});
