import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { canMissShortWork, samplersOf, shortenSlices } from "../../language-server/platform/sampler-slice.ts";

const run = promisify(execFile);
/** Since Linux 6.12 a thread has a slice of its own. */
const hasSlices = Number(os.release().split(".")[0]) * 100 + Number(os.release().split(".")[1]) >= 612;

/** A process with a worker, both sampled by V8, until it is disposed. */
async function sampled(): Promise<AsyncDisposable & { readonly pid: number }> {
  const program = `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker("require('node:worker_threads').parentPort.on('message', () => undefined)", { eval: true });
    worker.once("online", () => console.log("ready"));`;
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-samplers-"));
  const child = spawn(process.execPath, ["--prof", `--logfile=${path.join(folder, "%p-%t.log")}`, "-e", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return {
    pid: child.pid ?? 0,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      await once(child, "exit");
      await rm(folder, { recursive: true });
    },
  };
}

/** In nanoseconds; 0 on older systems. */
async function sliceOf(thread: number): Promise<number> {
  const get = process.arch === "arm64" ? 275 : 315;
  const script = `my $a = "\\0" x 48; die "$!" if syscall(${get}, ${thread}, $a, 48, 0) != 0; print((unpack "LLQlLQQQ", $a)[5]);`;
  return Number((await run("perl", ["-e", script])).stdout);
}

test("every thread of V8 that samples a process gets the shortest slice, and keeps its niceness and its policy", async () => {
  await using app = await sampled();
  const threads = await samplersOf(app.pid);
  expect(threads).toHaveLength(2);
  const [main = 0, worker = 0] = threads;
  os.setPriority(main, 7);
  await run("chrt", ["--batch", "--pid", "0", String(worker)]);
  expect(await shortenSlices(threads)).toEqual(threads);
  expect(await Promise.all(threads.map(sliceOf))).toEqual(hasSlices ? [100_000, 100_000] : [0, 0]);
  expect(os.getPriority(main)).toBe(7);
  expect((await run("chrt", ["--pid", String(worker)])).stdout).toContain("SCHED_BATCH");
});

test("a thread whose policy has no slices is left alone, and so is one that is gone", async () => {
  await using app = await sampled();
  const [main = 0, worker = 0] = await samplersOf(app.pid);
  await run("chrt", ["--idle", "--pid", "0", String(main)]);
  expect(await shortenSlices([main, 2 ** 30, worker])).toEqual([worker]);
  expect((await run("chrt", ["--pid", String(main)])).stdout).toContain("SCHED_IDLE");
});

test("nothing is done without perl, on another processor, or on another system, and a process that is gone has no samplers", async () => {
  await using app = await sampled();
  const threads = await samplersOf(app.pid);
  const before = process.env["PATH"];
  process.env["PATH"] = "/nonexistent";
  try {
    expect(await shortenSlices(threads)).toEqual([]);
  } finally {
    process.env["PATH"] = before;
  }
  expect(await shortenSlices(threads, "linux", "mips")).toEqual([]);
  for (const platform of ["darwin", "win32"] as const) {
    expect(await shortenSlices(threads, platform)).toEqual([]);
    expect(await samplersOf(app.pid, platform)).toEqual([]);
    expect(canMissShortWork(platform)).toBe(false);
  }
  expect(await samplersOf(2 ** 30)).toEqual([]);
});
