import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { DapClient, DapError, appsFolder, loadPlan, portsOf, recorders } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Message and remedy of the first problem that was reported. */
async function problem(client: DapClient): Promise<string> {
  const { message, remedy } = await client.waitFor("heatline.problem");
  return `${String(message)} ${String(remedy)}`;
}

async function failure(promise: Promise<unknown>): Promise<DapError> {
  const outcome: unknown = await promise.catch((error: unknown) => error);
  if (outcome instanceof DapError) return outcome;
  throw new Error(`It did not fail as expected: ${String(outcome)}`);
}

describe.each(someOf(1, recorders))("%s recorder", (recorder) => {
  test.each(
    someOf(1, [
      ["crash.js", "TypeError: planted failure"],
      ["syntax-error.js", "SyntaxError: Unexpected token '='"],
      ["missing-module.js", "Error: Cannot find module 'a-module-that-is-not-there'"],
    ] as const),
  )("%s: the exit code and the error's line are reported, and the session ends", async (program, line) => {
    await using client = await DapClient.start(recorder);
    await client.launch(program);
    expect(await problem(client)).toContain(`ended with exit code 1: ${line}`);
    expect(await client.waitFor("exited")).toEqual({ exitCode: 1 });
    await client.waitFor("terminated");
    expect(client.output("stderr")).toContain(line);
    expect(client.output("stderr")).not.toMatch(/debugger/i);
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("an app that exits at once ends the session without an error", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("exits-at-once.js");
    expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("a script that never listens is recorded from its first line to its exit", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("script.js");
    const run = await client.run();
    expect(run).toMatchObject({ end: "exited", exitCode: 0, recorder, problems: [] });
    const [main] = run.threads;
    const profile = await readThread(path.join(client.runsFolder, run.id), main!);
    expect(profile.functions.name).toContain("work");
    expect(main!.busyTicks).toBeGreaterThan(20);
    expect(reportedProblems(client)).toEqual([]);
    await client.waitFor("terminated");
  });

  test("a script that never yields and never ends is recorded until Stop", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("never-ends.js");
    await client.waitFor("output", ({ output }) => output === "spinning\n");
    await client.stop();
    const run = await client.run();
    expect(run.end).toBe("stopped");
    const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
    expect(profile.functions.name).toContain("spin");
    expect(await client.processesLeft()).toEqual([]);
  });

  test("the time limit ends a recording, and the app keeps running", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("idle.js", { maxDurationSeconds: 0.5 });
    const run = await client.run();
    expect(run.end).toBe("time-cap");
    expect(client.all("terminated")).toEqual([]);
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("several ports are reported in the order in which they were opened", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("two-ports.js");
    const ready = await client.waitFor("heatline.ready", (body) => portsOf(body).length === 2);
    const [first, second] = portsOf(ready);
    expect(await (await fetch(`http://127.0.0.1:${first}/`)).text()).toBe("first");
    expect(await (await fetch(`http://127.0.0.1:${second}/`)).text()).toBe("second");
    await client.stop();
  });

  test("servers are reported with the scheme and address by which they are reached", async () => {
    const hasV6 = Object.values(os.networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === "::1"));
    await using client = await DapClient.start(recorder);
    await client.launch("schemes.js");
    const { origins } = await client.waitFor("heatline.ready", (body) => portsOf(body).length === (hasV6 ? 2 : 1));
    const schemes = (origins as string[]).map((origin) => origin.replace(/:\d+$/, ""));
    expect(schemes).toEqual(["https://127.0.0.1", ...(hasV6 ? ["http://[::1]"] : [])]);
    await client.stop();
  });

  test("an app that ignores SIGTERM is killed, and this is reported", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("ignores-sigterm.js");
    await client.waitForPort();
    // Stop, and Stop again.
    await Promise.all([client.request("terminate"), client.request("disconnect")]);
    await client.exited();
    expect(await problem(client)).toContain("did not exit within 2 s");
    expect(client.all("progressStart").map(({ title }) => title)).toEqual(["Heatline keeps what was recorded and ends the app…"]);
    expect(client.all("progressEnd")).toHaveLength(1);
    expect(await client.processesLeft()).toEqual([]);
  });

  test("a child in a process group of its own ends with the session", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("detached-child.js");
    await client.waitForPort();
    await client.stop();
    expect(reportedProblems(client)).toEqual([]);
    expect(await client.processesLeft()).toEqual([]);
  });

  test("a missing node is reported before anything starts, with what to do", async () => {
    await using client = await DapClient.start(recorder);
    const error = await failure(client.launch("server.js", { runtimeExecutable: "/nowhere/node" }));
    expect(error).toMatchObject({ message: expect.stringContaining("/nowhere/node was not found"), showUser: true });
    const byPath = await failure(client.launch("server.js", { env: { PATH: "/nowhere" } }));
    expect(byPath.message).toContain("node was not found in PATH. Install Node.js");
    await client.stop();
  });

  test("a node that is too old is reported with its version", async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-node-"));
    const old = path.join(folder, "node");
    await writeFile(old, "#!/bin/sh\necho v16.20.2\n");
    await chmod(old, 0o755);
    await using client = await DapClient.start(recorder);
    const error = await failure(client.launch("server.js", { runtimeExecutable: old }));
    expect(error.message).toContain("Node.js 16.20.2");
    expect(error.message).toContain("too old");
    await client.stop();
    await rm(folder, { recursive: true });
  });

  test("wrong paths are reported by name: program, folder, env file", async () => {
    await using client = await DapClient.start(recorder);
    expect((await failure(client.launch("none.js"))).message).toContain(`${path.join(appsFolder, "none.js")} does not exist`);
    expect((await failure(client.launch("server.js", { cwd: "/nowhere" }))).message).toContain("folder /nowhere does not exist");
    expect((await failure(client.launch("server.js", { envFile: "none.env" }))).message).toContain("none.env cannot be read");
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("wrong launch arguments are reported before anything starts", async () => {
    await using client = await DapClient.start(recorder);
    const wrong = { samplingIntervalUs: "fast" as unknown as number };
    expect((await failure(client.launch("server.js", wrong))).message).toContain(
      "“samplingIntervalUs” in the launch configuration is wrong",
    );
    const tooShort = await failure(client.launch("server.js", { samplingIntervalUs: 1 }));
    expect(tooShort.message).toContain("it must be at least 50");
    expect(tooShort.link).toBe("Show Log → command:heatline.showLog");
    await client.stop();
  });
});

