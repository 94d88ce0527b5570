import { mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { listRuns } from "../../language-server/history/run-store.ts";
import { waitUntilGone } from "../drivers/adapter/session-processes.ts";
import { generations, officialClient } from "./official-clients.ts";
import { type Message, RawClient } from "./raw-client.ts";
import { someOf } from "../workbench/some-of.mjs";
import { smallProject } from "./small-project.ts";

const load = { path: "/work", seconds: 1, warmupSeconds: 0, connections: 4, ratePerSecond: 100 };
const initialize = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "raw", version: "1" } };

async function runsIn(root: string): Promise<readonly string[]> {
  return await readdir(path.join(root, "heatline-runs")).catch(() => []);
}

function textOf(message: Message): string {
  const { content } = message["result"] as { readonly content: readonly { readonly text: string }[] };
  return content[0]?.text ?? "";
}

test.each([
  ["script", generations[0], { script: "start" }, "small"],
  ["launch configuration", generations[1], { configuration: "Server" }, "Server"],
] as const)(
  "a %s is profiled under a load, by a client of %s, and its hot line is in the answer",
  async (_what, generation, wish, name) => {
    await using project = await smallProject();
    await using client = await officialClient(generation, { args: ["--root", project.root] });
    const reported: string[] = [];
    const { text, data, isError } = await client.call(
      "heatline_profile",
      { ...wish, load },
      { onprogress: ({ message = "" }) => reported.push(message) },
    );
    expect(text).toContain("`for (let i = 0; i < rounds; i++) sum += Math.sqrt(i) * Math.sin(i);` in `work`");
    expect(isError).toBe(false);
    expect((data["rows"] as { readonly at: string }[])[0]?.at).toBe("server.js:4");
    expect(reported[0]).toContain(name);
    expect(reported.some((each) => each.startsWith("measuring"))).toBe(true);
    const names = await runsIn(project.root);
    expect(names.filter((name) => !name.startsWith("."))).toHaveLength(1);
    expect(names.filter((name) => name.startsWith("."))).toEqual([]);
  },
);

test("a test of a file is profiled by its title, and a title that is not there is answered with those that are", async () => {
  await using project = await smallProject();
  await using client = await officialClient("2026-07-28", { args: ["--root", project.root] });
  const { text } = await client.call("heatline_profile", { test: "sum.test.mjs", testName: "adds up" });
  expect(text).toContain("sum.test.mjs:5");
  const missing = await client.call("heatline_profile", { test: "sum.test.mjs", testName: "adds down" });
  expect(missing).toMatchObject({ isError: true, text: "There is no test “adds down”. Known: “adds up”, “is quick”." });
});

test("what is not named rightly is answered with what can be started, in words that cannot be markup", async () => {
  await using project = await smallProject();
  await using client = await officialClient("2025-11-25", { args: ["--root", project.root] });
  for (const args of [{}, { script: "none" }, { script: "start", configuration: "Server" }]) {
    const { isError, text } = await client.call("heatline_profile", args);
    expect(isError).toBe(true);
    expect(text).toContain("Scripts: “start”, “crash”");
    expect(text).toContain("Launch configurations: “Server”, “Outside”.");
  }
});

test("a server without a load, and a folder without scripts, are answered with what to do", async () => {
  await using project = await smallProject();
  await mkdir(path.join(project.root, "packages/api"), { recursive: true });
  await writeFile(path.join(project.root, "packages/api/package.json"), "{ no JSON");
  await using client = await officialClient("2026-07-28", { args: ["--root", project.root] });
  const endless = await client.call("heatline_profile", { script: "start" });
  expect(endless).toMatchObject({ isError: true, text: expect.stringContaining("say by load which requests to send") });
  expect((await client.call("heatline_profile", {})).text).toContain("Packages, to be named by folder: “packages/api”.");
  const broken = await client.call("heatline_profile", { script: "start", folder: "packages/api" });
  expect(broken).toMatchObject({ isError: true, text: expect.stringContaining("package.json has a syntax error") });
  expect(await runsIn(project.root)).toEqual([]);
});

test("an app that ends before it listens is answered with its own words, and a load that nothing answers with the status", async () => {
  await using project = await smallProject();
  await using client = await officialClient("2026-07-28", { args: ["--root", project.root] });
  const crashed = await client.call("heatline_profile", { script: "crash", load });
  expect(crashed.isError).toBe(true);
  expect(crashed.text).toContain("no database at hand");
  const wrong = await client.call("heatline_profile", { script: "start", load: { ...load, path: "/wrong" } });
  expect(wrong.isError).toBe(true);
  expect(wrong.text).toContain("404");
});

