import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { buildCommandLine } from "../cli/command-line.ts";
import { startInspected } from "../drivers/adapter/inspected-app.ts";
import { appsFolder, loadPlan } from "../drivers/adapter/dap-client.ts";
import { FaultySession } from "./faulty-session.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Kills the adapter, and its watchdog before it can do anything. */
async function killBoth(session: FaultySession): Promise<void> {
  for (const name of ["debug-adapter.js", "watchdog.js"]) await session.signal(name, "SIGSTOP");
  for (const name of ["watchdog.js", "debug-adapter.js"]) await session.signal(name, "SIGKILL");
  await session.client.exited();
}

/** What a new session beside it says from its start to its end. */
async function nextReported(session: FaultySession): Promise<string> {
  await using next = await session.beside("inspector");
  await next.launch("server.js");
  await next.client.waitForPort();
  return (await next.outcome()).reported;
}

const lost = (name: string): RegExp =>
  new RegExp(
    `^The recording of ${name} that began at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d is lost: Heatline's recording process was killed, ` +
      "and the inspector keeps its samples in the app until a recording ends\\. Its load had reached [1-9]\\d* requests, \\d+ per second\\. Record it again\\.$",
  );

test.each(someOf(1, ["the adapter", "the adapter and its watchdog"]))(
  "when %s was killed while the inspector recorded, the next session says what is lost and why, once",
  { timeout: 240_000 },
  async (who) => {
    await using session = await FaultySession.start("inspector");
    await session.measure();
    await session.noted();
    if (who === "the adapter") session.client.process.kill("SIGKILL");
    else await killBoth(session);
    if (who === "the adapter") await session.client.processesLeft();
    expect(await nextReported(session)).toMatch(lost("server.js"));
    expect(await nextReported(session)).toBe("");
    expect(await readdir(session.runsFolder)).toEqual([]);
    expect(await session.outcome()).toMatchObject({ processes: [], folders: [] });
  },
);

test(
  "when the adapter was killed after it attached, the app keeps running and the next session says what is lost",
  { timeout: 240_000, tags: "thorough" },
  async () => {
    await using app = await startInspected(path.join(appsFolder, "server.js"));
    await using session = await FaultySession.start("exact");
    await session.client.attach(app.inspectorPort, { runsFolder: session.runsFolder });
    const port = await session.client.waitForPort();
    await session.client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
    await session.client.waitForLoad("measuring");
    await session.noted();
    session.client.process.kill("SIGKILL");
    await session.client.processesLeft();
    expect(await nextReported(session)).toMatch(lost("attached"));
    expect((await fetch(`http://127.0.0.1:${port}/`)).ok).toBe(true);
    expect(await readdir(session.runsFolder)).toEqual([]);
    expect(await session.outcome()).toMatchObject({ processes: [], folders: [] });
  },
);

const unmeasured = (name: string): RegExp =>
  new RegExp(
    `^(?:heatline: )?The recording of ${name} that began at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d is lost: Heatline's recording process was killed, ` +
      "and nothing had been measured yet\\. Record it again\\.\\n?$",
  );

test.each(someOf(1, ["the adapter and its watchdog", "the adapter"]))(
  "when %s was killed before anything was measured, the next session says so, once",
  { timeout: 240_000 },
  async (who) => {
    await using session = await FaultySession.start("exact");
    await session.launch("server.js");
    // The app's start was recorded until it listened.
    await session.client.waitFor("heatline.recording", ({ recording }) => recording === false);
    if (who === "the adapter") session.client.process.kill("SIGKILL");
    else await killBoth(session);
    if (who === "the adapter") await session.client.processesLeft();
    expect(await nextReported(session)).toMatch(unmeasured("server.js"));
    expect(await nextReported(session)).toBe("");
    expect(await readdir(session.runsFolder)).toEqual([]);
    expect(await session.outcome()).toMatchObject({ processes: [], folders: [] });
  },
);

test.each(someOf(1, ["SIGTERM", "Stop", "the end of its input", "a recording and SIGKILL"]))(
  "a session that %s ended leaves no such word",
  { timeout: 240_000 },
  async (how) => {
    await using session = await FaultySession.start("exact");
    if (how.startsWith("a recording")) {
      await session.record();
      await session.client.request("heatline.stopRecording");
      await session.client.run();
      session.client.process.kill("SIGKILL");
    } else {
      await session.launch("server.js");
      await session.client.waitForPort();
      if (how === "Stop") await session.client.stop();
      else if (how === "SIGTERM") session.client.process.kill("SIGTERM");
      else session.client.process.stdin?.end();
    }
    await session.client.exited();
    await session.client.processesLeft();
    expect(await nextReported(session)).toBe("");
  },
);

test("the command says it on stderr, once, and not where Ctrl+C ended it, even twice", { tags: "thorough", timeout: 240_000 }, async () => {
  const { file } = await buildCommandLine();
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-lost-"));
  const env = { ...process.env, LC_ALL: "C.UTF-8", XDG_STATE_HOME: path.join(folder, "state") };
  const start = (...app: readonly string[]) =>
    spawn(process.execPath, [file, "record", "--out", path.join(folder, "runs"), "--load", "http://127.0.0.1:1/", "--", "node", ...app], {
      cwd: appsFolder,
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
  const next = async (): Promise<string> => {
    const command = start("exits-at-once.js");
    let said = "";
    command.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    command.stdout.resume();
    await once(command, "close");
    return said.split("\n").find((line) => line.includes("is lost")) ?? "";
  };
  const killed = async (signals: readonly NodeJS.Signals[]): Promise<void> => {
    const command = start("server.js");
    command.stdout.resume();
    // Its first line: until then it may be recording the app's start.
    await once(command.stderr, "data");
    for (const signal of signals) command.kill(signal);
    // Its watchdog has the same stream.
    await once(command, "close");
  };
  await killed(["SIGKILL"]);
  expect(await next()).toMatch(unmeasured("apps · node server\\.js"));
  expect(await next()).toBe("");
  await killed(["SIGINT", "SIGINT"]);
  expect(await next()).toBe("");
  await rm(folder, { recursive: true });
});
