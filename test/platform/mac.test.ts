import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import type { NodeProcess } from "../../language-server/platform/nodes/node-processes.ts";
import { buildCommandLine } from "../cli/command-line.ts";
import { appsFolder, DapClient, loadPlan, recorders } from "../drivers/adapter/dap-client.ts";
import { hottestLine, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { buildFor, platformOptions } from "../drivers/other-platform.ts";
import { stateEntries, stateEnv } from "../drivers/state-folder.ts";
import { appFaults } from "../faults/app-faults.ts";
import { leftAfter } from "../faults/check-fault.ts";
import { FaultySession } from "../faults/faulty-session.ts";
import { ownFaults } from "../faults/own-faults.ts";
import { someOf } from "../workbench/some-of.mjs";

/**
 * Whole sessions whose bundles take this machine for a Mac: they have no /proc, and list processes with the real `ps` and `lsof`. In each the
 * planted line must be first, and neither a process nor a folder may be left.
 */
buildFor("darwin");

const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-mac-"));
afterAll(() => rm(folder, { recursive: true }));

describe.each(someOf(1, recorders))("%s recorder", (recorder) => {
  test("a server under load has its hottest line first, with states while it runs", async () => {
    await using session = await FaultySession.start(recorder);
    await session.launch("server.js");
    const plan = loadPlan(await session.client.waitForPort(), { durationSeconds: 4 });
    await session.client.request("heatline.startLoad", { plan });
    const run = await session.client.run();
    const { reported, runs, processes, folders } = await session.outcome();
    expect([reported, processes, folders]).toEqual(["", [], []]);
    expect(runs).toMatchObject([{ recorder, end: "load-ended" }]);
    const hasLiveHeat = recorder === "exact";
    expect(session.client.all("heatline.liveRun").some(({ folder: live }) => live !== null)).toBe(hasLiveHeat);
    expect(lossesOf(run)).toEqual([]);
    expect(await hottestLine(path.join(session.runsFolder, run.id))).toBe("server.js:6");
  });

  test("a script is recorded from its first line to its end", { tags: "thorough" }, async () => {
    await using session = await FaultySession.start(recorder);
    await session.launch("script.js");
    await session.client.waitFor("terminated");
    const { reported, runs, processes, folders } = await session.outcome();
    expect([reported, processes, folders]).toEqual(["", [], []]);
    expect(runs).toMatchObject([{ recorder, end: "exited" }]);
    expect(await hottestLine(path.join(session.runsFolder, runs[0]!.id))).toBe("script.js:5");
  });
});

test("children, each of which has a log of its own, are recorded and end with the app", { tags: "thorough" }, async () => {
  await using session = await FaultySession.start("exact");
  await session.measure({}, "cluster.js");
  await session.seen();
  const shim = JSON.parse(await readFile(path.join(await session.sessionFolder(), "bin/shim.json"), "utf8")) as object;
  expect(shim).toMatchObject({ platform: "darwin" });
  const { reported, runs, processes, folders } = await session.outcome();
  expect([reported, processes, folders]).toEqual(["", [], []]);
  expect(new Set(runs[0]?.threads.map(({ pid }) => pid)).size).toBeGreaterThan(1);
});

test("an app that never comes back to its event loop is ended, with what it did until then", { tags: "thorough" }, async () => {
  await using session = await FaultySession.start("exact");
  await session.launch("never-ends.js");
  await session.client.waitFor("output", () => session.client.output("stdout").includes("spinning"));
  const { runs, processes, folders } = await session.outcome();
  expect([processes, folders]).toEqual([[], []]);
  expect(await hottestLine(path.join(session.runsFolder, runs[0]!.id))).toBe("never-ends.js:5");
});

test("an app found in the list of processes opens its inspector, is recorded under load and keeps running", async () => {
  const app = spawn(process.execPath, ["--inspect-port=0", "server.js"], { cwd: appsFolder, stdio: ["ignore", "pipe", "ignore"] });
  await once(app.stdout, "data");
  const pid = app.pid ?? 0;
  const found = await fromBundle<readonly NodeProcess[]>("listNodeProcesses(() => false)");
  const listed = found.find((each) => each.pid === pid);
  expect(listed).toEqual({ pid, executable: process.execPath, command: "--inspect-port=0 server.js", cwd: appsFolder });
  const inspector = await fromBundle<number>(`openInspector(${JSON.stringify(listed)})`);
  await using client = await DapClient.start();
  await client.attach(inspector);
  const requests = [{ method: "GET", path: "/long", headers: {}, body: "" }];
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { requests }) });
  const run = await client.run();
  expect(run).toMatchObject({ recorder: "inspector", end: "load-ended", threads: [{ pid }] });
  expect(await hottestLine(path.join(client.runsFolder, run.id))).toBe("server.js:6");
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  expect(app.exitCode).toBeNull();
  app.kill("SIGKILL");
  await once(app, "exit");
});

/** What a function of the list of processes returns in a process of its own, which is built as the others are. */
async function fromBundle<Result>(call: string): Promise<Result> {
  const outfile = path.join(folder, "node-processes.cjs");
  const entry = path.resolve(import.meta.dirname, "../../language-server/platform/nodes/node-processes.ts");
  await build({ ...platformOptions(), entryPoints: [entry], outfile, bundle: true, platform: "node", format: "cjs", logLevel: "error" });
  const script = `require(${JSON.stringify(outfile)}).${call}.then((result) => console.log(JSON.stringify(result)))`;
  return JSON.parse((await promisify(execFile)(process.execPath, ["-e", script])).stdout) as Result;
}

test("the command records a server under load, and its report has the planted line first", { tags: "thorough" }, async () => {
  const cli = await buildCommandLine();
  const temporary = await mkdtemp(path.join(folder, "tmp-"));
  const options = { cwd: appsFolder, env: { TMPDIR: temporary, ...stateEnv(temporary) } };
  const runs = path.join(folder, "runs");
  const { code, err } = await cli.run(["record", "--out", runs, "--load", "/", "--duration", "1", "--", "node", "server.js"], options);
  expect([code, err]).toEqual([0, expect.not.stringContaining("Error")]);
  const [run = ""] = await readdir(runs);
  expect(await hottestLine(path.join(runs, run))).toBe("server.js:6");
  expect(await stateEntries(temporary)).toEqual([]);
  expect(await readdir(temporary)).toEqual(["Library"]);
});

/** Those for which the three systems have code of their own. */
const faults = [
  "the app is stopped (SIGSTOP), then Stop",
  "the app ignores SIGTERM",
  "the process of the load hangs, then Cancel",
  "the adapter is killed",
  "the window closes: the adapter's input ends",
  "the watchdog is killed first, then the adapter",
  "the adapter and the watchdog are killed at once: the next session ends and keeps what they left",
  "everything is stopped under load beyond its deadline, as when a machine sleeps, and goes on",
];

test.each(someOf(1, faults))("%s", { timeout: 240_000 }, async (wanted) => {
  const fault = [...appFaults, ...ownFaults].find(({ name }) => name === wanted);
  if (fault === undefined) throw new Error(`There is no fault of this name: ${wanted}`);
  expect(await leftAfter("exact", fault)).toEqual({ processes: [], folders: [] });
});