test("a project that is named by a link keeps that name in its runs", async () => {
  await using project = await smallProject();
  const link = `${project.root}-link`;
  await symlink(project.root, link);
  try {
    await using client = await officialClient("2026-07-28", { args: ["--root", link] });
    const { text } = await client.call("heatline_profile", { test: "sum.test.mjs", testName: "adds up" });
    expect(text).toContain("sum.test.mjs:5");
    const [stored] = await listRuns(path.join(project.root, "heatline-runs"));
    expect(stored?.run.app.cwd).toBe(link);
  } finally {
    await rm(link);
  }
});

test("nothing outside of the root is read or started", async () => {
  await using project = await smallProject();
  await using client = await officialClient("2025-11-25", { args: ["--root", project.root, "--allow-commands"] });
  await symlink(os.homedir(), path.join(project.root, "link"));
  for (const args of [
    { test: "../outside.test.js" },
    { test: path.join(os.homedir(), "outside.test.js") },
    { test: "link/outside.test.js" },
    { script: "start", folder: ".." },
    { command: ["node", "server.js"], folder: "link" },
    { configuration: "Outside" },
  ]) {
    const { isError, text } = await client.call("heatline_profile", args);
    expect(isError).toBe(true);
    expect(text).toContain("Nothing outside of it is read or run.");
  }
  expect(await runsIn(project.root)).toEqual([]);
});

test.each(someOf(1, generations))("a free command runs only if the user says yes, by a client of %s", async (generation) => {
  await using project = await smallProject();
  const args = { command: ["node", "server.js"], load };
  const silent = await officialClient(generation, { args: ["--root", project.root] });
  expect(await silent.call("heatline_profile", args)).toMatchObject({ isError: true, text: expect.stringContaining("--allow-commands") });
  await silent[Symbol.asyncDispose]();
  const asked: string[] = [];
  for (const answer of ["decline", "accept"] as const) {
    await using client = await officialClient(generation, {
      args: ["--root", project.root],
      answer,
      asked: (question) => asked.push(question),
    });
    const { isError, text } = await client.call("heatline_profile", args);
    expect(isError).toBe(answer === "decline");
    expect(text).toContain(answer === "decline" ? "did not allow `node server.js`" : "server.js:4");
  }
  expect(asked).toEqual(Array(2).fill("Heatline is to run this command and profile it: `node server.js`. Allow it?"));
});

test("the question shows all of a command, or there is none", async () => {
  await using project = await smallProject();
  const asked: string[] = [];
  await using client = await officialClient("2025-11-25", {
    args: ["--root", project.root],
    answer: "decline",
    asked: (question) => asked.push(question),
  });
  await client.call("heatline_profile", { command: ["node", "-e", "a  b `c`", "--x=1"] });
  expect(asked).toEqual(['Heatline is to run this command and profile it: ``node -e "a b `c`" --x=1``. Allow it?']);
  for (const hidden of ["x".repeat(1001), "a\u200Bb"]) {
    const { isError, text } = await client.call("heatline_profile", { command: ["node", hidden] });
    expect(isError).toBe(true);
    expect(text).toContain("cannot be shown to the user whole");
  }
  expect(asked).toHaveLength(1);
});

test("a secret is sent only from the environment, and is in no run", async () => {
  await using project = await smallProject();
  const secret = "Bearer 8f14e45fceea167a5a36dedd4bea2543";
  await using client = await officialClient("2026-07-28", { args: ["--root", project.root], env: { EXPECTED: secret } });
  const written = await client.call("heatline_profile", { script: "start", load: { ...load, headers: { authorization: secret } } });
  expect(written).toMatchObject({ isError: true, text: expect.stringContaining("${env:NAME}") });
  const unset = await client.call("heatline_profile", { script: "start", load: { ...load, headers: { authorization: "${env:NOT_SET}" } } });
  expect(unset).toMatchObject({ isError: true, text: expect.stringContaining("NOT_SET is not set") });
  const { isError, text } = await client.call("heatline_profile", {
    script: "start",
    load: { ...load, headers: { authorization: "${env:EXPECTED}" } },
  });
  expect(isError).toBe(false);
  expect(text).not.toContain("8f14e45f");
  expect(text).not.toContain("failed");
});

