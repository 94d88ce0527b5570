import path from "node:path";
import { expect, test } from "vitest";
import { appsFolder, DapClient } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { hottestLine, lossesBesideWork } from "../drivers/adapter/recorded-lines.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

test.each(
  someOf(1, [
    [20, "--experimental-permission"],
    [26, "--permission"],
    [22, "--permission"],
    [24, "--permission"],
  ] as const),
)("Node %s: an app that may read only its own folder is recorded from its log, and nothing is missing", async (major, flag) => {
  await using client = await DapClient.start("exact");
  const runtimeArgs = [flag, `--allow-fs-read=${appsFolder}/*`];
  await client.launch("script.js", { runtimeExecutable: await nodeOf(major), runtimeArgs });
  expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
  const run = await client.run();
  await client.stop();
  expect(reportedProblems(client)).toEqual([]);
  expect(lossesBesideWork(run)).toEqual([]);
  expect(run.cpuMs).toBeGreaterThan(0);
  expect(await hottestLine(path.join(client.runsFolder, run.id))).toMatch(/^script\.js:/);
});

test.each(someOf(1, [26, 24]))("Node %s: if the inspector is allowed, nothing is missing", async (major) => {
  await using client = await DapClient.start("exact");
  const runtimeArgs = ["--permission", "--allow-inspector", `--allow-fs-read=${appsFolder}/*`];
  await client.launch("script.js", { runtimeExecutable: await nodeOf(major), runtimeArgs });
  expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
  const run = await client.run();
  await client.stop();
  expect(reportedProblems(client)).toEqual([]);
  expect(run.cpuMs).toBeGreaterThan(0);
});

test.each(
  someOf(1, [
    [20, "--experimental-permission"],
    [24, "--permission"],
  ] as const),
)("Node %s: a child that may read its own folder alone starts, and is recorded from its log", async (major, flag) => {
  await using client = await DapClient.start("exact");
  const args = [flag, `--allow-fs-read=${appsFolder}/*`, `${appsFolder}/script.js`];
  const script = `require("node:child_process").spawn(process.execPath, ${JSON.stringify(args)}, { stdio: "inherit" }).on("exit", (code) => (process.exitCode = code))`;
  await client.launch("", { runtimeExecutable: await nodeOf(major), runtimeArgs: ["-e", script] });
  expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
  const run = await client.run();
  await client.stop();
  expect(lossesBesideWork(run)).toEqual([]);
  expect(await hottestLine(path.join(client.runsFolder, run.id))).toMatch(/^script\.js:/);
});
