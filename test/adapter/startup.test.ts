import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readRun } from "../../language-server/history/run-store.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-startup-")));
const wait = `const until = Date.now() + 150;\nwhile (Date.now() < until) Math.sqrt(until);\n`;
writeFileSync(path.join(folder, "server.js"), `${wait}require("node:http").createServer().listen(0, "127.0.0.1");\n`);
writeFileSync(path.join(folder, "hang.js"), `${wait}setInterval(() => undefined, 1000);\n`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const program = path.join(folder, "server.js");
const launch = { program, workspaceFolders: [folder], cwd: folder };

test("the session reports each start and ends by itself, with a run of all; no app is offered for a load", async () => {
  await using client = await DapClient.start();
  await client.launch("", { ...launch, startup: { starts: 3 }, console: "integratedTerminal" });
  await client.waitFor("terminated");
  const run = await client.run();
  expect(run).toMatchObject({ end: "exited", startup: { starts: 3, listened: true } });
  const reported = client.all("heatline.startEnded").map(({ starts }) => starts);
  // The first one is not in the run.
  expect(reported).toEqual([1, 1, 2, 3]);
  expect(client.all("heatline.ready")).toEqual([]);
  expect(client.all("heatline.appFailed")).toEqual([]);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("Stop Recording ends the app and keeps the starts that were whole", async () => {
  await using client = await DapClient.start();
  await client.launch("", { ...launch, startup: {} });
  await client.waitFor("heatline.startEnded", ({ starts }) => starts === 2);
  await client.request("heatline.stopRecording");
  await client.waitFor("terminated");
  const run = await client.run();
  expect(run.end).toBe("stopped");
  expect(run.startup?.starts).toBeGreaterThanOrEqual(2);
  expect(run.threads).toHaveLength(run.startup?.starts ?? 0);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("an app that is stopped in its first start leaves no run and no process", async () => {
  await using client = await DapClient.start();
  await client.launch("", { ...launch, program: path.join(folder, "hang.js"), startup: {} });
  await client.waitFor("heatline.recording");
  await client.stop();
  expect(client.all("heatline.runWritten")).toEqual([]);
  expect(await client.processesLeft()).toEqual([]);
});

test("from its first line on, a server is recorded until that is stopped: its start is known, and no load comes between", async () => {
  await using client = await DapClient.start();
  await client.launch("", { ...launch, fromStart: true });
  await client.waitFor("heatline.ready", ({ origins }) => (origins as string[]).length > 0);
  const port = await client.waitForPort();
  await expect(client.request("heatline.startLoad", { plan: loadPlan(port) })).rejects.toThrow(
    "The app is being recorded from its first line.",
  );
  await client.request("heatline.stopRecording");
  const run = await client.run();
  expect(run).toMatchObject({ window: "first-line", end: "stopped" });
  expect(run.listenedAtMs).toBeGreaterThan(100);
  expect(run.listenedAtMs).toBeLessThanOrEqual(run.durationMs);
  // The app runs on, and can be loaded now.
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

const lazy = path.join(folder, "lazy.js");
writeFileSync(path.join(folder, "dear.js"), `${wait}module.exports = () => 1;\n`);
writeFileSync(lazy, `const dear = require("./dear");\nif (process.argv[2] === "dear") dear();\n`);

/** A run of two starts, and what is to be measured of it. */
async function recordedStarts() {
  await using client = await DapClient.start();
  await client.launch("", { ...launch, program: lazy, startup: { starts: 2 } });
  await client.waitFor("terminated");
  const [written] = client.all("heatline.runWritten");
  // The client's own are gone with it.
  const run = path.join(mkdtempSync(path.join(folder, "run-")), String(written?.["id"]));
  cpSync(String(written?.["folder"]), run, { recursive: true });
  const candidates = [{ path: lazy, line: 1, specifier: "./dear", name: "dear.js", within: [], hash: "" }];
  await client.stop();
  return { run, savings: { folder: run, since: new Date().toISOString(), candidates } };
}

test("what other ways to start save is measured in place of a recording, reported step by step, and kept in the run", async () => {
  const { run, savings } = await recordedStarts();
  await using client = await DapClient.start();
  await client.launch("", { ...launch, program: lazy, startup: {}, savings });
  await client.waitFor("terminated");
  expect(client.all("heatline.savingsMeasured")).toEqual([{}]);
  expect(client.all("heatline.savingsProgress").length).toBeGreaterThan(10);
  expect(client.all("heatline.runWritten")).toEqual([]);
  expect((await readRun(run)).savings?.imports).toMatchObject([{ path: lazy, line: 1, saved: { savedMs: expect.any(Number) as number } }]);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("a session that is stopped meanwhile keeps nothing of it, and leaves no process", async () => {
  const { run, savings } = await recordedStarts();
  await using client = await DapClient.start();
  await client.launch("", { ...launch, program: lazy, startup: {}, savings });
  await client.waitFor("heatline.savingsProgress", ({ starts }) => starts === 2);
  await client.stop();
  expect(client.all("heatline.savingsMeasured")).toEqual([]);
  expect((await readRun(run)).savings).toBeUndefined();
  expect(await client.processesLeft()).toEqual([]);
});

test("a source that was changed since is reported", async () => {
  const { savings } = await recordedStarts();
  const since = new Date(0).toISOString();
  const candidates = savings.candidates.map((each) => ({ ...each, hash: "0".repeat(64) }));
  await using client = await DapClient.start();
  await client.launch("", { ...launch, program: lazy, startup: {}, savings: { ...savings, since, candidates } });
  await client.waitFor("terminated");
  expect(client.all("heatline.savingsMeasured")).toMatchObject([
    { error: { message: `${lazy} was changed since the run was recorded.`, remedy: "Record the start again, then measure." } },
  ]);
  await client.stop();
});
