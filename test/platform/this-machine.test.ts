import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { machineOf, thisMachine } from "../../language-server/platform/this-machine.ts";

const hash: unknown = expect.stringMatching(/^[\da-f]{16}$/);
const own = { cpu: os.cpus()[0]?.model.trim(), cores: os.availableParallelism() };

test("on Linux: its processor, the cores that can be used, and a hash of the boot, which is not the boot's id", async () => {
  const machine = await thisMachine("linux");
  expect(machine).toEqual({ ...own, boot: hash });
  expect(await thisMachine("linux")).toEqual(machine);
  const id = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim();
  expect(JSON.stringify(machine)).not.toContain(id.slice(0, 8));
});

test("on macOS the boot is what the system calls this session; without that, and on Windows, it is not known", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-test-sysctl-"));
  try {
    vi.stubEnv("PATH", folder);
    expect(await thisMachine("darwin")).toEqual(own);
    const tool = path.join(folder, "sysctl");
    await writeFile(tool, '#!/bin/sh\n[ "$*" = "-n kern.bootsessionuuid" ] && echo 7F3A0B6E-0000-4000-8000-0123456789AB\n');
    await chmod(tool, 0o755);
    expect(await thisMachine("darwin")).toEqual({ ...own, boot: hash });
    expect(await thisMachine("win32")).toEqual(own);
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

test("what a process does not say is left out", () => {
  expect(machineOf({ cpu: " ", cores: 2, bootId: "\n" })).toEqual({ cores: 2 });
  expect(machineOf({})).toEqual({});
  expect(machineOf({ cpu: "unknown", cores: 4 })).toEqual({ cores: 4 });
  expect(machineOf({ bootId: "a\n" })).toEqual(machineOf({ bootId: "a" }));
});
