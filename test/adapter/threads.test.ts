import path from "node:path";
import { pathToFileURL } from "node:url";
import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { openTarget } from "../../language-server/cli/targets/target.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { appsFolder, DapClient, loadPlan, recorders } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { hottestLine, lossesBesideWork, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { someOf } from "../workbench/some-of.mjs";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

interface Family {
  readonly program: string;
  /** Undefined if it never listens. */
  readonly connections?: number;
  readonly names: readonly string[];
  /** The line that all working threads spend their time on. */
  readonly hottest: string;
  /** Number of threads that do work. */
  readonly working: number;
}

test.each<Family>(
  someOf(1, [
    { program: "cluster.js", connections: 10, names: ["main", "child N", "child N"], hottest: "server.js:6", working: 2 },
    { program: "workers.js", names: ["main", "worker 1"], hottest: "workers.js:5", working: 1 },
    { program: "forks.js", connections: 10, names: ["main", "child N", "child N"], hottest: "forks.js:8", working: 2 },
  ]),
)("$program: one table of threads, shown merged and each by itself", async ({ program, connections, names, hottest, working }) => {
  await using client = await DapClient.start();
  await client.launch(program);
  if (connections !== undefined) {
    // On a busy machine a child that starts late would get no part of the load.
    await client.waitFor("output", () => client.output("stdout").split("listening").length > 2);
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { connections, durationSeconds: 2 }) });
  }
  const run = await client.run();
  expect(lossesOf(run)).toEqual([]);
  expect(run.threads.map(({ name }) => name.replace(/\d{2,}/, "N"))).toEqual(names);

  await using server = await LspClient.start(bundle);
  const merged = await server.request(openRun, { folder: path.join(client.runsFolder, run.id) });
  expect(merged.threads.map(({ name, pid, busyTicks }) => ({ name, pid, busyTicks }))).toEqual(
    run.threads.map(({ name, pid, busyTicks }) => ({ name, pid, busyTicks })),
  );
  expect(merged.busyTicks).toBe(run.threads.reduce((sum, { busyTicks }) => sum + busyTicks, 0));
  expect(merged.hotLines[0]?.label).toBe(hottest);
  const file = path.join(appsFolder, hottest.replace(/:\d+$/, ""));
  const uri = pathToFileURL(file).href;
  await server.open(uri, await readFile(file, "utf8"));
  const mergedHeat = await server.heat(uri);

  const busiest = merged.threads.toSorted((a, b) => b.busyTicks - a.busyTicks).slice(0, working);
  for (const { id, busyTicks } of busiest) {
    const shown = await server.select({ threads: [id] });
    expect(shown).toMatchObject({ busyTicks, selection: { threads: [id] } });
    expect(shown.hotLines[0]?.label).toBe(hottest);
    expect(shown.hotLines[0]?.withLibraries).toBeGreaterThan(0.5);
    expect(await server.heat(uri)).not.toEqual(mergedHeat);
  }
  const rest = merged.threads.filter((thread) => !busiest.includes(thread));
  expect(rest.map(({ name }) => name)).toEqual(["main"]);
  const main = await server.select({ threads: rest.map(({ id }) => id) });
  expect(main.busyTicks).toBeLessThan(Math.min(...busiest.map(({ busyTicks }) => busyTicks)));
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
});

test("a Node that the app starts by its name in PATH is recorded as the app's own child", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("spawns-node.js");
  const run = await client.run();
  expect(run.recorder).toBe("exact");
  expect(lossesBesideWork(run)).toEqual([]);
  expect(run.app.argv.at(-1)).toBe(path.join(appsFolder, "script.js"));
  expect(run.threads[0]?.busyTicks).toBeGreaterThan(20);
  await client.stop();
});

test.each(someOf(1, recorders))(
  "%s: an app that a strict task runner starts with only PATH and NODE_OPTIONS is recorded under load",
  { tags: "thorough" },
  async (recorder) => {
    await using client = await DapClient.start(recorder);
    await client.launch("strict-starter.js");
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
    const run = await client.run();
    expect(run.recorder).toBe(recorder);
    expect(lossesOf(run)).toEqual([]);
    // If V8 inlined the hot function, the inspector may put its samples on the line that calls it.
    const hottest = recorder === "exact" ? /^server\.js:6$/ : /^server\.js:(?:6|20)$/;
    expect(await hottestLine(path.join(client.runsFolder, run.id))).toMatch(hottest);
    await client.stop();
    expect(client.output("stdout")).toContain("api:dev: listening");
    // Node's message about our attaching also appears with the runner's name before it.
    expect(client.output("stderr")).toBe("");
    expect(await client.processesLeft()).toEqual([]);
  },
);

test.each(ownNodeMajors)("Node %s: what an app starts by the path of its own Node is recorded, however it starts it", async (major) => {
  await using client = await DapClient.start();
  await client.launch("own-node.js", { runtimeExecutable: await nodeOf(major) });
  const run = await client.run();
  const runFolder = path.join(client.runsFolder, run.id);
  await client.stop();
  expect(run.recorder).toBe("exact");
  expect(lossesBesideWork(run)).toEqual([]);
  expect(client.output("stderr")).not.toContain("own-node.js:");
  expect(run.threads.map(({ name }) => name.replace(/\d{2,}/, "N")).sort()).toEqual([
    ...Array.from({ length: 8 }, () => "child N"),
    "main",
    "worker 1",
  ]);
  for (const { busyTicks, intervalUs } of run.threads) expect(busyTicks * intervalUs).toBeGreaterThan(0.5 * 300_000);
  // The code that Heatline injects to reach the children is not listed as the app's.
  const { analysis } = await openTarget(runFolder, undefined);
  expect(analysis.costs.sources.map(({ path: file }) => file).filter((file) => file.endsWith(".cjs"))).toEqual([]);
});

test("node --test: the process of a test file is recorded, and nothing is reported about the one that waits for it", async () => {
  await using client = await DapClient.start();
  await client.launch("node-test.js", { runtimeArgs: ["--test"] });
  const run = await client.run();
  await client.stop();
  expect(reportedProblems(client)).toEqual([]);
  expect(await hottestLine(path.join(client.runsFolder, run.id))).toMatch(/^node-test\.js:[67]$/);
});
