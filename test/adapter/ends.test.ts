import path from "node:path";
import { describe, expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { mainThreadState } from "../../language-server/platform/process-tree.ts";
import { DapClient, loadPlan, recorders } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { expectWorth, isWorth, machineTimes, type Worth } from "../drivers/adapter/machine-time.ts";
import { lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { someOf } from "../workbench/some-of.mjs";

/** A session in the middle of the measured part of a long load run. */
async function startMeasuring(client: DapClient): Promise<void> {
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
  await client.waitForLoad("measuring");
}

describe.each(someOf(1, recorders))("%s recorder", (recorder) => {
  test("Stop during a load run keeps the profile and the report so far", async () => {
    await using client = await DapClient.start(recorder);
    await startMeasuring(client);
    await client.stop();
    const run = await client.run();
    expect(run.end).toBe("stopped");
    expect(run.load).toMatchObject({ cancelled: true });
    expect(run.threads[0]!.busyTicks).toBeGreaterThan(0);
    expect(await client.processesLeft()).toEqual([]);
  });

  test("Cancel keeps what was measured, and the app keeps running for the next run", async () => {
    await using client = await DapClient.start(recorder);
    await startMeasuring(client);
    await client.request("heatline.cancelLoad");
    const { report } = await client.waitFor("heatline.loadEnded");
    expect(report).toMatchObject({ cancelled: true });
    expect((await client.run()).end).toBe("cancelled");
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort(), { durationSeconds: 1, warmupSeconds: 0 }) });
    await client.waitFor("heatline.runWritten", ({ id }) => id !== client.all("heatline.runWritten")[0]?.["id"]);
    expect((await client.run()).end).toBe("load-ended");
    await client.stop();
  });

  test("Cancel in the warm-up ends the load without a run", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("server.js");
    const port = await client.waitForPort();
    await client.request("heatline.startLoad", { plan: loadPlan(port, { warmupSeconds: 60 }) });
    await client.waitForLoad("warmup");
    await client.request("heatline.cancelLoad");
    expect(await client.waitFor("heatline.loadEnded")).toEqual({});
    expect(client.all("heatline.runWritten")).toEqual([]);
    await client.stop();
  });

  test("a second load run is refused while one is in progress", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await startMeasuring(client);
    await expect(client.request("heatline.startLoad", { plan: loadPlan(1) })).rejects.toThrow("already in progress");
    await client.stop();
  });

  test("“I will drive it myself”: what is recorded is from Start to Stop", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("server.js");
    const port = await client.waitForPort();
    await client.request("heatline.startRecording");
    await client.waitFor("heatline.recording", ({ recording }) => recording === true && client.all("heatline.recording").length > 2);
    for (let i = 0; i < 20; i += 1) await fetch(`http://127.0.0.1:${port}/`);
    await client.request("heatline.stopRecording");
    const run = await client.run();
    expect(run).toMatchObject({ end: "stopped" });
    expect(run.load).toBeUndefined();
    const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
    expect(profile.functions.name).toContain("burn");
    await client.stop();
  });

  test("SIGKILL to the adapter with a child in a process group of its own: nothing is left running", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("detached-child.js");
    await client.waitForPort();
    client.process.kill("SIGKILL");
    await client.exited();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("a signal from another process ends the app after its profile has been fetched", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("idle.js");
    const { pid } = await client.waitFor("heatline.ready");
    await client.waitFor("output", ({ output }) => output === "idle\n");
    process.kill(Number(pid), "SIGTERM");
    expect((await client.run()).threads[0]!.ticks).toBeGreaterThan(0);
    await client.waitFor("terminated");
    await client.stop();
  });

  test("a signal to one of the app's children ends only that child, after its profile has been fetched", { tags: "thorough" }, async () => {
    const record = async (): Promise<Worth> => {
      await using client = await DapClient.start(recorder);
      await client.launch("pool.js");
      expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
      await client.waitFor("terminated");
      const ended = JSON.stringify([null, "SIGTERM"]);
      expect(client.output("stdout").trim().split("\n").at(-1)).toBe(`[${ended},${ended},${ended}]`);
      const run = await client.run();
      await client.stop();
      expect(run).toMatchObject({ end: "exited", exitCode: 0 });
      expect(lossesOf(run)).toEqual([]);
      expect(reportedProblems(client)).toEqual([]);
      // The parent process works less than its children.
      const ms = run.threads.map(({ busyTicks, intervalUs }) => (busyTicks * intervalUs) / 1000).sort((a, b) => b - a);
      return { ms: ms.slice(0, 3), times: machineTimes(client.output("stdout")) };
    };
    const { ms, times } = await undisturbed(record, (worth) => isWorth(worth, 50));
    expect(ms).toHaveLength(3);
    // Each waits, then works, then waits.
    expectWorth({ ms, times }, 50);
  });

  test("the app's own signal handler still decides what happens", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("sigint-handler.js");
    const { pid } = await client.waitFor("heatline.ready", ({ origins }) => (origins as string[]).length > 0);
    await client.request("heatline.startRecording");
    await client.waitFor("heatline.recording", ({ recording }) => recording === true && client.all("heatline.recording").length > 2);
    process.kill(Number(pid), "SIGINT");
    expect(await client.waitFor("exited")).toEqual({ exitCode: 7 });
    expect((await client.run()).end).toBe("crashed");
    await client.stop();
  });

  test("in a terminal: Ctrl+C keeps the profile of a script that never yields", async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("never-ends.js", { console: "integratedTerminal" });
    const { pid } = await client.waitFor("heatline.ready");
    await expect.poll(() => mainThreadState(Number(pid))?.cpuMs ?? 0, { timeout: 60_000 }).toBeGreaterThan(300);
    client.interruptTerminal();
    const run = await client.run();
    expect(run.end).toBe("stopped");
    expect(run.threads[0]!.ticks).toBeGreaterThan(0);
    await client.waitFor("terminated");
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("in a terminal: a server is put under load, recorded and stopped as without one", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("server.js", { console: "integratedTerminal", env: { FROM_ENV: "x" } });
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
    expect((await client.run()).load?.requests).toBeGreaterThan(0);
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });

  test("in a terminal: the app's own exit code is reported", { tags: "thorough" }, async () => {
    await using client = await DapClient.start(recorder);
    await client.launch("crash.js", { console: "integratedTerminal" });
    expect(await client.waitFor("exited")).toEqual({ exitCode: 1 });
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });
});
