import { beforeAll, expect, test } from "vitest";
import { type HeatLine, closeRun, openRun } from "../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, parserText, serverText, utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

async function shown(locale = "en"): Promise<LspClient> {
  const client = await LspClient.start(bundle, { locale });
  await client.request(openRun, { folder: app.run });
  return client;
}

/** `line step text`, with 1-based lines. */
function drawn(lines: readonly HeatLine[]): readonly string[] {
  return lines.map(
    ({ line, step, text, faint, edited }) => `${line + 1} step ${step} ${text}${faint ? " faint" : ""}${edited ? " EDITED" : ""}`,
  );
}

test("an open document gets its lines, with heat by their attributed time, and self and total as text", async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText, 7);
  expect(drawn(await client.heat(app.uri("util.js"), 7))).toEqual([
    "4 step 1 ≈ 0.5 % self · ≈ 0.5 % total faint",
    "5 step 7 74.5 % self · 74.5 % total",
  ]);
  await client.open(app.uri("server.js"), serverText);
  expect(drawn(await client.heat(app.uri("server.js")))).toEqual([
    "4 step 0 0.0 % self · 10.0 % total",
    "5 step 4 5.0 % self · 80.0 % total",
    "8 step 5 0.0 % self · 10.0 % total",
  ]);
});

test("on a line with several calls each part is coloured by its own share", async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText);
  const hot = (await client.heat(app.uri("util.js"))).find(({ line }) => line === 4);
  const line = utilText.split("\n")[4] ?? "";
  const parts = (hot?.parts ?? []).map(({ start, end, step }) => `${line.slice(start, end)} ${step}`);
  expect(parts.some((part) => part.includes("stringify") && part.endsWith(" 6"))).toBe(true);
  expect(parts.some((part) => part.includes("update") && part.endsWith(" 6"))).toBe(true);
  const sorted = (hot?.parts ?? []).toSorted((a, b) => a.start - b.start);
  sorted.slice(1).forEach((part, index) => expect(part.start).toBeGreaterThanOrEqual(sorted[index]?.end ?? 0));
});

test("code that is not the user's own has heat by self time", async () => {
  await using client = await shown();
  await client.open(app.uri("node_modules/parser/main.js"), parserText);
  expect(drawn(await client.heat(app.uri("node_modules/parser/main.js")))).toEqual(["2 step 5 10.0 % self · 10.0 % total"]);
});

test("a document without costs gets an empty push, and so does every open one when the run closes", async () => {
  await using client = await shown();
  await client.open(app.uri("cold.js"), "module.exports = 1;\n");
  expect(await client.heat(app.uri("cold.js"))).toEqual([]);
  await client.open(app.uri("util.js"), utilText);
  expect(await client.heat(app.uri("util.js"))).toHaveLength(2);
  await client.request(closeRun, {});
  expect(await client.heat(app.uri("util.js"))).toEqual([]);
});

test("documents that were open before the run are annotated when it opens, and no others", async () => {
  await using client = await LspClient.start(bundle);
  await client.open(app.uri("util.js"), utilText, 3);
  expect(await client.heat(app.uri("util.js"), 3)).toEqual([]);
  await client.request(openRun, { folder: app.run });
  expect(await client.heat(app.uri("util.js"), 3, (lines) => lines.length > 0)).toHaveLength(2);
  expect(client.heatPushes.map(({ uri }) => uri).filter((uri) => uri !== app.uri("util.js"))).toEqual([]);
});

test("lines added above a function move its heat and do not mark it as edited", async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText);
  await client.edit(app.uri("util.js"), 2, [0, 0], [0, 0], "// one\n// two\n");
  expect(drawn(await client.heat(app.uri("util.js"), 2))).toEqual([
    "6 step 1 ≈ 0.5 % self · ≈ 0.5 % total faint",
    "7 step 7 74.5 % self · 74.5 % total",
  ]);
});

test("an edited function is marked, and undo restores it", async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText);
  await client.edit(app.uri("util.js"), 2, [3, 0], [3, 0], "  if (data === undefined) return;\n");
  expect(drawn(await client.heat(app.uri("util.js"), 2))).toEqual([
    "5 step 1 ≈ 0.5 % self · ≈ 0.5 % total · edited since the run faint EDITED",
    "6 step 7 74.5 % self · 74.5 % total · edited since the run EDITED",
  ]);
  expect(await client.lensTitles(app.uri("util.js"))).toContain(
    "2: 75.0 % total · 75.0 % self · 750 ms · 1.5 ms per request · edited since the run",
  );
  await client.edit(app.uri("util.js"), 3, [3, 0], [4, 0], "");
  expect(drawn(await client.heat(app.uri("util.js"), 3))).toEqual([
    "4 step 1 ≈ 0.5 % self · ≈ 0.5 % total faint",
    "5 step 7 74.5 % self · 74.5 % total",
  ]);
});

