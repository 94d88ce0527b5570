import { expect, test } from "vitest";
import type { Run } from "../../language-server/history/run.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { edgeNodeMajors, ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { lossesBesideWork } from "../drivers/adapter/recorded-lines.ts";
import { expectWorth, isWorth, machineTimes, type MachineTime, type Worth } from "../drivers/adapter/machine-time.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { someOf } from "../workbench/some-of.mjs";

/** A thread's own start is work, too; the app reports no times before its first line. */
const startMs = 50;

function busyMs(threads: Run["threads"]): number[] {
  return threads.map(({ busyTicks, intervalUs }) => (busyTicks * intervalUs) / 1000);
}

function undisturbedWorth(record: () => Promise<Worth>): Promise<Worth> {
  return undisturbed(record, (worth) => isWorth(worth, startMs));
}

async function recordWhole(program: string, major: number): Promise<Worth> {
  await using client = await DapClient.start("exact");
  await client.launch(program, { runtimeExecutable: await nodeOf(major) });
  const run = await client.run();
  await client.stop();
  return { ms: busyMs(run.threads), times: machineTimes(client.output("stdout")) };
}

async function recordLoad(major: number): Promise<Worth> {
  await using client = await DapClient.start("exact");
  await client.launch("waiting-workers.js", { runtimeExecutable: await nodeOf(major), args: ["serve"] });
  const port = await client.waitForPort();
  const before = await workersAt(port);
  await client.request("heatline.startLoad", { plan: loadPlan(port, { ratePerSecond: 20 }) });
  const run = await client.run();
  const after = await workersAt(port);
  await client.stop();
  const share = run.durationMs / (after.now - before.now);
  const within = after.workers.map(({ name, had, waited }, index) => ({
    name,
    // On average over the interval: there are six or seven rounds per second.
    had: 0.5 * share * (had - (before.workers[index]?.had ?? 0)),
    waited: waited - (before.workers[index]?.waited ?? 0) + 0.5 * (had - (before.workers[index]?.had ?? 0)),
  }));
  return { ms: busyMs(run.threads.slice(1)), times: within };
}

// Every thread works for 15 ms and then waits for 135 ms, twenty times: if waits counted as work, the result would be ten times as high.
test.each(edgeNodeMajors)("Node %i: a thread's ticks stand only for its work, however it waits in between", async (major) => {
  const { ms, times } = await undisturbedWorth(() => recordWhole("waiting-workers.js", major));
  expect(ms).toHaveLength(4);
  expect(times).toHaveLength(4);
  expectWorth({ ms, times }, startMs);
});

test.each(ownNodeMajors)("Node %i: the same for workers that keep running after the load", async (major) => {
  const { ms, times } = await undisturbedWorth(() => recordLoad(major));
  expect(ms).toHaveLength(3);
  expect(times).toHaveLength(3);
  expectWorth({ ms, times }, startMs);
});

test.each(ownNodeMajors)("Node %i: the ticks of a thread that ended stand for its work until then", async (major) => {
  const { ms, times } = await undisturbedWorth(() => recordWhole("ending-threads.js", major));
  expect(ms).toHaveLength(5);
  expect(times).toHaveLength(5);
  expectWorth({ ms, times }, startMs);
});

test.each(someOf(1, ["worker", "child"]))("threads that start and end with each request cause no problem: a %s each", async (kind) => {
  await using client = await DapClient.start("exact");
  await client.launch("thread-per-request.js", { args: [kind] });
  const url = `http://localhost:${await client.waitForPort()}/`;
  await client.request("heatline.startRecording");
  await client.waitFor("heatline.recording", ({ recording }) => recording === true);
  const one = async (): Promise<void> => {
    for (let round = 0; round < 6; round++) await (await fetch(url)).text();
  };
  await Promise.all([one(), one()]);
  await client.request("heatline.stopRecording");
  const run = await client.run();
  await client.stop();
  expect(run.threads.length).toBeGreaterThan(5);
  expect(lossesBesideWork(run)).toEqual([]);
  expect(reportedProblems(client)).toEqual([]);
  // One with only a few ticks once counted for the whole run, and what it waited for its end is no work.
  const times = machineTimes(client.output("stdout"));
  expect(times).toHaveLength(12);
  const longest = Math.max(...times.map(({ had, waited }) => had + waited));
  for (const ms of busyMs(run.threads.filter(({ name }) => name !== "main"))) expect(ms).toBeLessThan(1.4 * longest + startMs);
});

async function workersAt(port: number): Promise<{ readonly now: number; readonly workers: readonly MachineTime[] }> {
  return (await (await fetch(`http://127.0.0.1:${port}/`)).json()) as { now: number; workers: MachineTime[] };
}
