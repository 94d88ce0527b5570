import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DapClient } from "../adapter/dap-client.ts";
import { nodeMajors, nodeOf } from "./node-versions.ts";

test.each(nodeMajors)("Node %i: an app that profiles itself keeps V8 from logging, which is said and worth nothing", async (major) => {
  await using client = await DapClient.start("exact");
  await client.launch("own-profiler.js", { runtimeExecutable: await nodeOf(major) });
  const run = await client.run();
  const { message, remedy } = await client.waitFor("heatline.problem");
  await client.stop();
  expect(message).toMatch(/^V8 logged no samples for (0\.9|1\.[0-3]) s in which the app worked/);
  expect(remedy).toContain("heatline.recorder");
  expect(run.problems.map((problem) => problem.message)).toEqual([expect.stringContaining("main: V8 logged no samples for")]);
  // Half a second was logged.
  const [main] = run.threads;
  const busyMs = ((main?.busyTicks ?? 0) * (main?.intervalUs ?? 0)) / 1000;
  expect(busyMs).toBeGreaterThan(350);
  expect(busyMs).toBeLessThan(750);
});

const folder = `--cpu-prof-dir=${mkdtempSync(path.join(tmpdir(), "heatline-own-profiler-"))}`;

test.each([
  ["on the command line", { runtimeArgs: ["--cpu-prof", folder] }],
  ["in NODE_OPTIONS", { env: { NODE_OPTIONS: `--cpu-prof ${folder}` } }],
] as const)("with Node's own profiler %s the inspector records, and the run says why", async (_where, launch) => {
  await using client = await DapClient.start("exact");
  // The newest: older ones do not take it in NODE_OPTIONS.
  await client.launch("script.js", { runtimeExecutable: await nodeOf(26), ...launch });
  const run = await client.run();
  await client.stop();
  expect(run.recorder).toBe("inspector");
  expect(run.recorderNote).toBe(
    "The app is started with --cpu-prof, and V8 logs no samples beside that. Costs come from the inspector instead.",
  );
  expect(client.all("heatline.problem")).toEqual([]);
  expect(run.threads[0]?.busyTicks).toBeGreaterThan(100);
});

test("with Node's own profiler behind a script nothing can be logged, and that is said", async () => {
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: "bash", runtimeArgs: ["-c", `node --cpu-prof ${folder} script.js`] });
  const { message } = await client.waitFor("heatline.problem");
  await client.stop();
  expect(message).toContain("V8 logged no samples for");
});

test("an app that a tool starts by a Node's own path has no log, and that is said", async () => {
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: "bash", runtimeArgs: ["-c", `"${process.execPath}" script.js`] });
  const { message, remedy } = await client.waitFor("heatline.problem");
  await client.stop();
  expect(message).toContain("main was not recorded");
  expect(remedy).toContain("heatline.recorder");
});
