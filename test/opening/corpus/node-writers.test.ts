import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import CDP from "chrome-remote-interface";
import { afterAll, expect, test } from "vitest";
import { ownNodeMajors, nodeOf } from "../../workbench/node-versions.mjs";
import { oracleTicks } from "../../analysis/tick-log/oracle.ts";
import { naiveCpuprofile, naiveTrace } from "./naive/naive-cpuprofile.ts";
import type { NaiveStack } from "./naive/naive-stacks.ts";
import { differences, openedShares, sharesOf } from "./shares.ts";

const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "corpus-")));
const app = path.join(import.meta.dirname, "../../fixtures/apps/hot-table.cjs");
const env = { ...process.env, NODE_OPTIONS: "", ROUNDS: "200" };

/** V8's states of a thread (StateTag in v8-unwinder.h). */
const collecting = 1;
/** From here on a thread waits, or V8 writes its log. */
const notBusy = 7;

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function record(major: number, args: readonly string[]): Promise<string> {
  return execFileSync(await nodeOf(major), args, { cwd: folder, env, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
}

/** Its format, functions whose shares are not those of a naive reader, and whether the app's own work is in it. */
async function compared(name: string, read: (file: never) => readonly NaiveStack[]): Promise<unknown> {
  const file = path.join(folder, name);
  const { format, shares } = await openedShares(file);
  const naive = sharesOf(read(JSON.parse(readFileSync(file, "utf8")) as never));
  return { format, different: differences(shares, naive), hasBuild: shares.has("total build") };
}

test.each(ownNodeMajors)("node --cpu-prof of Node %i", async (major) => {
  const name = `cpu-prof-${major}.cpuprofile`;
  await record(major, ["--cpu-prof", `--cpu-prof-name=${name}`, app]);
  expect(await compared(name, naiveCpuprofile)).toEqual({ format: ".cpuprofile", different: [], hasBuild: true });
});

test.each(ownNodeMajors)("the inspector of Node %i, by chrome-remote-interface", async (major) => {
  const name = `inspector-${major}.cpuprofile`;
  writeFileSync(path.join(folder, name), JSON.stringify(await profileByInspector(major)));
  expect(await compared(name, naiveCpuprofile)).toEqual({ format: ".cpuprofile", different: [], hasBuild: true });
});

test.each(ownNodeMajors)("trace events of Node %i", async (major) => {
  const name = `trace-${major}.json`;
  const traced = `require("node:trace_events").createTracing({ categories: ["disabled-by-default-v8.cpu_profiler"] }).enable(); require(${JSON.stringify(app)}).main();`;
  // V8 writes chunks of a hundred samples, and what is left at the exit is lost.
  await record(major, ["--trace-event-file-pattern", name, "-e", traced]);
  expect(await compared(name, naiveTrace)).toEqual({ format: "DevTools trace", different: [], hasBuild: true });
});

test.each(ownNodeMajors)(
  "the V8 log of Node %i, and preprocessed: each busy tick is a sample, garbage collection has its ticks, and the log names its Node",
  async (major) => {
    const log = `v8-${major}.log`;
    await record(major, ["--prof", "--no-logfile-per-isolate", `--logfile=${log}`, app]);
    const text = readFileSync(path.join(folder, log), "latin1");
    const states = oracleTicks(text).map(({ state }) => state);
    // What is preprocessed does not have when V8 wrote texts, unless V8 itself says so.
    const preprocessed = text.split("\n").flatMap((line) => (line.startsWith("tick,") ? [Number(line.split(",")[5])] : []));
    const json = `v8-${major}.json`;
    writeFileSync(path.join(folder, json), await record(major, ["--prof-process", "--preprocess", log]));
    for (const [name, format, ticks] of [
      [log, "V8 log", states],
      [json, "preprocessed V8 log", preprocessed],
    ] as const) {
      const { format: found, node, samples, shares } = await openedShares(path.join(folder, name));
      expect(node).toBe(name === log ? String(major) : "");
      const counted = (function_: string): number => Math.round((shares.get(`self ${function_}`) ?? 0) * samples);
      expect([found, samples - counted("(idle)")]).toEqual([format, ticks.filter((state) => state < notBusy).length]);
      expect(counted("(garbage collector)")).toBe(ticks.filter((state) => state === collecting).length);
      expect(shares.has("total build")).toBe(true);
    }
  },
);

/** The profile from the first line of the app to its last one. */
async function profileByInspector(major: number): Promise<unknown> {
  const child = spawn(await nodeOf(major), ["--inspect-brk=127.0.0.1:0", app], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  try {
    const target = await new Promise<string>((resolve, reject) => {
      let reported = "";
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        reported += text;
        const url = /ws:\/\/\S+/.exec(reported)?.[0];
        if (url !== undefined) resolve(url);
      });
      child.once("error", reject).once("exit", () => reject(new Error(reported)));
    });
    const client = await CDP({ target });
    const ended = new Promise((resolve) => client.on("Runtime.executionContextDestroyed", resolve));
    await client.send("Runtime.enable");
    await client.send("Profiler.enable");
    await client.send("Profiler.start");
    await client.send("Runtime.runIfWaitingForDebugger");
    await ended;
    const { profile } = (await client.send("Profiler.stop")) as { readonly profile: unknown };
    await client.close();
    return profile;
  } finally {
    child.kill("SIGKILL");
  }
}
