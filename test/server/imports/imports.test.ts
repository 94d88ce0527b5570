import { createHash } from "node:crypto";
import { truncate } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { setSavings } from "../../../language-server/history/run-store.ts";
import { imports, savingsPlan, whyImported } from "../../../language-server/protocol/imports.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { graphRun, importsRun, importsTexts, uiSavings } from "../../drivers/server/imports-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [bundle, { app, run }] = await Promise.all([bundleServer(), importsRun()]);
});

test("the tree has each module's parts and leads to its first import, level by level", async () => {
  await using client = await LspClient.start(bundle);
  const { id, hasImports } = await client.request(openRun, { folder: run });
  expect(hasImports).toBe(true);
  const top = await client.request(imports, { row: -1 });
  expect(top).toMatchObject({
    run: id,
    more: "",
    sum: "All modules: their code 478 ms · finding, reading and compiling them 22 ms",
    rows: [{ name: "cli.js", share: 1, time: "500 ms", shareText: "100.0 % ± 0.4", place: "", location: null, hasImports: true }],
  });
  const below = await client.request(imports, { run: id, row: top.rows[0]?.row ?? -1 });
  expect(below.rows.map(({ name, place, time, shareText }) => [name, place, time, shareText])).toEqual([
    ["render.js", "cli.js:1", "475 ms", "95.0 % ± 1.9"],
    ["ui/index.js (already loaded)", "cli.js:2", "2.0 ms", "0.4 % ± 0.7"],
  ]);
  expect(below.rows[0]).toMatchObject({
    parts: "its own code 20 ms · its imports 450 ms · reading and compiling 5.0 ms",
    location: { uri: app.uri("cli.js"), range: { start: { line: 0 } } },
  });
});

test("a half-written graph is a problem of the run, which shows its stacks", async () => {
  const { run: folder } = await graphRun();
  await truncate(path.join(folder, "imports.json"), 20);
  await using client = await LspClient.start(bundle);
  const { problems } = await client.request(openRun, { folder });
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^imports\.json of the run is damaged or missing.*Measure again/s),
  ]);
  expect((await client.request(imports, { row: -1 })).rows.map(({ name }) => name)).toEqual(["main.mjs"]);
});

test("modules without samples are rows, or behind one where they are many, and say where they are imported", async () => {
  const { app: esm, run: folder } = await graphRun();
  await using client = await LspClient.start(bundle);
  const { id } = await client.request(openRun, { folder });
  const [entry] = (await client.request(imports, { row: -1 })).rows;
  const below = await client.request(imports, { run: id, row: entry?.row ?? -1 });
  expect(below.rows.map(({ label, time, shareText, place }) => [label, time, shareText, place])).toEqual([
    ["tiny/index.mjs", "50 ms", "33.3 % ± 7.5", "main.mjs:1"],
    ["one.mjs", "< 1 sample", "", "main.mjs:2"],
  ]);
  expect([below.unsampled, below.rows[1]?.parts]).toEqual(["", "No sample was taken while it was loaded."]);
  const tiny = below.rows[0]?.row ?? -1;
  const folded = await client.request(imports, { run: id, row: tiny });
  expect([folded.rows, folded.unsampled]).toEqual([[], "6 more modules without samples"]);
  const { rows, sum } = await client.request(imports, { run: id, row: tiny, areUnsampled: true });
  expect([rows.map(({ label }) => label), sum]).toEqual([Array.from({ length: 6 }, (_, index) => `lib/part${index}.mjs`), ""]);
  expect(rows[0]?.location).toMatchObject({ uri: esm.uri("node_modules/tiny/index.mjs"), range: { start: { line: 0 } } });
  const why = await client.request(whyImported, { run: id, row: rows[0]?.row ?? -1 });
  expect(why?.chain.at(-1)).toMatchObject({ label: "tiny/lib/part0.mjs", detail: "index.mjs:1 · < 1 sample" });
  expect(why?.alsoBy.map(({ label }) => label)).toEqual(["one.mjs:3"]);
});

test("why a module is loaded is the chain of imports from the entry, and who else imports it", async () => {
  await using client = await LspClient.start(bundle);
  const { id } = await client.request(openRun, { folder: run });
  const rows = async (row: number): Promise<number> => (await client.request(imports, { run: id, row })).rows[0]?.row ?? -1;
  const ui = await rows(await rows(await rows(-1)));
  const reason = await client.request(whyImported, { run: id, row: ui });
  expect(reason?.name).toBe("ui/index.js");
  expect(reason?.chain.map(({ label, detail }) => `${label}: ${detail}`)).toEqual([
    "cli.js: 500 ms · 100.0 % ± 0.4",
    "render.js: cli.js:1 · 475 ms · 95.0 % ± 1.9",
    "ui/index.js: render.js:1 · 450 ms · 90.0 % ± 2.6",
  ]);
  expect(reason?.alsoBy).toMatchObject([
    { label: "cli.js:2", detail: "cli.js", location: { uri: app.uri("cli.js"), range: { start: { line: 1 } } } },
  ]);
  expect(await client.request(whyImported, { run: id, row: 1000 })).toBeNull();
  await expect(client.request(whyImported, { run: "another", row: ui })).rejects.toThrow("cancel");
});

