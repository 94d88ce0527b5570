import path from "node:path";
import { describe, expect, test } from "vitest";
import { readThread } from "../../language-server/history/run-store.ts";
import { DapClient, loadPlan, recorders } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { lossesBesideWork, lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { edgeNodeMajors, nodeOf, ownNodeMajors } from "../workbench/node-versions.mjs";

describe.each(recorders)("%s recorder", (recorder) => {
  test.each(edgeNodeMajors)("Node %i: a server under load is recorded", async (major) => {
    const node = await nodeOf(major);
    await using client = await DapClient.start(recorder);
    await client.launch("server.js", { runtimeExecutable: node });
    await client.request("heatline.startLoad", { plan: loadPlan(await client.waitForPort()) });
    const run = await client.run();
    expect(run.app.nodeVersion).toMatch(new RegExp(`^${major}\\.`));
    expect(lossesOf(run)).toEqual([]);
    const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
    // The inspector of Node 18 to 24 loses inlined callees, here burn in its caller.
    expect(profile.functions.name).toContain(recorder === "exact" ? "burn" : "emit");
    expect(run.scripts.map(({ url }) => path.basename(url))).toContain("server.js");
    await client.stop();
    expect(reportedProblems(client)).toEqual([]);
    expect(await client.processesLeft()).toEqual([]);
  });

  test.each(recorder === "exact" ? edgeNodeMajors : ownNodeMajors)(
    "Node %i: a script is recorded from its first line to its exit",
    async (major) => {
      const node = await nodeOf(major);
      const losses = await undisturbed(
        async () => {
          await using client = await DapClient.start(recorder);
          await client.launch("script.js", { runtimeExecutable: node });
          const run = await client.run();
          expect(run).toMatchObject({ end: "exited", exitCode: 0 });
          const profile = await readThread(path.join(client.runsFolder, run.id), run.threads[0]!);
          expect(profile.functions.name).toContain("work");
          expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
          expect(client.output("stderr")).toBe("");
          await client.stop();
          return lossesOf(run);
        },
        ({ length }) => length === 0,
      );
      expect(losses).toEqual([]);
    },
  );

  test.each(edgeNodeMajors)("Node %i: worker threads are recorded with the main one", { tags: "thorough" }, async (major) => {
    const node = await nodeOf(major);
    await using client = await DapClient.start(recorder);
    await client.launch("workers.js", { runtimeExecutable: node });
    const run = await client.run();
    expect(run.threads.map(({ name }) => name)).toEqual(["main", "worker 1"]);
    expect(run.threads[1]!.busyTicks).toBeGreaterThan(20);
    await client.stop();
  });

  test.each(recorder === "exact" ? edgeNodeMajors : ownNodeMajors)(
    "Node %i: the samples of a worker that is terminated are kept",
    async (major) => {
      const node = await nodeOf(major);
      await using client = await DapClient.start(recorder);
      await client.launch("worker-ends.js", { runtimeExecutable: node, args: ["terminate"] });
      const run = await client.run();
      expect(run.end).toBe("exited");
      expect(lossesBesideWork(run)).toEqual([]);
      expect(run.threads[1]).toMatchObject({ name: "worker 1" });
      expect(run.threads[1]!.busyTicks).toBeGreaterThan(20);
      await client.stop();
      expect(await client.processesLeft()).toEqual([]);
    },
  );

  test.each(ownNodeMajors)("Node %i: the samples of a worker are kept when the process exits", async (major) => {
    const node = await nodeOf(major);
    await using client = await DapClient.start(recorder);
    await client.launch("worker-ends.js", { runtimeExecutable: node, args: ["exit"] });
    const run = await client.run();
    expect(run.end).toBe("exited");
    expect(lossesBesideWork(run)).toEqual([]);
    expect(run.threads[1]).toMatchObject({ name: "worker 1" });
    expect(run.threads[1]!.busyTicks).toBeGreaterThan(20);
    expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
    await client.stop();
    expect(await client.processesLeft()).toEqual([]);
  });
});
