import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { afterEach, expect, test } from "vitest";
import { Watchdog } from "../../language-server/recording/processes/watchdog-client.ts";
import { buildAdapter } from "../drivers/adapter/adapter-bundle.ts";

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
