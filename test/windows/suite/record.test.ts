import assert from "node:assert/strict";
import { cp } from "node:fs/promises";
import path from "node:path";
import { readRun } from "../../../language-server/history/run-store.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { lossesOf } from "../../drivers/adapter/recorded-lines.ts";
import { heatline, hottestLine, reportOf, windowsApps } from "./command.ts";
import { test } from "./windows-test.ts";

interface Recorded {
  readonly run: Run;
  readonly hottest: string;
  readonly err: string;
}

/** Runs `heatline record` in a folder of fixture apps. */
async function record(folder: string, options: readonly string[], command: readonly string[]): Promise<Recorded> {
  const runs = path.join(folder, "runs");
  const { code, out, err } = await heatline(["record", "--out", runs, ...options, "--", ...command], appsFolder);
  assert.equal(code, 0, err + out);
  const written = /The run is in (.+)/.exec(out)?.[1] ?? "";
  return { run: await readRun(path.resolve(appsFolder, written)), hottest: hottestLine(await reportOf(runs, appsFolder)), err };
}

function assertExact({ run }: Recorded): void {
  assert.equal(run.recorder, "exact", run.recorderNote);
  assert.deepEqual(lossesOf(run), []);
}

test("a script is recorded exactly, from its first line to its end", async (folder) => {
  const recorded = await record(folder, [], ["node", "script.js"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
});

test("a script is recorded by the inspector where that is asked for", async (folder) => {
  const { run, hottest } = await record(folder, ["--recorder", "inspector"], ["node", "script.js"]);
  assert.equal(run.recorder, "inspector");
  assert.equal(hottest, "script.js:5");
});

test("a server is recorded exactly under load", async (folder) => {
  const recorded = await record(folder, ["--load", "/", "--duration", "3", "--warmup", "1"], ["node", path.join(windowsApps, "server.js")]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "server.js:6");
  assert.ok((recorded.run.load?.requests ?? 0) > 20, JSON.stringify(recorded.run.load));
});

test("a worker has a log of its own", async (folder) => {
  const recorded = await record(folder, [], ["node", "workers.js"]);
  assertExact(recorded);
  assert.deepEqual(
    recorded.run.threads.map(({ name }) => name),
    ["main", "worker 1"],
  );
  assert.equal(recorded.hottest, "workers.js:5");
});

test("forked children each have a log of their own", async (folder) => {
  const recorded = await record(folder, [], ["node", path.join(windowsApps, "forks.js")]);
  assertExact(recorded);
  assert.equal(recorded.run.threads.length, 3);
  assert.equal(new Set(recorded.run.threads.map(({ pid }) => pid)).size, 3);
  assert.equal(recorded.hottest, "forks.js:7");
});

test("an npm script is recorded through npm.cmd and what stands between", async (folder) => {
  const recorded = await record(folder, ["--cwd", path.join(appsFolder, "npm-app")], ["npm", "run", "work"]);
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
});

test("a server without load is recorded for as long as was asked", async (folder) => {
  const { run } = await record(folder, ["--duration", "2"], ["node", "server.js"]);
  assert.equal(run.end, "time-cap");
});

test("folders and arguments with names that mean something to cmd.exe start rightly, and nothing else does", async (folder) => {
  const odd = path.join(folder, "a & echo b %PATH% ^ (ж) 😀");
  await cp(path.join(appsFolder, "npm-app"), path.join(odd, "npm-app"), { recursive: true });
  await cp(path.join(appsFolder, "script.js"), path.join(odd, "script.js"));
  const recorded = await record(
    folder,
    ["--cwd", path.join(odd, "npm-app")],
    ["npm", "run", "work", "--", "c & echo d>e.txt", '"%TEMP%"', "^f"],
  );
  assertExact(recorded);
  assert.equal(recorded.hottest, "script.js:5");
  assert.match(recorded.err, /^$/);
});
