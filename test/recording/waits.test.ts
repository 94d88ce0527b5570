import { expect, test } from "vitest";
import type { Run } from "../../language-server/history/run.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { nodeMajors, nodeOf } from "../workbench/node-versions.mjs";

/** In the fixture every thread works for 15 ms, then waits for 135 ms, and so on. */
const workShare = 0.1;

function busyMs(threads: Run["threads"]): number[] {
  return threads.map(({ busyTicks, intervalUs }) => (busyTicks * intervalUs) / 1000);
}

test.each(nodeMajors)("Node %i: a thread's ticks are worth its work alone, however it waits in between", async (major) => {
  await using client = await DapClient.start("exact");
  await client.launch("waiting-workers.js", { runtimeExecutable: await nodeOf(major) });
  const run = await client.run();
  await client.stop();
  // Twenty turns.
  const workMs = 20 * 15;
  expect(run.threads).toHaveLength(4);
  // A thread's own start counts, too; were waits taken for work, it would be ten times as much.
  for (const ms of busyMs(run.threads)) {
    expect(ms).toBeGreaterThan(0.5 * workMs);
    expect(ms).toBeLessThan(2 * workMs);
  }
});

test.each(nodeMajors)("Node %i: the same of workers that go on after the load", async (major) => {
  await using client = await DapClient.start("exact");
  await client.launch("waiting-workers.js", { runtimeExecutable: await nodeOf(major), args: ["serve"] });
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { ratePerSecond: 20 }) });
  const run = await client.run();
  await client.stop();
  expect(run.threads).toHaveLength(4);
  for (const ms of busyMs(run.threads.slice(1))) {
    expect(ms).toBeGreaterThan(0.5 * workShare * run.durationMs);
    expect(ms).toBeLessThan(2 * workShare * run.durationMs);
  }
});

test.each(nodeMajors)("Node %i: a thread that ended, by itself or not, is worth what it worked until then", async (major) => {
  await using client = await DapClient.start("exact");
  await client.launch("ending-threads.js", { runtimeExecutable: await nodeOf(major) });
  const run = await client.run();
  await client.stop();
  expect(run.threads).toHaveLength(5);
  for (const ms of busyMs(run.threads)) {
    expect(ms).toBeGreaterThan(0.5 * 300);
    expect(ms).toBeLessThan(2 * 300);
  }
});

test.each(["worker", "child"])("nothing is wrong with threads that come and go with the requests: a %s each", async (kind) => {
  await using client = await DapClient.start("exact");
  await client.launch("thread-per-request.js", { args: [kind] });
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { connections: 4, durationSeconds: 3 }) });
  const run = await client.run();
  await client.stop();
  expect(run.threads.length).toBeGreaterThan(10);
  expect(run.problems).toEqual([]);
  expect(client.all("heatline.problem")).toEqual([]);
  // A tenth of a second of work, four at a time on a machine of two cores; one of a few ticks had counted for the whole run.
  const ended = busyMs(run.threads.filter(({ name }) => name !== "main"));
  expect(Math.max(...ended)).toBeLessThan(0.9 * run.durationMs);
  // On a machine that stalls, the end of one that was killed may be noticed a second late: without its clock that counts.
  expect(ended.filter((ms) => ms >= 0.5 * run.durationMs).length).toBeLessThan(0.1 * ended.length);
});
