import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { runInThisContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SessionFolder } from "../../../language-server/recording/app/session-folder.ts";
import { exportsOf, readInAppCode } from "../../../language-server/recording/inspector/evaluate.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

const run = promisify(execFile);
let inApp: string;
let folder: string;

beforeAll(async () => {
  ({ inApp } = await buildAdapter());
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-in-app-")));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The output of a program that has the text of a bundle in `exported`. */
async function printed(major: 18 | 20 | 22 | 24 | 26, bundle: string, body: string): Promise<string> {
  const file = path.join(folder, `program-${major}.cjs`);
  await writeFile(file, `const exported = ${exportsOf(await readFile(path.join(inApp, bundle), "utf8"))};\n${body}`);
  return (await run(await nodeOf(major), [file], { env: { ...process.env, NODE_OPTIONS: "" } })).stdout.trim();
}

test("facts and clocks need no module and are returned by value", async () => {
  const { facts } = await readInAppCode(inApp);
  // Without `require`, as in a worker that Node is still preparing.
  const exported = runInThisContext(exportsOf(facts)) as Record<"attachedFacts" | "mainClock" | "workerClock", () => object>;
  const machine = { cpu: os.cpus()[0]?.model, cores: os.availableParallelism() };
  expect(exported.attachedFacts()).toMatchObject({ pid: process.pid, ppid: process.ppid, nodeVersion: process.versions.node, machine });
  const some = expect.any(Number) as number;
  expect(exported.mainClock()).toEqual({ idle: some, cpu: some, own: { user: some, system: some } });
  expect(facts).not.toMatch(/\brequire\("/);
});

test.each([18, 20, 22, 24, 26] as const)("Node %s: the hooks report servers, and do not change the app", async (major) => {
  const output = await printed(
    major,
    "attached-hooks.js",
    `
    const net = require("node:net");
    const { Worker } = require("node:worker_threads");
    const before = [net.Server.prototype.listen, Worker.prototype.on, process.listeners, process.listenerCount("exit"), process.listenerCount("warning")];
    const messages = [];
    globalThis.__heatlineReport = (text) => messages.push(JSON.parse(text));
    exported.attach();
    const isHidden = !("__heatlineReport" in globalThis);
    const hooks = globalThis[Symbol.for("heatline")];
    const wrapper = net.Server.prototype.listen.name;
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => setImmediate(() => {
        hooks.guardSignals();
        const guarded = [process.listenerCount("SIGINT"), process.listeners("SIGINT").length];
        const { cpuUs, delay, warnings } = hooks.readMeters();
        hooks.uninstall();
        const after = [net.Server.prototype.listen, Worker.prototype.on, process.listeners, process.listenerCount("exit"), process.listenerCount("warning")];
        console.log(JSON.stringify({
          isHidden, wrapper, guarded, delay, warnings, isMetered: cpuUs > 0,
          messages: messages.map((message) => ({ ...message, origin: message.origin?.replace(String(port), "PORT") })),
          isRestored: before.every((each, index) => each === after[index]) && process.listenerCount("SIGINT") === 0 && globalThis[Symbol.for("heatline")] === undefined,
        }));
      }));
    });`,
  );
  expect(JSON.parse(output)).toEqual({
    isHidden: true,
    // Profiles show the wrapper under this name.
    wrapper: "watched",
    guarded: [1, 0],
    warnings: [],
    isMetered: true,
    messages: [
      { kind: "listening", server: 1, origin: "http://127.0.0.1:PORT", atUs: expect.any(Number) as unknown },
      { kind: "closed", server: 1 },
    ],
    isRestored: true,
  });
});

test("an app that is attached to twice has only the hooks of the second recorder", async () => {
  const output = await printed(
    22,
    "attached-hooks.js",
    `
    const net = require("node:net");
    const counts = [0, 0];
    for (const index of [0, 1]) {
      globalThis.__heatlineReport = () => (counts[index] += 1);
      exported.attach();
    }
    const server = net.createServer().listen(0, () => server.close(() => setImmediate(() => console.log(counts.join(" ")))));`,
  );
  expect(output).toBe("0 2");
});

test("a process that starts after the session has ended runs unaffected", async () => {
  const session = await SessionFolder.create(inApp);
  const late = path.join(folder, "late");
  await mkdir(late);
  const preload = path.join(late, "heatline-hooks.cjs");
  await writeFile(preload, await readFile(session.preload));
  await session[Symbol.asyncDispose]();
  const program = 'console.log(globalThis[Symbol.for("heatline")], require("node:inspector").url())';
  const { stdout } = await run(process.execPath, ["--require", preload, "--eval", program], { env: { ...process.env, NODE_OPTIONS: "" } });
  expect(stdout.trim()).toBe("undefined undefined");
});

test.each([18, 20, 22, 24, 26] as const)(
  "Node %s: children started by Node's path get the recorder's arguments, and do not see them",
  async (major) => {
    const nodePath = await nodeOf(major);
    await using session = await SessionFolder.create(inApp);
    await session.writeNodeShim({ nodePath, nodeVersion: process.versions.node }, ["--stack-size=900"], "bin");
    await mkdir(path.join(session.path, "ticks"));
    const file = path.join(folder, `parent-${major}.cjs`);
    await writeFile(
      file,
      `const { spawnSync, execFileSync, spawn } = require("node:child_process");
    const given = require("node:fs").readFileSync("/proc/self/cmdline", "utf8").split("\\0");
    if (process.argv[2] === "child") console.log(given.includes("--stack-size=900"), process.execArgv.length);
    else {
      const args = [__filename, "child"];
      process.stdout.write(String(spawnSync(process.execPath, args).stdout) + String(execFileSync(process.execPath, args)));
      spawn(process.execPath, args, { stdio: "inherit" });
    }`,
    );
    // Nobody attaches here, so nothing waits for it.
    const preload = path.join(session.path, "heatline-hooks.cjs");
    const withoutWait = `require("node:inspector").waitForDebugger = () => undefined; require(${JSON.stringify(preload)});`;
    const first = path.join(folder, `first-${major}.cjs`);
    await writeFile(first, withoutWait);
    const env = { ...process.env, NODE_OPTIONS: `--require ${JSON.stringify(first)}` };
    const { stdout } = await run(nodePath, ["--stack-size=900", file], { env });
    expect(stdout).toBe("true 0\ntrue 0\ntrue 0\n");
  },
);
