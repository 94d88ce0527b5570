import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { expectWorth, isWorth, machineTimeBetween, machineTimes, type Worth } from "../drivers/adapter/machine-time.ts";
import { hottestLine, lossesBesideWork, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { inEnglish } from "../../language-server/texts/english.ts";
import { someOf } from "../workbench/some-of.mjs";

test.each(ownNodeMajors)(
  "Node %i: an app that profiles itself stops V8's log; the run says so, and the gap counts as no time",
  async (major) => {
    const record = async (): Promise<Readonly<Record<"unlogged" | "busy", Worth>>> => {
      await using client = await DapClient.start("exact");
      await client.launch("own-profiler.js", { runtimeExecutable: await nodeOf(major) });
      const run = await client.run();
      const { message, remedy } = await client.waitFor("heatline.problem");
      await client.stop();
      expect(remedy).toContain("heatline.recorder");
      expect(run.problems.map(inEnglish)).toEqual([expect.stringContaining("main: V8 logged no samples for")]);
      const [begun, profiling, done] = machineTimes(client.output("stdout"));
      // The message has tenths of a second.
      const seconds = Number(/^V8 logged no samples for (\d+(?:\.\d)?) s in which the app worked/.exec(String(message))?.[1]);
      const [main] = run.threads;
      return {
        unlogged: { ms: [seconds * 1000], times: [machineTimeBetween(profiling, done)] },
        busy: { ms: [((main?.busyTicks ?? 0) * (main?.intervalUs ?? 0)) / 1000], times: [machineTimeBetween(begun, profiling)] },
      };
    };
    const { unlogged, busy } = await undisturbed(record, (each) => isWorth(each.unlogged, 50) && isWorth(each.busy, 50));
    expectWorth(unlogged, 50);
    expectWorth(busy, 50);
  },
);

const folder = `--cpu-prof-dir=${mkdtempSync(path.join(tmpdir(), "heatline-own-profiler-"))}`;

test.each(
  someOf(1, [
    ["on the command line", { runtimeArgs: ["--cpu-prof", folder] }],
    ["in NODE_OPTIONS", { env: { NODE_OPTIONS: `--cpu-prof ${folder}` } }],
  ] as const),
)("with Node's own profiler %s the inspector's recorder is used, and the run says why", async (_where, launch) => {
  await using client = await DapClient.start("exact");
  // The newest version: older ones do not accept the flag in NODE_OPTIONS.
  await client.launch("script.js", { runtimeExecutable: await nodeOf(26), ...launch });
  const run = await client.run();
  await client.stop();
  expect(run.recorder).toBe("inspector");
  expect(run.recorderNote).toEqual({ code: "exact.ownProfiler", values: { argument: "--cpu-prof" } });
  expect(reportedProblems(client)).toEqual([]);
  expect(run.threads[0]?.busyTicks).toBeGreaterThan(50);
});

test("with Node's own profiler behind a script the inspector's recorder is used, and the run says why", async () => {
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: "bash", runtimeArgs: ["-c", `node --cpu-prof ${folder} script.js`] });
  const run = await client.run();
  await client.stop();
  expect(run).toMatchObject({
    recorder: "inspector",
    recorderNote: { code: "exact.ownProfiler", values: { argument: "--cpu-prof" } },
  });
  expect(lossesOf(run)).toEqual([]);
  expect(reportedProblems(client)).toEqual([]);
});

test.each(ownNodeMajors)(
  "Node %i by its own path behind a script: the inspector's recorder is used, and the run says why",
  async (major) => {
    const node = major === 20 ? process.execPath : await nodeOf(major);
    await using client = await DapClient.start("exact");
    await client.launch("", { runtimeExecutable: "bash", runtimeArgs: ["-c", `"${node}" server.js`] });
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
    const run = await client.run();
    await client.stop();
    expect(run).toMatchObject({
      recorder: "inspector",
      app: { nodeVersion: expect.stringMatching(`^${major}\\.`) as string },
    });
    expect(lossesOf(run)).toEqual([]);
    expect(run.recorderNote).toEqual({ code: "exact.startedPast", values: { file: node } });
    expect(client.all("heatline.ready").at(-1)).toMatchObject({ hasLiveHeat: false });
    expect(reportedProblems(client)).toEqual([]);
    // If V8 inlined the hot function, the inspector puts the samples on the line that calls it.
    expect(await hottestLine(path.join(client.runsFolder, run.id))).toMatch(/^server\.js:(?:6|20)$/);
  },
);

test("a worker of a process without a log is recorded to its end, too", { tags: "thorough" }, async () => {
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: "bash", runtimeArgs: ["-c", `"${process.execPath}" worker-ends.js`] });
  const run = await client.run();
  await client.stop();
  expect(run.recorder).toBe("inspector");
  expect(run.threads.map(({ name }) => name)).toEqual(["main", "worker 1"]);
  expect(lossesOf(run)).toEqual([]);
});

