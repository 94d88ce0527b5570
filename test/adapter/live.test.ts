import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { listRuns, readRun, readScript, readThread } from "../../language-server/history/run-store.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";

async function exists(folder: string): Promise<boolean> {
  return stat(folder).then(
    () => true,
    () => false,
  );
}

test("while the load runs, the recording so far can be read and grows; it is not a stored run, and is removed with the session", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 6, warmupSeconds: 0, ratePerSecond: 200 }) });
  expect(client.all("heatline.ready").at(-1)).toMatchObject({ hasLiveHeat: true });
  const folder = String((await client.waitFor("heatline.liveRun"))["folder"]);
  const early = await readRun(folder);
  expect(early).toMatchObject({ id: "live", recorder: "exact" });
  const [main] = early.threads;
  const profile = await readThread(folder, main!);
  expect(profile.samples.stack.length).toBe(main!.ticks);
  expect(profile.functions.name).toContain("burn");
  const script = early.scripts.find(({ url }) => url.endsWith("server.js"));
  expect(await readScript(folder, script?.hash ?? "")).toContain("createServer");

  await client.waitFor("heatline.liveRun", () => client.all("heatline.liveRun").length > 1);
  expect(client.all("heatline.loadEnded")).toEqual([]);
  const later = await readRun(folder);
  expect(later.threads[0]!.busyTicks).toBeGreaterThan(main!.busyTicks);
  expect(later.durationMs).toBeGreaterThan(early.durationMs);
  expect((await readThread(folder, later.threads[0]!)).samples.stack.length).toBe(later.threads[0]!.ticks);
  expect(await listRuns(client.runsFolder)).toEqual([]);

  const run = await client.run();
  expect(run.load?.requests).toBeGreaterThan(10);
  expect(run.threads[0]!.busyTicks).toBeGreaterThanOrEqual(later.threads[0]!.busyTicks);
  expect(client.all("heatline.liveRun").map(({ folder: each }) => each)).not.toContain(null);
  await client.stop();
  expect(await exists(folder)).toBe(false);
  expect((await listRuns(client.runsFolder)).map(({ run: { id } }) => id)).toEqual([run.id]);
  expect(await client.processesLeft()).toEqual([]);
});

test("what an app did before it listened is shown live, and removed when that part is dropped", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("slow-start.js");
  const { folder } = await client.waitFor("heatline.liveRun");
  expect(typeof folder).toBe("string");
  await client.waitForPort();
  await client.waitFor("heatline.liveRun", (body) => body["folder"] === null);
  await client.stop();
});

test("a killed adapter leaves nothing of the live recording behind", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("never-ends.js");
  const folder = String((await client.waitFor("heatline.liveRun"))["folder"]);
  client.process.kill("SIGKILL");
  await client.exited();
  await expect.poll(() => exists(path.dirname(folder)), { timeout: 30_000 }).toBe(false);
  expect(await client.processesLeft()).toEqual([]);
});

test("the inspector recorder does not disturb a running app, so it has no live heat", { tags: "thorough" }, async () => {
  await using client = await DapClient.start("inspector");
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 3, warmupSeconds: 0 }) });
  await client.run();
  expect(client.all("heatline.ready").map(({ hasLiveHeat }) => hasLiveHeat)).not.toContain(true);
  expect(client.all("heatline.liveRun")).toEqual([]);
  await client.stop();
});

test("a Node without the flags of the tick log is recorded by the inspector, and the run says why", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-node-"));
  const node = path.join(folder, "node");
  await writeFile(node, `#!/bin/sh\n[ "$1" = --v8-options ] && exit 0\nexec "${process.execPath}" "$@"\n`);
  await chmod(node, 0o755);
  await using client = await DapClient.start();
  await client.launch("script.js", { runtimeExecutable: node });
  const run = await client.run();
  expect(run.recorder).toBe("inspector");
  expect(run.recorderNote).toMatchObject({
    code: "exact.missingFlags",
    values: { flags: expect.stringContaining("--prof, --logfile") as string },
  });
  expect(run.threads[0]).not.toHaveProperty("tickLog");
  expect(run.threads[0]!.busyTicks).toBeGreaterThan(0);
  await rm(folder, { recursive: true });
});

test("a run of the exact recorder stores the size of its log and what was repaired", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("script.js");
  const [main] = (await client.run()).threads;
  expect(main?.tickLog?.logBytes).toBeGreaterThan(10_000);
  expect(main?.tickLog?.repairedTicks).toBeLessThanOrEqual(main?.busyTicks ?? 0);
  expect(main?.tickLog?.doubtfulTicks).toBeLessThanOrEqual(main?.tickLog?.repairedTicks ?? 0);
});

test("an app that ended by itself is not reported as being ended, and its profile is not kept twice", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("script.js");
  await client.waitFor("terminated");
  await client.stop();
  expect(client.output("console")).not.toContain("ends the app");
});

test(
  "an app whose Node 18 is ended by its own sampler's signal, when its work is done, has exited with its own code",
  { tags: "thorough" },
  async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-node-"));
    const node = path.join(folder, "node");
    const isApp = 'case "$*" in *.js) true;; *) false;; esac';
    await writeFile(node, `#!/bin/sh\n"${process.execPath}" "$@"\ncode=$?\n${isApp} && kill -PROF $$\nexit $code\n`);
    await chmod(node, 0o755);
    for (const [program, exitCode] of [
      ["script.js", 0],
      ["crash.js", 1],
    ] as const) {
      await using client = await DapClient.start();
      await client.launch(program, { runtimeExecutable: node });
      expect(await client.waitFor("exited")).toEqual({ exitCode });
      expect(client.all("heatline.problem").filter(({ message }) => String(message).includes("SIGPROF"))).toEqual([]);
      expect(client.all("heatline.problem")).toHaveLength(exitCode);
      await client.stop();
    }
    await rm(folder, { recursive: true });
  },
);
