import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { fromTest, homeOf, likelyRunners, runnerNames } from "../../language-server/starting/test-app.ts";
import { readTestPackage, runnerProgram } from "../../language-server/starting/test-packages.ts";
import type { LaunchArguments } from "../../extension/debug-adapter/launch-arguments.ts";
import { sourceTests } from "../../language-server/analysis/test-runners/source-tests.ts";
import type { Run } from "../../language-server/history/run.ts";
import { testRunners, type TestRunner } from "../../language-server/analysis/test-runners/test-command.ts";
import { nodeOf } from "../workbench/node-versions.mjs";
import { DapClient } from "../drivers/adapter/dap-client.ts";
import { hottestLine, hottestShare } from "../drivers/adapter/recorded-lines.ts";
import { benchmarkProject, hotBenchmarkLine, hotLine, testProject, type TestProject } from "../drivers/adapter/test-projects.ts";
import { someOf } from "../workbench/some-of.mjs";

/** Every runner runs on it, and it knows TypeScript. */
const node = await nodeOf(24);

/** How the extension would start the test with this title. */
async function launchOf(project: TestProject, title: string): Promise<Partial<LaunchArguments> & { readonly runner: TestRunner }> {
  const file = path.join(project.folder, project.file);
  const found = sourceTests(await readFile(file, "utf8"), file);
  const packages = [(await readTestPackage(project.folder))!];
  const [runner, ...others] = likelyRunners(found.runner, packages);
  const named = found.tests.find(({ titles }) => titles.at(-1)?.join("") === title);
  if (runner === undefined || others.length > 0 || named === undefined) throw new Error(`No test “${title}”: ${JSON.stringify(found)}`);
  const program = runner === "node" ? undefined : await runnerProgram(runner, project.folder);
  const { configuration } = fromTest({ runner, file, test: named, home: homeOf(runner, packages)!, program });
  const env = { PATH: [path.dirname(node), process.env["PATH"]].join(path.delimiter) };
  return { ...(configuration as Partial<LaunchArguments>), env, workspaceFolders: [project.folder], runner };
}

/** The run of a test, and its hottest line. */
async function profiled(
  project: TestProject,
  title: string,
): Promise<{ readonly run: Run; readonly hottest: string; readonly share: number }> {
  const { runner: _, ...launch } = await launchOf(project, title);
  await using client = await DapClient.start();
  await client.launch("", launch);
  const run = await client.run();
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  const folder = path.join(client.runsFolder, run.id);
  return { run, hottest: await hottestLine(folder), share: await hottestShare(folder) };
}

function busyTicksOf({ threads }: Run): number {
  return threads.reduce((sum, { busyTicks }) => sum + busyTicks, 0);
}

test.each(someOf(2, testRunners).flatMap((runner) => someOf(1, ["ts", "js"] as const).map((language) => [runner, language] as const)))(
  "%s in %s: the line that the test makes hot is first, and what the runner does before and after is not in the run",
  async (runner, language) => {
    await using project = await testProject(runner, language);
    const { run, hottest, share } = await profiled(project, "are large");
    expect(hottest).toBe(`hot.${language}:${hotLine}`);
    const { test: tested, ...recorded } = run;
    expect(recorded).toMatchObject({ recorder: "exact", end: "exited" });
    expect(tested).toMatchObject({ runner: runnerNames[runner], name: "sums (a+b) › are large" });
    expect(tested?.apartMs).toBeGreaterThan(run.durationMs / 10);
    // In a run from the first line to the exit, their share would be small.
    expect(share).toBeGreaterThan(0.6);
  },
);

test("Vitest's benchmark: the line that it makes hot is first", { tags: "thorough" }, async () => {
  await using project = await benchmarkProject();
  const { run, hottest, share } = await profiled(project, "are large");
  expect(hottest).toBe(`hot.bench.ts:${hotBenchmarkLine}`);
  expect(run.test).toMatchObject({ runner: "Vitest", name: "sums (a+b) › are large", runs: 1 });
  expect(share).toBeGreaterThan(0.6);
});

test("a test that is too short for 300 samples runs again, and its runs are added up", async () => {
  await using project = await testProject("node", "js", 80_000);
  const { run } = await profiled(project, "are large");
  const { runs = 0 } = run.test ?? {};
  expect(runs).toBeGreaterThan(2);
  expect(run.threads.filter(({ name }) => name !== "main" && !/^run \d+$/.test(name))).toEqual([]);
  // V8 drops what it has not written when a process ends: on a busy machine that may be all of a short run, seldom of two.
  expect(new Set(run.threads.map(({ pid }) => pid)).size).toBeGreaterThanOrEqual(runs - 2);
  expect(busyTicksOf(run)).toBeGreaterThan(300 * 0.9);
});

test("one that is long enough runs once", { tags: "thorough" }, async () => {
  await using project = await testProject("node", "js", 4_000_000);
  expect((await profiled(project, "are large")).run.test?.runs).toBe(1);
});

test("a test that fails does not run again; what it did until then is kept", async () => {
  await using project = await testProject("node", "js", 0);
  await using client = await DapClient.start();
  const { runner: _, ...launch } = await launchOf(project, "are large");
  // `hot(0)` is 0, after a second of other work.
  const env = { ...launch.env, SECONDS_BEFORE: "1" };
  await client.launch("", { ...launch, env });
  await client.waitFor("terminated");
  const run = await client.run();
  expect(run).toMatchObject({ end: "crashed", exitCode: 1, test: { runs: 1 } });
  await client.stop();
});

test("Stop between the runs of a test ends them", async () => {
  await using project = await testProject("node", "js", 1000);
  await using client = await DapClient.start();
  const { runner: _, ...launch } = await launchOf(project, "are large");
  await client.launch("", launch);
  const first = await client.waitFor("heatline.ready");
  await client.waitFor("heatline.ready", ({ pid }) => pid !== first["pid"]);
  await client.stop();
  expect(await client.processesLeft()).toEqual([]);
  const started = new Set(client.all("heatline.ready").map(({ pid }) => pid));
  expect(started.size).toBeLessThan(5);
});

test("a test of which no sample is taken says so", { tags: "thorough" }, async () => {
  await using project = await testProject("node", "js");
  await using client = await DapClient.start();
  const { runner: _, ...launch } = await launchOf(project, "are large");
  // With this folder, nothing of the test is own code.
  await client.launch("", { ...launch, workspaceFolders: [path.join(project.folder, "elsewhere")] });
  const problem = await client.waitFor("heatline.problem");
  expect(problem["message"]).toMatch(/^No sample of your own code was taken while “sums \(a\+b\) › are large” ran \(runs: 5\)\.$/);
  await client.stop();
});