test.each(
  someOf(1, [
    [" without the environment", "{ env: {} }"],
    ["", "{}"],
    [" with NODE_OPTIONS of its own", '{ env: { ...process.env, NODE_OPTIONS: "--no-warnings" } }'],
  ]),
)(
  "a child by another Node's path%s beside an app that logs: both are recorded, and the run says which is not exact",
  { tags: "thorough" },
  async (_how, options) => {
    const node = await nodeOf(26);
    const program = "let sum = 0; while (process.cpuUsage().user < 400_000) for (let i = 0; i < 10_000; i += 1) sum += Math.sqrt(i);";
    const script = `require("node:child_process").spawn(${JSON.stringify(node)}, ["-e", ${JSON.stringify(program)}], ${options}); let sum = 0; while (process.cpuUsage().user < 1_500_000) for (let i = 0; i < 10_000; i += 1) sum += Math.sqrt(i);`;
    await using client = await DapClient.start("exact");
    await client.launch("", { runtimeArgs: ["-e", script] });
    const run = await client.run();
    await client.stop();
    expect(run.recorder).toBe("exact");
    expect(run.recorderNote).toBeUndefined();
    const [main, child] = run.threads;
    expect(main).toMatchObject({ name: "main", tickLog: expect.anything() as unknown });
    expect(child?.name).toMatch(/^child \d+$/);
    expect(child).not.toHaveProperty("tickLog");
    expect((child?.busyTicks ?? 0) * (child?.intervalUs ?? 0)).toBeGreaterThan(150_000);
    expect(run.problems.map(inEnglish)).toContainEqual(
      expect.stringMatching(/^child \d+: The process was started as .*node, without the arguments that make V8 log its samples\./),
    );
  },
);

test("a child that lost the app's environment is not recorded, and the run says so, with its secrets masked", async () => {
  const child = "console.log('child'); setInterval(() => undefined, 1000)";
  const script = `require("node:child_process").spawn("env", ["-i", process.execPath, "-e", ${JSON.stringify(child)}, "--", "--token=abc"], { stdio: "inherit" }); require("node:http").createServer((_, response) => response.end()).listen(0, "127.0.0.1");`;
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeArgs: ["-e", script] });
  await client.waitFor("output", () => client.output("stdout").includes("child"));
  await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { durationSeconds: 4, ratePerSecond: 20 }) });
  const run = await client.run();
  await client.stop();
  const said = run.problems.map(inEnglish).filter((text) => text.includes("was not recorded"));
  expect(said).toEqual([expect.stringMatching(/^Process \d+ \(.*node -e .* --token=\*\*\*\) was not recorded: it was started without/)]);
  expect(await client.processesLeft()).toEqual([]);
});

const childProgram = "let sum = 0; while (process.cpuUsage().user < 400_000) for (let i = 0; i < 10_000; i += 1) sum += Math.sqrt(i);";

/** A tool that runs the app as `nest start` does: by plain `node`, through a shell. */
function starter(options = "{}"): string {
  return `require("node:child_process").spawn("node", ["-e", ${JSON.stringify(JSON.stringify(childProgram))}], { ...${options}, stdio: "inherit", shell: true })`;
}

test("an app that a tool on another Node starts as plain node is recorded exactly, both of them", async () => {
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeExecutable: await nodeOf(26), runtimeArgs: ["-e", starter()] });
  const run = await client.run();
  await client.stop();
  expect(lossesBesideWork(run)).toEqual([]);
  expect({ recorder: run.recorder, note: run.recorderNote }).toEqual({ recorder: "exact", note: undefined });
  expect(run.threads.map(({ tickLog }) => tickLog !== undefined)).toEqual([true, true]);
  expect(Math.max(...run.threads.map(({ busyTicks }) => busyTicks))).toBeGreaterThan(100);
});

test("the start is not blamed where plain node is another Node for a child", async () => {
  const node = await nodeOf(26);
  const env = `{ env: { ...process.env, PATH: ${JSON.stringify(`${path.dirname(node)}${path.delimiter}`)} + process.env.PATH } }`;
  await using client = await DapClient.start("exact");
  await client.launch("", { runtimeArgs: ["-e", starter(env)] });
  const run = await client.run();
  await client.stop();
  const note = run.recorderNote === undefined ? [] : [inEnglish(run.recorderNote)];
  const said = [...note, ...lossesBesideWork(run)];
  expect(said).toEqual([expect.stringContaining(`For this process “node” was ${node}, not the Node.js that Heatline found in PATH`)]);
});
