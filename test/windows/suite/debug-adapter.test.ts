import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { LoadProgress } from "../../../language-server/analysis/load/load.ts";
import type { LaunchArguments } from "../../../extension/debug-adapter/launch-arguments.ts";
import { listRuns } from "../../../language-server/history/run-store.ts";
import { DapClient, loadPlan, portsOf } from "../../drivers/adapter/dap-client.ts";
import { lossesBesideWork } from "../../drivers/adapter/recorded-lines.ts";
import { hottestLine, placeApps, reportOf } from "./command.ts";
import { windowsProcesses } from "./windows-processes.ts";
import { test, thoroughTest } from "./windows-test.ts";
import { isOutlived } from "../../drivers/outlived-session.ts";

/** Starts one of the suite's apps from a separate folder. */
async function launch(client: DapClient, folder: string, changes: Partial<LaunchArguments>): Promise<void> {
  const apps = await placeApps(folder);
  await client.launch("", { cwd: apps, workspaceFolders: [apps], ...changes });
}

/** A session in the middle of the measured part of a long load run: after so many requests their line has ticks on the busiest machine. */
async function startMeasuring(client: DapClient, folder: string): Promise<void> {
  await launch(client, folder, { program: "server.js" });
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
  const mayHaveTicks = ({ phase, figures }: Partial<LoadProgress>): boolean => phase === "measuring" && (figures?.requests ?? 0) >= 20;
  await client.waitFor("heatline.loadProgress", mayHaveTicks);
}

test("F5 on a script: exact, the planted line first", async (folder) => {
  await using client = await DapClient.start();
  await launch(client, folder, { program: "script.js" });
  const run = await client.run();
  await client.waitFor("terminated");
  assert.equal(run.recorder, "exact", JSON.stringify(run.recorderNote));
  assert.deepEqual(lossesBesideWork(run), []);
  assert.equal(hottestLine(await reportOf(run.id, client.runsFolder)), "script.js:5");
  assert.match(client.output("stdout"), /result true/);
  await client.stop();
  assert.deepEqual(await client.processesLeft(), []);
});

thoroughTest("the heat of a server under load is live, and comes at least every 2 s", async (folder) => {
  await using client = await DapClient.start();
  await launch(client, folder, { program: "server.js" });
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 8, warmupSeconds: 0.5 }) });
  const run = await client.run();
  assert.ok(client.all("heatline.liveRun").length >= 3, `${client.all("heatline.liveRun").length} states`);
  assert.equal(run.recorder, "exact", JSON.stringify(run.recorderNote));
  assert.equal(hottestLine(await reportOf(run.id, client.runsFolder)), "server.js:6");
  await client.stop();
  assert.deepEqual(await client.processesLeft(), []);
});

test("Stop during a load run keeps the profile and the report so far, and leaves nothing running", async (folder) => {
  await using client = await DapClient.start();
  await startMeasuring(client, folder);
  await client.waitFor("heatline.liveRun");
  await client.stop();
  const run = await client.run();
  assert.equal(run.end, "stopped");
  assert.equal(run.load?.cancelled, true);
  assert.equal(run.recorder, "exact", JSON.stringify(run.recorderNote));
  assert.equal(hottestLine(await reportOf(run.id, client.runsFolder)), "server.js:6");
  assert.deepEqual(await client.processesLeft(), []);
});

thoroughTest("restart during a load run keeps what was recorded, and records the app that starts again", async (folder) => {
  await using client = await DapClient.start();
  await startMeasuring(client, folder);
  await client.waitFor("heatline.liveRun");
  const before = new Set(client.all("heatline.ready").map(({ pid }) => pid));
  await client.request("restart");
  const again = await client.waitFor("heatline.ready", ({ pid, origins }) => !before.has(pid) && (origins as string[]).length > 0);
  await client.request("heatline.startLoad", { plan: loadPlan(portsOf(again)[0] ?? 0, { durationSeconds: 3 }) });
  await client.waitFor("heatline.runWritten", () => client.all("heatline.runWritten").length === 2);
  await client.stop();
  const runs = (await listRuns(client.runsFolder)).map(({ run }) => run);
  assert.deepEqual(runs.map(({ end }) => end).toSorted(), ["load-ended", "stopped"]);
  for (const { id, recorder, recorderNote } of runs) {
    assert.equal(recorder, "exact", JSON.stringify(recorderNote));
    assert.equal(hottestLine(await reportOf(id, client.runsFolder)), "server.js:6");
  }
  assert.deepEqual(await client.processesLeft(), []);
});