test("the hover of an import has its parts and links to other imports; other lines have none", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.open(app.uri("render.js"), importsTexts["render.js"]);
  const hover = await client.hoverText(app.uri("render.js"), 0);
  expect(hover).toContain("Loads ui/index.js: its own code 300 ms · its imports 135 ms · reading and compiling 15 ms");
  expect(hover).toMatch(/also imported by \[cli\.js:2\]\(command:heatline\.goTo/);
  expect(await client.hoverText(app.uri("render.js"), 2)).not.toContain("Loads");
});

test("of a run of starts, the tree and the hover of the import say what loading on first use saves", async () => {
  const startup = { starts: 1, listened: false, eachMs: 500 };
  await using client = await LspClient.start(bundle);
  const before = await importsRun({ startup });
  await client.request(openRun, { folder: before.run });
  expect(await client.request(imports, { row: -1 })).toMatchObject({ savings: null });
  const plan = await client.request(savingsPlan, {});
  expect(plan).toMatchObject({
    since: "2026-01-02T03:04:05.000Z",
    candidates: [
      { path: before.app.path("cli.js"), line: 1, specifier: "./render", name: before.app.path("render.js"), within: [] },
      { path: before.app.path("render.js"), line: 1, specifier: "ui", name: "ui/index.js", within: [0] },
    ],
  });
  expect(plan?.candidates[1]?.hash).toBe(createHash("sha256").update(importsTexts["render.js"]).digest("hex"));
  await setSavings(before.run, uiSavings(before.app));
  await client.request(openRun, { folder: before.run });
  const { savings } = await client.request(imports, { row: -1 });
  expect(savings).toMatchObject({
    title: "Measured gains: 8 starts in each way, without the profiler; as it is, a start takes 500 ms",
    rows: [
      {
        name: "ui/index.js",
        way: "Load ui/index.js on first use (render.js:1)",
        result: "saves 400 ms ± 5.0 ms, 80.0 % of the start · not needed by server.js",
        isAdvice: true,
        isMeasured: true,
        location: { uri: before.app.uri("render.js"), range: { start: { line: 0 } } },
      },
      { name: "NODE_COMPILE_CACHE", way: "Set NODE_COMPILE_CACHE", isAdvice: false, location: null },
      {
        name: "render.js",
        way: "Load render.js on first use (cli.js:1)",
        result: "no gain, the start itself needs it",
        isAdvice: false,
        isMeasured: false,
      },
    ],
  });
  await client.open(before.app.uri("render.js"), importsTexts["render.js"]);
  const hover = await client.hoverText(before.app.uri("render.js"), 0);
  expect(hover).toContain("Load ui/index.js on first use");
  expect(hover).toContain("saves 400 ms ± 5.0 ms");
  expect(await client.hoverText(before.app.uri("render.js"), 1)).not.toContain("first use");
});

test.each([
  ["ru", "Загружает ui/index", "также импортируют"],
  ["zh-cn", "加载 ui/index", "另有导入者："],
])("in %s", async (locale, loads, also) => {
  await using client = await LspClient.start(bundle, { locale });
  await client.request(openRun, { folder: run });
  await client.open(app.uri("render.js"), importsTexts["render.js"]);
  const hover = await client.hoverText(app.uri("render.js"), 0);
  expect(hover).toContain(loads);
  expect(hover).toContain(also);
});

test("a run under load has no imports; a selected time is followed, a filter is not", async () => {
  await using client = await LspClient.start(bundle);
  const serving = await makeApp({ "app.js": "serve();\n" });
  const folder = await drawRun(serving, { scripts: { "app.js": "serve();\n" }, threads: ["100 | app.js serve@1:0 1:2"] });
  expect((await client.request(openRun, { folder })).hasImports).toBe(false);
  expect(await client.request(imports, { row: -1 })).toMatchObject({ rows: [], sum: "", more: "" });
  await client.request(openRun, { folder: run });
  await client.select({ spans: [{ from: 475_000, to: 500_000 }] });
  const [entry] = (await client.request(imports, { row: -1 })).rows;
  expect(entry).toMatchObject({ time: "25 ms", shareText: "100.0 % ± 6.7" });
  await client.select({ filter: { hiddenKinds: ["dependency"] } });
  expect((await client.request(imports, { row: entry?.row ?? 0 })).rows.map(({ name }) => name)).toEqual([
    "render.js",
    "ui/index.js (already loaded)",
  ]);
});