const namesInRefusals = ["internalConsole", "integratedTerminal", "externalTerminal", "Node", "cwd", "JavaScript"];

test.each([
  ["ru", "завершилось с кодом 1: TypeError: planted failure", "Найдите причину", "server-none.js нет."],
  ["zh-cn", "退出代码 1：TypeError: planted failure", "请查看应用的输出", "server-none.js 不存在。"],
])("failures are reported in the language of the window: %s", { tags: "thorough" }, async (locale, exit, remedy, missing) => {
  await using client = await DapClient.start("exact", locale);
  expect((await failure(client.launch("server-none.js"))).message).toContain(missing);
  const refused = [
    await failure(client.launch("server.js", { samplingIntervalUs: "fast" as never })),
    await failure(client.launch("server.js", { samplingIntervalUs: 1 })),
    await failure(client.launch("server.js", { console: "none" as never })),
    await failure(client.launch("server.js", { cwd: "/nowhere" })),
    await failure(client.request("heatline.startLoad", { plan: { ...loadPlan(1), connections: 0 } })),
    await failure(client.request("heatline.stopRecording", {})),
    await failure(client.request("pause", {})),
  ];
  const latin = refused.flatMap(({ message }) => message.replaceAll(/“[^”]*”|«[^»]*»|\/[\w./-]+/g, "").match(/[a-z]{3,}/gi) ?? []);
  expect(latin.filter((word) => !namesInRefusals.includes(word))).toEqual([]);
  await client.launch("crash.js");
  const reported = await problem(client);
  expect(reported).toContain(exit);
  expect(reported).toContain(remedy);
  await client.waitFor("terminated");
  expect(client.output("console")).toContain(remedy);
  await client.stop();
});