test("an edit in one function does not affect the others of the file", { tags: "thorough" }, async () => {
  await using client = await shown();
  await client.open(app.uri("server.js"), serverText);
  await client.edit(app.uri("server.js"), 2, [7, 0], [7, 0], "/* new */ ");
  const lines = await client.heat(app.uri("server.js"), 2);
  expect(lines.filter(({ edited }) => edited).map(({ line }) => line + 1)).toEqual([8]);
});

test("after several quick edits only the last version is pushed", async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText);
  await client.heat(app.uri("util.js"), 1);
  for (let version = 2; version <= 20; version += 1) await client.edit(app.uri("util.js"), version, [0, 0], [0, 0], "//\n");
  expect((await client.heat(app.uri("util.js"), 20)).map(({ line }) => line + 1)).toEqual([23, 24]);
  expect(client.heatPushes).toEqual([]);
});

test("an emptied document loses its heat, and no other document does", { tags: "thorough" }, async () => {
  await using client = await shown();
  await client.open(app.uri("util.js"), utilText);
  await client.edit(app.uri("util.js"), 2, [0, 0], [9, 0], "");
  expect(await client.heat(app.uri("util.js"), 2)).toEqual([]);
  await client.open(app.uri("server.js"), serverText);
  expect(await client.heat(app.uri("server.js"))).toHaveLength(3);
});

test("settings change the text, the heat and the threshold in open documents", async () => {
  await using client = await shown();
  const uri = app.uri("server.js");
  await client.open(uri, serverText);
  await client.heat(uri);
  const after = async (changed: Parameters<LspClient["change"]>[0]): Promise<readonly string[]> => {
    await client.change(changed);
    return drawn(await client.heat(uri));
  };
  expect(await after({ inlineText: "perRequest" })).toContain("5 step 4 100 µs self · 1.6 ms total per request");
  expect(await after({ inlineText: "ticks" })).toContain("5 step 4 800 samples");
  expect(await after({ inlineText: "self" })).toContain("5 step 4 5.0 % self");
  expect(await after({ inlineText: "none" })).toContain("5 step 4 ");
  expect(await after({ heatBy: "total" })).toContain("5 step 7 5.0 % self · 80.0 % total");
  expect(await after({ threshold: 0.5 })).toEqual(["5 step 4 5.0 % self · 80.0 % total"]);
  expect(await after({ ownCode: ["**/node_modules/parser/**"] })).toContain("8 step 0 0.0 % self · 10.0 % total");
});

test("texts are in the client's language", { tags: "thorough" }, async () => {
  await using russian = await shown("ru");
  await russian.open(app.uri("util.js"), utilText);
  expect((await russian.heat(app.uri("util.js")))[1]?.text).toBe("74,5 % сама · 74,5 % всего");
  await using chinese = await shown("zh-cn");
  await chinese.open(app.uri("util.js"), utilText);
  expect((await chinese.heat(app.uri("util.js")))[1]?.text).toBe("自身 74.5 % · 总计 74.5 %");
});

test("a run from a container gives heat to the local files that the setting, or else the run's own configuration, maps", async () => {
  // With two candidates, the search by the end of the path finds neither.
  const container = await makeApp({ "util.js": utilText, "copy/util.js": utilText });
  const drawing = {
    scripts: { "file:///usr/src/app/util.js": utilText },
    threads: ["30 | file:///usr/src/app/util.js keep@1:0 5:2"],
  };
  const app = { cwd: "/usr/src/app", workspaceFolders: [container.folder], argv: [], nodeVersion: "v20.0.0", v8Version: "", gitCommit: "" };
  const folder = await drawRun(container, { ...drawing, run: { app } });
  await using client = await LspClient.start(bundle);
  await client.open(container.uri("util.js"), utilText);
  await client.request(openRun, { folder });
  expect(await client.heat(container.uri("util.js"))).toEqual([]);
  await client.change({ pathMappings: { "/usr/src/app": container.folder } });
  expect(drawn(await client.heat(container.uri("util.js"), 1, (lines) => lines.length > 0))).toEqual([
    "5 step 7 100.0 % self · 100.0 % total",
  ]);

  const pathMappings = { "/usr/src/app/": `${container.folder}/` };
  const kept = await drawRun(container, { ...drawing, run: { app: { ...app, pathMappings } } });
  await client.change({ pathMappings: { "/usr/src/app": "/nowhere" } });
  await client.heat(container.uri("util.js"));
  await client.request(openRun, { folder: kept });
  expect(await client.heat(container.uri("util.js"))).toEqual([]);
  await client.change({ pathMappings: { "/usr/src/other": "/nowhere" } });
  expect(drawn(await client.heat(container.uri("util.js"), 1, (lines) => lines.length > 0))).toEqual([
    "5 step 7 100.0 % self · 100.0 % total",
  ]);
});
