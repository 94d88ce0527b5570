import path from "node:path";
import { expect, test } from "vitest";
import type { FunctionCost } from "../../../language-server/analysis/costs/costs.ts";
import { openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { AllocationsRecorder } from "../../../language-server/recording/passes/allocations/allocations-recorder.ts";
import { ask, recordedWindow } from "../requests/recorded-pass.ts";

const fixtures = path.resolve("test/fixtures/allocations");
/** 5,000 samples a second: each function has some 2,500, whose sum has an error of 2 %, a fifth of what is allowed. */
const workMs = 4500;
const enough = 1_000_000;

interface Recorded<Driven> {
  readonly driven: Driven;
  /** Of the program's file. */
  readonly functions: readonly FunctionCost[];
  /** Bytes that a tick is worth. */
  readonly unit: number;
  readonly ticks: number;
  readonly threads: readonly string[];
  readonly problems: readonly string[];
}

function recorded<Driven>(
  major: number,
  name: string,
  drive: (port: number) => Promise<Driven>,
  before?: (port: number) => Promise<unknown>,
): Promise<Recorded<Driven>> {
  const program = path.join(fixtures, name);
  return recordedWindow(
    { program, major, pass: "allocations", recorder: () => Promise.resolve(new AllocationsRecorder(enough)) },
    { drive, before },
    async ({ folder, run }, driven) => {
      const { costs } = (await openRunFolder(folder, run, {})).analysis;
      const functions = costs.functions.filter(({ source }) => costs.sources[source]?.path === program);
      const threads = run.threads.flatMap((thread) => (thread.ticks > 0 ? [thread.name] : []));
      return { driven, functions, unit: costs.interval, ticks: costs.busyTicks, threads, problems: run.problems.map(({ code }) => code) };
    },
  );
}

/** What of a program that counts its own bytes is not as it counts: all functions together by 5 %, those of at least 5 % of the bytes by 10 %. */
async function faultsOn(major: number): Promise<readonly string[]> {
  let own: Readonly<Record<string, number>> = {};
  const { driven, functions, unit, ticks, problems } = await recorded(
    major,
    "app.cjs",
    async (port) => Number(await ask(port, `/work?ms=${workMs}`)),
    async (port) => (own = JSON.parse(await ask(port, "/count")) as typeof own),
  );
  const found = new Map(functions.map(({ name, withLibrariesTicks }) => [name, (withLibrariesTicks * unit) / driven]));
  const all = Object.entries(own).map(([name, bytes]) => ({ name, bytes, found: found.get(name) ?? 0 }));
  const total = all.reduce((sum, { bytes }) => sum + bytes, 0);
  const sum = { name: "all", bytes: total, found: all.reduce((bytes, each) => bytes + each.found, 0) };
  const offBy = (each: typeof sum): number => Math.abs(each.found / each.bytes - 1);
  const wrong = [...all.filter((each) => each.bytes >= 0.05 * total && offBy(each) > 0.1), ...(offBy(sum) > 0.05 ? [sum] : [])];
  return [
    ...problems,
    ...(ticks < 10_000 ? [`${ticks} samples`] : []),
    ...wrong.map((each) => `${each.name}: ${Math.round(each.found)} instead of ${Math.round(each.bytes)}`),
  ];
}

test("bytes of functions are those that the program itself counts", async () => {
  expect(await faultsOn(20)).toEqual([]);
});

test.for([22, 24, 26])("the same on Node.js %i", { tags: ["thorough"] }, async (major) => {
  expect(await faultsOn(major)).toEqual([]);
});

test("what a worker allocates is that of its thread", async () => {
  const { functions, unit, threads } = await recorded(22, "worker.cjs", (port) => ask(port, "/"));
  const list = functions.find(({ name }) => name === "list");
  expect(threads).toContain("worker 1");
  // 4,000 lists of 20,000 bytes: over 2,000 samples.
  expect(Math.abs(((list?.selfTicks ?? 0) * unit) / 80e6 - 1)).toBeLessThan(0.15);
});

test("Node.js 18, which does not report what it has collected, is refused", async () => {
  const launch = { nodePath: "/node", nodeVersion: "18.20.8", interval: 1000, sessionFolder: "/tmp" };
  await expect(AllocationsRecorder.create(launch)).rejects.toThrow(
    "Node.js 18.20.8 does not report allocations of objects that were collected.",
  );
});
