import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { Watchdog } from "../../../language-server/recording/processes/watchdog-client.ts";
import { buildAdapter } from "../../drivers/adapter/adapter-bundle.ts";

const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

function startIdle(env: Readonly<Record<string, string>>): ChildProcess {
  const child = spawn(process.execPath, ["--eval", "setInterval(() => undefined, 1000)"], {
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  started.push(child);
  return child;
}

test("if the recorder dies, a process that it was just starting is ended too, by its mark; processes with another mark keep running", async () => {
  const { watchdog: script } = await buildAdapter();
  await using other = new Watchdog(script);
  const stranger = other.watchStart((mark) => startIdle(mark));
  const watchdog = new Watchdog(script);
  // As if the recorder dies after starting the process and before reporting its id: the watchdog only sees the pipe's end.
  let ended: Promise<void> | undefined;
  watchdog.watchStart((mark) => {
    ended = watchdog[Symbol.asyncDispose]();
    startIdle(mark);
    return { pid: undefined };
  });
  const child = started.at(-1)!;
  await ended;
  expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe("SIGKILL");
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull();
});

test("a process that was registered and then released is not ended, even with a mark", async () => {
  const { watchdog: script } = await buildAdapter();
  const watchdog = new Watchdog(script);
  const child = watchdog.watchStart((mark) => startIdle(mark));
  watchdog.forget(child.pid!);
  await watchdog[Symbol.asyncDispose]();
  expect(child.exitCode ?? child.signalCode).toBeNull();
});

test("while what recovers a recording is missing, the session's folder is left to the next session", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-test-watchdog-"));
  const session = path.join(folder, "session");
  const bundles = path.join(folder, "bundles");
  cpSync(path.dirname((await buildAdapter()).watchdog), bundles, { recursive: true });
  for (const missing of ["debug-adapter.js", "tick-log-worker.js", "read-imports.js", undefined]) {
    cpSync(bundles, session, { recursive: true });
    const copy = path.join(folder, String(missing));
    cpSync(bundles, copy, { recursive: true });
    if (missing !== undefined) rmSync(path.join(copy, missing));
    const watchdog = spawn(process.execPath, [path.join(copy, "watchdog.js")], { stdio: ["pipe", "ignore", "pipe"] });
    let said = "";
    watchdog.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    watchdog.stdin.end(`${JSON.stringify({ what: "folder", value: session, isOver: false })}\n`);
    const [code] = (await once(watchdog, "close")) as [number];
    expect([code, said, existsSync(session)]).toEqual([0, "", missing !== undefined]);
  }
  rmSync(folder, { recursive: true });
});
