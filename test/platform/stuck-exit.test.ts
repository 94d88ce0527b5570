import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processExists, endIfStuck } from "../../language-server/platform/process-exists.ts";

const PATH = process.env["PATH"] ?? "";
let folder: string;

/** Windows' tool as a script: the list of processes is real, from ps. */
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-tools-"));
  await writeFile(path.join(folder, "wmic.exe"), "#!/bin/sh\n/bin/ps -A -o ppid= -o pid=\n", { mode: 0o755 });
  process.env["PATH"] = folder;
});

afterEach(async () => {
  process.env["PATH"] = PATH;
  await rm(folder, { recursive: true });
});

test("only on Windows a process that does not end after its exit is ended", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"], { stdio: "ignore" });
  const report = { pid: child.pid ?? 0, ppid: process.pid };
  for (const platform of ["linux", "darwin"] as const) expect(await endIfStuck(report, platform, 0)).toBe(false);
  // Another process has the number.
  expect(await endIfStuck({ ...report, ppid: report.pid }, "win32", 0)).toBe(false);
  expect(processExists(report.pid)).toBe(true);
  const exit = once(child, "exit");
  expect(await endIfStuck(report, "win32", 200)).toBe(true);
  expect(await exit).toEqual([null, "SIGKILL"]);
  expect(await endIfStuck(report, "win32")).toBe(false);
});
