import { appendFile, readFile, rm, truncate, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { callersAndCallees } from "../../language-server/protocol/callers.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import { runs } from "../../language-server/protocol/run-list.ts";
import { closeRun, openLastRun, openRun, runExpected } from "../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

/** A separate run folder that the test may damage. */
async function spoilable(): Promise<string> {
  return drawRun(app, { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] });
}

test("a run that was announced is opened like any other, and so is the next one", async () => {
  await using client = await LspClient.start(bundle);
  await client.connection.sendNotification(runExpected.method, {});
  await client.connection.sendNotification(runExpected.method, {});
  for (const run of [app.run, await spoilable()]) {
    const summary = await client.request(openRun, { folder: run });
    expect(summary.id).toBe(path.basename(run));
    expect((await client.request(flame, {})).profile.profiles.length).toBeGreaterThan(0);
  }
});

test("opening a run returns its summary and notifies the client of the shown run", async () => {
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder: app.run });
  expect(summary).toMatchObject({
    id: path.basename(app.run),
    name: "app · node server.js",
    startedAt: "2026-01-02T03:04:05.000Z",
    recorder: "exact",
    nodeVersion: "24.1.0",
    end: "load-ended",
    ticks: 1100,
    busyTicks: 1000,
    intervalUs: 1000,
    composition: { own: 55, dependency: 100, node: 0, native: 745, gc: 80, program: 20, compile: 0 },
    load: { label: "GET /test", requests: 500 },
  });
  expect(summary.hotLines.map(({ label, self, withLibraries, total }) => [label, self, withLibraries, total])).toEqual([
    ["util.js:5", 0.745, 0.745, 0.745],
    ["server.js:8", 0, 0.1, 0.1],
    ["server.js:5", 0.05, 0.05, 0.8],
    ["util.js:4", 0.005, 0.005, 0.005],
  ]);
  expect(summary.hotLines[0]?.location).toEqual({
    uri: app.uri("util.js"),
    range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } },
  });
  expect(await client.shown()).toEqual(summary);
});

test("hot lines follow the heat setting and the threshold", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  await client.shown();
  await client.change({ heatBy: "total", threshold: 0.2 });
  expect((await client.shown())?.hotLines.map(({ label }) => label)).toEqual(["server.js:5", "util.js:5"]);
});

test("own code is determined again when its setting changes", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  await client.shown();
  await client.change({ ownCode: ["node_modules/parser/**"] });
  const summary = await client.shown();
  expect(summary?.composition).toMatchObject({ own: 155, dependency: 0 });
  expect(summary?.hotLines.map(({ label }) => label)).toContain("main.js:2");
});

test("after a run is closed, requests about it are refused", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  await client.shown();
  expect(await client.request(closeRun, {})).toBeNull();
  expect(await client.shown()).toBeNull();
  const nothing = "No run is shown. Profile the app or open a run from the history first.";
  expect(await client.refused(flame, {})).toBe(nothing);
  expect(await client.refused(callersAndCallees, { uri: app.uri("util.js"), name: "hash", line: 2, character: 13 })).toBe(nothing);
  expect(await client.request(closeRun, {})).toBeNull();
});

test("the last readable run is restored, skipping newer damaged ones", async () => {
  const history = await makeApp({ "util.js": utilText });
  const drawing = { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] };
  await drawRun(history, { ...drawing, run: { startedAt: "2026-01-01T00:00:00.000Z" } });
  await drawRun(history, { ...drawing, run: { name: "second", startedAt: "2026-01-02T00:00:00.000Z" } });
  const newest = await drawRun(history, { ...drawing, run: { startedAt: "2026-01-03T00:00:00.000Z" } });
  await writeFile(path.join(newest, "run.json"), "{");
  await using client = await LspClient.start(bundle, { runsFolder: history.runsFolder });
  expect((await client.request(openLastRun, {}))?.name).toBe("second");
});

test("a run of an agent's is restored only if it is asked for and there is no other", async () => {
  const history = await makeApp({ "util.js": utilText });
  const drawing = { scripts: { "util.js": utilText }, threads: ["100 | util.js hash@3:13 5:13 > update"] };
  await drawRun(history, { ...drawing, run: { name: "theirs", agent: "some client", startedAt: "2026-01-02T00:00:00.000Z" } });
  await using client = await LspClient.start(bundle, { runsFolder: history.runsFolder });
  expect(await client.request(openLastRun, {})).toBeNull();
  expect((await client.request(openLastRun, { alsoAgents: true }))?.name).toBe("theirs");
  await drawRun(history, { ...drawing, run: { name: "own", startedAt: "2026-01-01T00:00:00.000Z" } });
  for (const alsoAgents of [false, true]) expect((await client.request(openLastRun, { alsoAgents }))?.name).toBe("own");
  expect((await client.request(runs, {})).runs.map(({ agent }) => agent)).toEqual(["some client", undefined]);
});

