import path from "node:path";
import { quietInspector } from "../../language-server/recording/app/session-folder.ts";
import { expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { DapClient, appsFolder, loadPlan } from "../drivers/adapter/dap-client.ts";
import { lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { nodeOf, ownNodeMajors } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

test("args, cwd, runtimeArgs, env and envFile reach the app; env wins over the file, null unsets", async () => {
  await using client = await DapClient.start();
  await client.launch("settings.js", {
    args: ["one", "two words"],
    runtimeArgs: ["--no-warnings"],
    recorder: "inspector",
    cwd: path.join(appsFolder, "npm-app"),
    envFile: "../settings.env",
    env: { FROM_ENV: "of the configuration", HOME: null },
  });
  const { output } = await client.waitFor("output", ({ category }) => category === "stdout");
  expect(JSON.parse(String(output))).toEqual({
    FROM_FILE: "of the file",
    FROM_ENV: "of the configuration",
    HOME: "unset",
    args: ["one", "two words"],
    execArgv: ["--no-warnings"],
    cwd: path.join(appsFolder, "npm-app"),
  });
  await client.stop();
});

test("npm start with another node in between: the process that listens is recorded, npm and the one in between are not", async () => {
  await using client = await DapClient.start();
  await client.launch("", { cwd: path.join(appsFolder, "npm-app"), runtimeExecutable: "npm", runtimeArgs: ["run", "start"] });
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  expect(run.threads.map(({ name }) => name)).toEqual(["main"]);
  expect(run.app.argv.at(-1)).toBe(path.join(appsFolder, "server.js"));
  const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
  expect(profile.functions.name).toContain("burn");
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("npm run of a script that never listens: the script is the main thread", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("", { cwd: path.join(appsFolder, "npm-app"), runtimeExecutable: "npm", runtimeArgs: ["run", "work"] });
  const run = await client.run();
  expect(run.threads[0]).toMatchObject({ name: "main" });
  expect(run.app.argv.at(-1)).toBe(path.join(appsFolder, "script.js"));
  expect(run.end).toBe("exited");
  await client.stop();
});

test("the run stores where the app's folders are on this machine", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  const pathMappings = { "/usr/src/app": "/code/app" };
  await client.launch("script.js", { pathMappings });
  expect((await client.run()).app.pathMappings).toEqual(pathMappings);
  await client.stop();
});

test("an app of ES modules", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("esm-server.mjs");
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  expect(run.scripts.map(({ url }) => path.basename(url))).toContain("burn.mjs");
  await client.stop();
});

test("cluster workers are recorded together", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("cluster.js");
  // On a busy machine a worker that starts late would get no part of the load.
  await client.waitFor("output", () => client.output("stdout").split("listening").length > 2);
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { connections: 10 }) });
  const run = await client.run();
  expect([run.threads.map(({ name }) => name.replace(/\d+/, "N")), lossesOf(run)]).toEqual([["main", "child N", "child N"], []]);
  expect(new Set(run.threads.map(({ pid }) => pid)).size).toBe(3);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("worker threads are recorded from their first line to their end", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("workers.js");
  const run = await client.run();
  expect(run.threads.map(({ name }) => name)).toEqual(["main", "worker 1"]);
  const worker = await readThread(path.join(client.runsFolder, run.id), run.threads[1]!);
  expect(worker.functions.name).toContain("burnInWorker");
  expect(run.threads[1]!.busyTicks).toBeGreaterThan(20);
  await client.stop();
});

test("a server in a worker thread is found and recorded", async () => {
  await using client = await DapClient.start();
  await client.launch("worker-server.js");
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
  const run = await client.run();
  expect(run.threads.map(({ name }) => name)).toEqual(["main", "worker 1"]);
  expect(run.threads[1]!.busyTicks).toBeGreaterThan(run.threads[0]!.busyTicks);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test.each(ownNodeMajors)("Node %s: the app's output is passed on, the inspector's own is not", async (major) => {
  await using client = await DapClient.start();
  await client.launch("script.js", { args: ["a", "b"], runtimeExecutable: await nodeOf(major) });
  await client.waitFor("terminated");
  expect(client.output("stdout")).toBe("result true a,b\n");
  expect(client.output("stderr")).toBe("");
  await client.stop();
});

test("the debugger's port does not reveal its secret address, which lets others run code in the app", async () => {
  await using client = await DapClient.start();
  await client.launch("asks-debugger.js");
  await client.waitFor("terminated");
  expect(client.output("stdout")).toBe("not revealed\n");
  expect(client.output("stderr")).toBe("");
  await client.stop();
});

test("stack frames in the output link to their lines", async () => {
  await using client = await DapClient.start();
  await client.launch("crash.js");
  const frame = await client.waitFor("output", ({ source }) => source !== undefined);
  expect(frame).toMatchObject({ category: "stderr", line: 1, source: { name: "crash.js", path: path.join(appsFolder, "crash.js") } });
  await client.stop();
});

test.each(
  someOf(1, [
    ["on the command line", { program: path.join(appsFolder, "script.js"), runtimeArgs: ["--inspect-brk=0"] }],
    ["in NODE_OPTIONS", { program: path.join(appsFolder, "script.js"), env: { NODE_OPTIONS: "--inspect-brk=0 --no-warnings" } }],
    ["in a script", { runtimeExecutable: "bash", runtimeArgs: ["-c", "node --no-warnings --inspect-brk=0 script.js 'a b' --inspect"] }],
  ] as const),
)("an app that is to wait for a debugger %s does not wait", async (where, launch) => {
  await using client = await DapClient.start();
  await client.launch("", launch);
  const run = await client.run();
  await client.stop();
  expect(run.threads[0]?.busyTicks).toBeGreaterThan(50);
  expect(client.output("stdout")).toBe(`result true ${where === "in a script" ? "a b,--inspect" : ""}\n`);
});

test("an app that is started by a recorded app, in a session of its own, is recorded only by that session", async () => {
  await using client = await DapClient.start();
  const NODE_OPTIONS = `--no-warnings --require "${path.join(appsFolder, "heatline-hooks.cjs")}" ${quietInspector}`;
  await client.launch("script.js", { env: { NODE_OPTIONS } });
  expect((await client.run()).threads[0]?.busyTicks).toBeGreaterThan(50);
  expect(client.output("stderr")).toBe("");
  await client.stop();
});
