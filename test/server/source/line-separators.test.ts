import { beforeAll, expect, test } from "vitest";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const text = "const s = 'a\u2028b\u2029c';\nfunction work(n) {\n  const t = `\u2028`; return rest(n) + more(n);\n}\nwork(1);\n";

test("the editor has heat on its own lines and characters, also after an edit", async () => {
  const app = await makeApp({ "a.js": text });
  const run = await drawRun(app, {
    scripts: { "a.js": { text, hasSeparators: true } },
    // V8 counts the third line of the editor as its fifth and sixth.
    threads: [
      "40 | a.js @1:0 8:0 > a.js work@4:13 6:10 > rest\n20 | a.js @1:0 8:0 > a.js work@4:13 6:20 > more\n40 | a.js @1:0 8:0 > a.js work@4:13 5:2",
    ],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("a.js"), text);
  const heat = await client.heat(app.uri("a.js"));
  expect(heat.map((line) => `${line.line + 1} ${line.text}`)).toEqual(["3 100.0 % self · 100.0 % total", "5 0.0 % self · 100.0 % total"]);
  const line = text.split("\n")[2] ?? "";
  expect(heat[0]?.parts.map(({ start, end }) => line.slice(start, end))).toEqual(expect.arrayContaining(["rest(n)", "more(n)"]));
  const edited = `// a line more\n${text}`;
  await client.open(app.uri("a.js"), edited, 2);
  expect((await client.heat(app.uri("a.js"), 2)).map((each) => each.line + 1)).toEqual([4, 6]);
  const { rows } = await client.request(hotFunctions, { query: { rankBy: "self", groupBy: "function" }, limit: 1 });
  expect(rows[0]).toMatchObject({ name: "work", location: { range: { start: { line: 3 } } } });
});