test("no runs, or no folder for them, is not an error", async () => {
  const empty = await makeApp({});
  for (const runsFolder of [empty.runsFolder, path.join(empty.runsFolder, "missing"), ""]) {
    await using client = await LspClient.start(bundle, { runsFolder });
    expect(await client.request(openLastRun, {})).toBeNull();
  }
});

test("a folder that cannot be read is refused with what happened and what to do, and the shown run stays", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  const spoilt: Record<string, (folder: string) => Promise<unknown>> = {
    "is missing": (folder) => rm(folder, { recursive: true }),
    "has no run.json": (folder) => rm(path.join(folder, "run.json")),
    "has a broken run.json": (folder) => truncate(path.join(folder, "run.json"), 50),
    "has a foreign run.json": (folder) => writeFile(path.join(folder, "run.json"), '{"name":"something else"}'),
    "is of a newer version": async (folder) => {
      const run = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")) as object;
      await writeFile(path.join(folder, "run.json"), JSON.stringify({ ...run, schema: 99 }));
    },
    "names a file outside itself": async (folder) => {
      const run = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8")) as { threads: object[] };
      await writeFile(path.join(folder, "run.json"), JSON.stringify({ ...run, threads: [{ ...run.threads[0], file: "../../secret" }] }));
    },
    "is a file": async (folder) => {
      await rm(folder, { recursive: true });
      await writeFile(folder, "");
    },
  };
  for (const [what, spoil] of Object.entries(spoilt)) {
    const folder = await spoilable();
    await spoil(folder);
    const message = await client.refused(openRun, { folder });
    expect({ what, message }).toEqual({
      what,
      message: expect.stringMatching(/^(?!.*(undefined|Error:|ENOENT|failed with message)).*\S\. [A-Z].*\.$/),
    });
  }
  await client.open(app.uri("server.js"), serverText);
  expect(await client.heat(app.uri("server.js"))).toHaveLength(3);
});

test("samples that are truncated, too long or missing are reported as damaged", async () => {
  await using client = await LspClient.start(bundle);
  const spoilt: Record<string, (file: string) => Promise<unknown>> = {
    short: (file) => truncate(file, 200),
    empty: (file) => truncate(file, 0),
    long: (file) => appendFile(file, "more"),
    missing: (file) => rm(file),
    noise: (file) => writeFile(file, Buffer.from(Array.from({ length: 999 }, (_none, index) => (index * 89) % 256))),
  };
  for (const [what, spoil] of Object.entries(spoilt)) {
    const folder = await spoilable();
    await spoil(path.join(folder, "threads/0.bin"));
    const outcome = await client.request(openRun, { folder }).then(
      (summary) => summary.problems.map(({ message }) => message).join("; "),
      (error: Error) => error.message,
    );
    expect({ what, outcome }).toEqual({ what, outcome: expect.stringMatching(/samples|thread/i) });
  }
});

test("a run whose sources are gone is still shown, without its texts", async () => {
  const folder = await spoilable();
  await rm(path.join(folder, "scripts"), { recursive: true });
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary.busyTicks).toBe(100);
  await client.open(app.uri("util.js"), utilText);
  expect((await client.heat(app.uri("util.js"))).map(({ line, text }) => [line, text])).toEqual([[4, "100.0 % self · 100.0 % total"]]);
});

test("a run without samples opens and has no heat", async () => {
  const folder = await drawRun(app, { scripts: {}, threads: ["5 | (idle)"] });
  await using client = await LspClient.start(bundle);
  expect(await client.request(openRun, { folder })).toMatchObject({ busyTicks: 0, hotLines: [] });
  await client.open(app.uri("util.js"), utilText);
  expect(await client.heat(app.uri("util.js"))).toEqual([]);
});

test("of two runs opened at once the later one is shown, and the earlier one is cancelled", async () => {
  const second = await spoilable();
  await using client = await LspClient.start(bundle);
  const outcomes = await Promise.allSettled([client.request(openRun, { folder: app.run }), client.request(openRun, { folder: second })]);
  expect(outcomes[1]).toMatchObject({ status: "fulfilled", value: { id: path.basename(second) } });
  expect(outcomes[0]).toMatchObject({ status: "rejected", reason: { code: -32800 } });
  expect((await client.shown())?.id).toBe(path.basename(second));
});

test("another run replaces the shown one's annotations", async () => {
  const other = await drawRun(app, { scripts: { "server.js": serverText }, threads: ["50 | server.js handler@3:16 4:15"] });
  await using client = await LspClient.start(bundle);
  await client.open(app.uri("server.js"), serverText);
  await client.request(openRun, { folder: app.run });
  await client.heat(app.uri("server.js"), 1, (lines) => lines.length === 3);
  await client.request(openRun, { folder: other });
  expect((await client.heat(app.uri("server.js"), 1, (lines) => lines.length === 1))[0]?.line).toBe(3);
});
