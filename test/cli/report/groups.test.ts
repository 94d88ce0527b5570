import { expect, test } from "vitest";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { buildCommandLine } from "../command-line.ts";

const texts = {
  "sum.test.js": 'import { it } from "mocha";\nimport { sum } from "./sum.js";\nit("adds", () => sum());\n',
  "sum.js": "export const sum = () => 1;\nwork();\n",
  "node_modules/mocha/lib/runner.js": "run();\n",
  "node_modules/rolldown/index.js": "run();\n",
  "plugin.js": 'export const plugin = {\n  name: "mine",\n  transform(code) { return code; },\n};\n',
};
const drawing = `
  600 | sum.test.js @1:0 2:0 > sum.js @1:0 2:0
  100 | node_modules/mocha/lib/runner.js run@1:0 1:0 > sum.test.js adds@3:11 3:17
  200 | node_modules/rolldown/index.js run@1:0 1:0 > plugin.js transform@3:11 3:20
  100 | (program)
`;

test("Markdown and HTML have what was configured, dearest table first, and what is in none of it", async () => {
  const app = await makeApp(texts);
  const run = await drawRun(app, { scripts: texts, threads: [drawing] });
  const cli = await buildCommandLine();
  const exported = async (format: string): Promise<string> =>
    (await cli.run(["export", run, "--format", format], { cwd: app.folder, env: { LC_ALL: "C.UTF-8" } })).out;
  const markdown = await exported("markdown");
  expect(markdown.split("## Test files, setup files and imports\n\n")[1]?.split("\n").slice(0, 10)).toEqual([
    "| share | ± | time | what | name | mostly in | hottest line |",
    "| ---: | ---: | ---: | --- | --- | --- | --- |",
    "| 60.0 % | 3.0 | 600 ms | import | sum.js imported at sum.test.js:2 |  | sum.js:2 |",
    "| 10.0 % | 1.9 | 100 ms | test file | sum.test.js | adds | sum.test.js:3 |",
    "",
    "## Plugins and loaders",
    "",
    "| share | ± | time | what | name | mostly in | hottest line |",
    "| ---: | ---: | ---: | --- | --- | --- | --- |",
    "| 20.0 % | 2.5 | 200 ms | plugin | mine (plugin.js) | transform | plugin.js:3 |",
  ]);
  expect(markdown).toContain("- **Note**: Plugins and loaders: the other 80.0 % of the busy time is in none of these.\n");
  expect(markdown).toContain("- **Note**: Also ran outside JavaScript, and so is not in these figures: Rolldown, Oxc.\n");
  expect(await exported("html")).toContain("<td>sum.js imported at sum.test.js:2</td>");
});