test("a second recording is refused and sees the first; cancelling ends the first, and leaves no run", async () => {
  await using project = await smallProject();
  await using client = await RawClient.start(["--root", project.root]);
  await client.ask("initialize", initialize);
  const params = {
    name: "heatline_profile",
    arguments: { script: "start", load: { ...load, seconds: 60 } },
    _meta: { progressToken: "first" },
  };
  client.send({ id: "first", method: "tools/call", params });
  await client.waitFor(({ params: reported }) => JSON.stringify(reported ?? "").includes("measuring"));
  const second = await client.ask("tools/call", { name: "heatline_profile", arguments: { script: "start", load } });
  expect(textOf(second)).toMatch(/^“small · npm start” is being recorded, for \d+ s now\./);
  const other = await RawClient.start(["--root", project.root]);
  const third = await other.ask("tools/call", { name: "heatline_profile", arguments: { script: "start", load } });
  expect(textOf(third)).toContain("is being recorded");
  await other[Symbol.asyncDispose]();
  // What is asked meanwhile is answered.
  expect(textOf(await client.ask("tools/call", { name: "heatline_runs", arguments: {} }))).toContain("None yet.");
  client.send({ method: "notifications/cancelled", params: { requestId: "first" } });
  await expect.poll(() => runsIn(project.root)).toEqual([]);
  expect(client.received.filter(({ id }) => id === "first")).toEqual([]);
  await expect
    .poll(async () => textOf(await client.ask("tools/call", { name: "heatline_profile", arguments: { test: "sum.test.mjs" } })))
    .toContain("sum.test.mjs:5");
});

test("a client that dies while it records leaves neither a process nor half a run", async () => {
  await using project = await smallProject();
  const client = await RawClient.start(["--root", project.root]);
  await client.ask("initialize", initialize);
  const params = { name: "heatline_profile", arguments: { script: "start", load: { ...load, seconds: 60 } }, _meta: { progressToken: 1 } };
  client.send({ id: "first", method: "tools/call", params });
  await client.waitFor(({ params: reported }) => JSON.stringify(reported ?? "").includes("measuring"));
  client.process.stdin.destroy();
  expect(await waitUntilGone(client.mark)).toEqual([]);
  expect(await runsIn(project.root)).toEqual([]);
});

test("a window ends a recording by removing its note, and the agent is notified", async () => {
  await using project = await smallProject();
  await using client = await RawClient.start(["--root", project.root]);
  await client.ask("initialize", initialize);
  const params = { name: "heatline_profile", arguments: { script: "start", load: { ...load, seconds: 60 } }, _meta: { progressToken: 1 } };
  client.send({ id: "first", method: "tools/call", params });
  await client.waitFor(({ params: reported }) => JSON.stringify(reported ?? "").includes("measuring"));
  const { agentRecordings, removeNote } = await import("../../language-server/history/agent-recording.ts");
  const [recording] = await agentRecordings(path.join(project.root, "heatline-runs"));
  expect(recording).toMatchObject({ name: "small · npm start", client: "raw" });
  await removeNote(recording?.note ?? "");
  expect(textOf(await client.waitFor(({ id }) => id === "first"))).toBe("The user stopped the recording. Nothing of it is kept.");
  expect(await runsIn(project.root)).toEqual([]);
});

test("a client with tasks gets one, asks for its state, and can cancel it", async () => {
  await using project = await smallProject();
  await using client = await RawClient.start(["--root", project.root]);
  const tasks = { extensions: { "io.modelcontextprotocol/tasks": {} } };
  const called = async (args: object): Promise<Message> =>
    (await client.askAlone("tools/call", { name: "heatline_profile", arguments: { script: "start", ...args } }, tasks))[
      "result"
    ] as Message;
  expect(await called({ load: { path: "no slash" } })).toMatchObject({ isError: true, resultType: "complete" });
  const first = await called({ load });
  expect(first).toMatchObject({ resultType: "task", status: "working", taskId: expect.any(String), pollIntervalMs: expect.any(Number) });
  const state = async ({ taskId }: Message): Promise<Message> =>
    (await client.askAlone("tasks/get", { taskId }, tasks))["result"] as Message;
  await expect.poll(async () => (await state(first))["status"], { timeout: 60_000 }).toBe("completed");
  expect(JSON.stringify((await state(first))["result"])).toContain("server.js:4");
  const second = await called({ load: { ...load, seconds: 60 } });
  await expect.poll(async () => (await state(second))["statusMessage"]).toContain("measuring");
  await client.askAlone("tasks/cancel", { taskId: second["taskId"] }, tasks);
  expect(await state(second)).toMatchObject({ status: "cancelled" });
  expect(await client.askAlone("tasks/get", { taskId: "unknown" }, tasks)).toMatchObject({ error: { code: -32_602 } });
});
