import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { processLimits } from "../../language-server/platform/limits/process-limits.ts";

const megabyte = 1024 * 1024;

test("the limits of a process are known in bytes; what has none, or is gone, has none", async () => {
  const limited = spawn("bash", ["-c", "ulimit -f 3072 && ulimit -v 4194304 && echo ready && exec cat"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(limited.stdout, "data");
  expect(processLimits(limited.pid)).toEqual({ fileSize: 3 * megabyte, addressSpace: 4096 * megabyte });
  limited.stdin.end();
  await once(limited, "exit");
  expect(processLimits(limited.pid)).toEqual({ fileSize: undefined, addressSpace: undefined });
});

test("where the system has no table of them, Node's report has those of this process", () => {
  expect(processLimits(process.pid, "darwin")).toEqual(processLimits(process.pid, "linux"));
  expect(processLimits(process.pid, "win32")).toEqual({ fileSize: undefined, addressSpace: undefined });
});