test("Stop ends an app that never comes back to its event loop, with what it did until then", async () => {
  await using client = await DapClient.start();
  await client.launch("never-ends.js");
  await client.waitFor("output", () => client.output("stdout").includes("spinning"));
  await client.stop();
  const run = await client.run();
  assert.equal(run.recorder, "exact", JSON.stringify(run.recorderNote));
  assert.equal(hottestLine(await reportOf(run.id, client.runsFolder)), "never-ends.js:5");
  assert.deepEqual(await client.processesLeft(), []);
});

test("Stop ends what npm.cmd started", async (folder) => {
  await using client = await DapClient.start();
  await launch(client, folder, { runtimeExecutable: "npm", runtimeArgs: ["start"] });
  await client.waitForPort();
  await client.stop();
  assert.deepEqual(await client.processesLeft(), []);
});

/** The process that listens and the one that started it, which waits for its end. */
async function pairOf(listening: number): Promise<readonly number[]> {
  const { command = "" } = (await windowsProcesses()).find(({ pid }) => pid === listening) ?? {};
  const starter = Number(/child of (\d+)/.exec(command)?.[1]);
  assert.ok(starter > 0, `No process ${listening} in the list.`);
  return [listening, starter];
}

/** Polls, as nothing reports the end of a foreign process. */
async function ended(pids: readonly number[]): Promise<void> {
  while ((await windowsProcesses()).some(({ pid }) => pids.includes(pid))) await delay(200);
}

thoroughTest("an app that had to start itself again ends with its first process, by node --watch and by others", async (folder) => {
  await using client = await DapClient.start();
  const apps = await placeApps(folder);
  await writeFile(path.join(apps, "package.json"), JSON.stringify({ private: true, scripts: { dev: "node --watch server.js" } }));
  await client.launch("", { cwd: apps, workspaceFolders: [apps], runtimeExecutable: "npm", runtimeArgs: ["run", "dev"] });
  const serving = async (before = 0): Promise<number> => {
    const isNew = (body: Record<string, unknown>): boolean => portsOf(body).length > 0 && body["pid"] !== before;
    return Number((await client.waitFor("heatline.ready", isNew))["pid"]);
  };
  const first = await serving();
  const firstPair = await pairOf(first);
  const program = path.join(apps, "server.js");
  await writeFile(program, `// Saved.\n${await readFile(program, "utf8")}`);
  const second = await serving(first);
  await ended(firstPair);
  const [, starter = 0] = await pairOf(second);
  process.kill(starter);
  await ended([second]);
  await client.stop();
  assert.deepEqual(await client.processesLeft(), []);
});

test("when the window is closed the profile is kept, and nothing is left running", async (folder) => {
  await using client = await DapClient.start();
  await startMeasuring(client, folder);
  await client.waitFor("heatline.liveRun");
  client.process.stdin?.end();
  await client.exited();
  const [stored] = await listRuns(client.runsFolder);
  assert.equal(stored?.run.end, "stopped");
  assert.equal(stored.run.recorder, "exact", JSON.stringify(stored.run.recorderNote));
  assert.equal(hottestLine(await reportOf(stored.run.id, client.runsFolder)), "server.js:6");
  assert.deepEqual(await client.processesLeft(), []);
});

test("a killed adapter leaves neither processes nor more of its folder than they may name, and its watchdog makes a run of V8's log", async (folder) => {
  await using client = await DapClient.start();
  await startMeasuring(client, folder);
  const live = String((await client.waitFor("heatline.liveRun"))["folder"]);
  client.process.kill("SIGKILL");
  await client.exited();
  assert.deepEqual(await client.processesLeft(), []);
  assert.ok(await isOutlived(path.dirname(live)));
  const [stored] = await listRuns(client.runsFolder);
  assert.equal(stored?.run.end, "recovered");
  assert.equal(hottestLine(await reportOf(stored.run.id, client.runsFolder)), "server.js:6");
});
