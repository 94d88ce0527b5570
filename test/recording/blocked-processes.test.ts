import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import os from "node:os";
import { expect, onTestFinished, test } from "vitest";
import { Inspector, type InspectorEvents } from "../../language-server/recording/inspector/inspector.ts";
import { readInAppCode } from "../../language-server/recording/inspector/evaluate.ts";
import { answerWithin, BlockedError, TimeLimitError } from "../../language-server/recording/time-limit.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";
import { someOf } from "../workbench/some-of.mjs";

const noEvents: InspectorEvents = {
  worker: () => Promise.resolve(),
  leaving: () => Promise.resolve(),
  gone: () => undefined,
  hook: () => undefined,
  closed: () => undefined,
};

function start(script: string, ...args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...args, "-e", script], { cwd: os.tmpdir(), stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const waits = `console.log("ready"); require("node:child_process").execFileSync("cat", { stdio: "inherit" });`;
const works = `console.log("ready"); require("node:crypto").pbkdf2Sync("", "", 1e9, 64, "sha512");`;

test.each(
  someOf(1, [
    ["waits for its child, sampled", waits, ["--prof", `--logfile=${os.tmpdir()}/waits-%p.log`], BlockedError],
    ["works in native code", works, [], TimeLimitError],
  ]),
)("a process that %s is given up in time", async (_what, script, args, error) => {
  const child = start(script, ...args);
  await once(child.stdout as NonNullable<typeof child.stdout>, "data");
  const never = new Promise<never>(() => undefined);
  await expect(answerWithin(never, 3000, "main", Number(child.pid))).rejects.toThrow(error);
});

test("a process that waited in a synchronous call is waited for again once it has answered", async () => {
  const { inApp } = await buildAdapter();
  const script = `console.log("ready"); setInterval(() => undefined, 1000);
    process.on("SIGUSR2", () => { require("node:child_process").execFileSync("cat", { stdio: "inherit" }); });`;
  const child = start(script, "--inspect=127.0.0.1:0");
  let stderr = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  await expect.poll(() => stderr).toContain("ws://");
  const url = /ws:\S+/.exec(stderr)?.[0] ?? "";
  await using process = await Inspector.attach(url, await readInAppCode(inApp), noEvents);
  await process.call("readMeters");
  const asked = (): Promise<string> => process.call("readMeters").then(String, (error: Error) => error.message);
  child.kill("SIGUSR2");
  await expect.poll(asked).toContain("waits in a synchronous call");
  expect(await asked()).toContain("did not answer within 0.1 s");
  child.stdin?.end();
  await expect.poll(() => process.call("readMeters").then(({ cpuUs }) => cpuUs > 0)).toBe(true);
  await process.call("readMeters");
});
