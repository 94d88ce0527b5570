import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { everything } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { compare } from "../../../language-server/protocol/compare/compare.ts";
import { callersAndCallees } from "../../../language-server/protocol/callers.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { openProfile, openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const text = `function serve() {
  return render();
}

function render() {
  return JSON.stringify({});
}
`;

let app: DrawnApp;
let run: string;
let bundle: string;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const main = "300 | app.js serve@1:14 2:9 > app.js render@5:15 6:14 > stringify\n100 | app.js serve@1:14 2:9";
  const worker = "100 | app.js render@5:15 6:14 > stringify";
  run = await drawRun(app, { scripts: { "app.js": text }, threads: [main, worker] });
  bundle = await bundleServer();
});

async function texts(client: LspClient): Promise<readonly string[]> {
  return (await client.heat(app.uri("app.js"))).map(({ line, text: shown }) => `${line + 1} ${shown}`);
}

test("threads are shown together or one by one: heat, hover, lens, callers and flame graph follow the choice", async () => {
  await using client = await LspClient.start(bundle);
  const merged = await client.request(openRun, { folder: run });
  expect(merged).toMatchObject({ busyTicks: 500, selection: { threads: null }, live: false });
  expect(merged.threads.map(({ name, busyTicks }) => [name, busyTicks])).toEqual([
    ["main", 400],
    ["worker 1", 100],
  ]);
  await client.open(app.uri("app.js"), text);
  expect(await texts(client)).toEqual(["2 20.0 % self · 80.0 % total", "6 80.0 % self · 80.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 5)).toContain("400 of 500 busy samples");

  const worker = merged.threads.find(({ name }) => name === "worker 1")?.id ?? -1;
  const chosen = await client.select({ threads: [worker] });
  expect(chosen).toMatchObject({ busyTicks: 100, selection: { threads: [worker] }, threads: merged.threads });
  expect(chosen.hotLines.map(({ label }) => label)).toEqual(["app.js:6"]);
  expect(await texts(client)).toEqual(["6 100.0 % self · 100.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 5)).toContain("100 of 100 busy samples");
  expect((await client.lensTitles(app.uri("app.js"))).join()).not.toContain("1:");
  const reference = { uri: app.uri("app.js"), name: "render", line: 4, character: 15 };
  expect((await client.request(callersAndCallees, reference))?.callers).toEqual([]);
  expect((await client.request(flame, {})).profile.profiles.map(({ name }) => name)).toEqual(["worker 1"]);

  await client.select({});
  expect(await texts(client)).toHaveLength(2);
  expect((await client.request(flame, {})).profile.profiles).toHaveLength(2);
});

test("a thread that the run does not have is refused, and the choice stays", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  const { threads } = await client.request(openRun, { folder: run });
  await client.select({ threads: [threads[0]?.id ?? -1] });
  await expect(client.select({ threads: [77] })).rejects.toThrow("This run has no such thread.");
  await expect(client.select({ threads: [] })).rejects.toThrow("was not understood");
  expect((await client.request(flame, {})).profile.profiles.map(({ name }) => name)).toEqual(["main"]);
});

test("another run is shown with all its threads", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  const { threads } = await client.request(openRun, { folder: run });
  await client.select({ threads: [threads[1]?.id ?? -1] });
  expect(await client.request(openRun, { folder: run })).toMatchObject({ selection: { threads: null }, busyTicks: 500 });
});

test("a live run keeps its chosen threads as it grows, but no span, and so does the run stored from it", async () => {
  await using client = await LspClient.start(bundle);
  const first = await client.request(openRun, { folder: run, live: true });
  expect(first.live).toBe(true);
  await client.open(app.uri("app.js"), text);
  await client.heat(app.uri("app.js"));
  await client.select({ threads: [first.threads[1]?.id ?? -1] });
  expect(await texts(client)).toHaveLength(1);
  const main = "600 | app.js serve@1:14 2:9 > app.js render@5:15 6:14 > stringify";
  const worker = "150 | app.js render@5:15 6:14 > stringify\n50 | app.js serve@1:14 2:9";
  const grown = await drawRun(app, { scripts: { "app.js": text }, threads: [main, worker] });
  await client.select({ threads: [1], spans: [{ from: 0, to: 50_000 }] });
  expect(await texts(client)).toHaveLength(1);
  expect(await client.request(openRun, { folder: grown, live: true })).toMatchObject({
    live: true,
    busyTicks: 200,
    selection: { threads: [1], spans: null },
  });
  expect(await texts(client)).toEqual(["2 25.0 % self · 25.0 % total", "6 75.0 % self · 75.0 % total"]);
  expect(await client.request(openRun, { folder: grown })).toMatchObject({ live: false, busyTicks: 200, selection: { threads: [1] } });
});

test("while a recording grows, lines change when the editor lists the lenses above them, and both are of the same state", async () => {
  await using client = await LspClient.start(bundle);
  const uri = app.uri("app.js");
  await client.request(openRun, { folder: run, live: true });
  await client.open(uri, text);
  expect(await texts(client)).toHaveLength(2);
  await client.listedLenses(uri);
  await texts(client);
  const grown = await drawRun(app, {
    scripts: { "app.js": text },
    threads: ["100 | app.js serve@1:14 2:9\n100 | app.js render@5:15 6:14"],
  });
  const before = client.lensRefreshes;
  await client.request(openRun, { folder: grown, live: true });
  await client.until(() => client.lensRefreshes > before, "a refresh of lenses");
  // What was asked of the worker before this is answered then.
  await client.hoverText(uri, 1);
  expect(client.heatPushes).toEqual([]);
  const titles = (await client.listedLenses(uri)).map(({ command }) => command?.title ?? "");
  expect(titles.join()).toMatch(/^50\.0 % total · 50\.0 % self/);
  expect(await texts(client)).toEqual(["2 50.0 % self · 50.0 % total", "6 50.0 % self · 50.0 % total"]);
  // The saved run is shown at once.
  await client.request(openRun, { folder: run });
  expect(await texts(client)).toEqual(["2 20.0 % self · 80.0 % total", "6 80.0 % self · 80.0 % total"]);
});

test("if a live state cannot be read, the last one stays shown", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run, live: true });
  await expect(client.request(openRun, { folder: app.folder, live: true })).rejects.toThrow("is not a Heatline run");
  await client.open(app.uri("app.js"), text);
  expect(await texts(client)).toHaveLength(2);
});

test("a span, a thread and a filter are shown everywhere, in words, and everything again", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const uri = app.uri("app.js");
  await client.open(uri, text);
  await texts(client);
  const { hotLines } = await client.select({ spans: [{ from: 300_000, to: 400_000 }] });
  // The last 100 samples of main; the worker's are over by then.
  expect(hotLines.map(({ label, self }) => [label, self])).toEqual([["app.js:2", 1]]);
  expect(await texts(client)).toEqual(["2 100.0 % self · 100.0 % total"]);
  expect((await client.lensTitles(uri)).join()).toMatch(/^0: 100\.0 % total · 100\.0 % self · 100 ms/);
  const graph = await client.request(flame, {});
  expect([graph.filterText, graph.functions.map(({ name }) => name)]).toEqual(["0.3 to 0.4 s", ["serve"]]);
  const mixed = await client.select({ threads: [0], spans: [{ from: 0, to: 100_000 }], filter: { hiddenKinds: ["native"], file: "APP" } });
  expect(mixed).toMatchObject({ busyTicks: 100, isEmpty: false, selectionText: "main · 0 to 0.1 s · through APP · without native" });
  const stacks = "100 | app.js serve@1:14 2:9 > stringify\n300 | stringify";
  const base = await drawRun(app, { scripts: { "app.js": text }, threads: [stacks] });
  const { selectionText, selectionFacts } = await client.request(compare, { newFolder: run, baseFolder: base });
  expect([selectionText, ...selectionFacts]).toEqual([
    "main · through APP · without native",
    "Selected part: main",
    "Filter: before: hidden, counted for the callers: 25.0 % native · 75.0 % left out: only through APP",
    "Filter: after: hidden, counted for the callers: 75.0 % native · 0.0 % left out: only through APP",
  ]);
  await texts(client);
  await client.select({ filter: { below: { name: "render", path: app.path("app.js"), line: 5 } } });
  // What is left out stays busy.
  expect(await texts(client)).toEqual(["6 80.0 % self · 80.0 % total"]);
  expect(await client.select({})).toMatchObject({ selectionText: "", busyTicks: 500 });
  expect(await texts(client)).toHaveLength(2);
});

test("what is selected and was not busy is empty, and code says so on its first line", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  const uri = app.uri("app.js");
  await client.open(uri, text);
  await texts(client);
  const empty = await client.select({ filter: { file: "nowhere" } });
  expect(empty).toMatchObject({ isEmpty: true, hotLines: [], selectionText: "through nowhere" });
  expect(await texts(client)).toEqual([]);
  expect(await client.lensTitles(uri)).toEqual(["0: Nothing was measured here (through nowhere). Show Everything"]);
  expect(await client.select({ threads: [1], spans: [{ from: 400_000, to: 500_000 }] })).toMatchObject({ isEmpty: true, busyTicks: 0 });
});

test("kinds of code that lists leave out by themselves are in heat, until kinds are selected", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  await client.change({ listsWithout: ["own"] });
  await client.request(openRun, { folder: run });
  await client.open(app.uri("app.js"), text);
  expect(await texts(client)).toHaveLength(2);
  const query = { rankBy: "self", groupBy: "function" } as const;
  const names = async () => (await client.request(hotFunctions, { query, limit: 9 })).rows.map(({ name }) => name);
  expect(await names()).toEqual(["stringify"]);
  expect((await client.request(flame, {})).functions.map(({ name }) => name)).toEqual(["stringify"]);
  await client.select({ filter: { hiddenKinds: ["native"] } });
  expect(await names()).toEqual(["render", "serve"]);
});

test("a run can begin with what was selected in another one; a message names what it does not have", async () => {
  await using client = await LspClient.start(bundle);
  const filter = { ...noFilter, hidden: [{ name: "gone", path: app.path("app.js"), line: 9 }], file: "app.js" };
  const spans = [{ from: 0, to: 200_000 }];
  const kept = { ...everything, threads: ["worker 1", "worker 7"], spans, filter, measure: "wall" };
  expect(await client.request(openRun, { folder: run, kept })).toMatchObject({
    selection: { threads: [1], spans, filter: { ...noFilter, file: "app.js" }, measure: null },
    selectionText: "worker 1 · 0 to 0.2 s · through app.js",
  });
  await client.until(() => client.shownMessages.length > 0, "a message");
  expect(client.shownMessages).toEqual(["Not in this run, so no longer selected: worker 7, gone, wall."]);
  await expect(client.select({ measure: "wall" })).rejects.toThrow("has one measure only");
});

test("a thread that a live run does not have yet is selected as soon as it has it", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  const alone = await drawRun(app, { scripts: { "app.js": text }, threads: ["10 | app.js serve@1:14 2:9"] });
  const kept = { ...everything, threads: ["worker 1"] };
  expect(await client.request(openRun, { folder: alone, live: true, kept })).toMatchObject({ selection: { threads: null } });
  expect(await client.request(openRun, { folder: run, live: true })).toMatchObject({ selection: { threads: [1] }, busyTicks: 100 });
  expect(client.shownMessages).toEqual([]);
});

test("a profile without times refuses spans in words, and keeps what is selected", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  const file = path.join(app.runsFolder, "..", "app.txt");
  await writeFile(file, "main;serve 30\nmain;render 70\n");
  await client.request(openProfile, { file });
  await expect(client.select({ spans: [{ from: 0, to: 1000 }] })).rejects.toThrow("The file does not say when its samples were taken");
  expect((await client.select({ filter: { mergesRecursion: true } })).selectionText).toBe("");
});

test("an export of the shown run is of what is selected, one of another run is whole", { tags: "thorough" }, async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  await client.select({ threads: [1] });
  const other = await drawRun(app, {
    scripts: { "app.js": text },
    threads: ["10 | app.js serve@1:14 2:9", "10 | app.js render@5:15 6:14"],
  });
  const stacks = async (folder: string): Promise<readonly string[]> => {
    const file = path.join(app.runsFolder, "..", "exported.txt");
    await client.request(exportRun, { folder, format: "collapsed", file });
    return (await readFile(file, "utf8")).split("\n").filter((line) => !line.startsWith("#") && line !== "");
  };
  expect((await stacks(run)).join()).not.toMatch(/\bserve \(/);
  expect((await stacks(other)).join()).toMatch(/\bserve \(/);
});
