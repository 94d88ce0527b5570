import path from "node:path";
import { expect, test } from "vitest";
import { openTarget } from "../../language-server/cli/targets/target.ts";
import { DapClient, recorders } from "../drivers/adapter/dap-client.ts";
import { expectWorth, isWorth, machineTimes, type Worth } from "../drivers/adapter/machine-time.ts";
import { lossesOf } from "../drivers/adapter/recorded-lines.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

const ends = ["by itself", "exit"] as const;
const cases = ownNodeMajors.flatMap((major) =>
  someOf(1, recorders).flatMap((recorder) => someOf(1, ends).map((end) => ({ major, recorder, end }))),
);

test.each(cases)(
  "Node $major, $recorder: a process with an idle worker ends, $end, and both are recorded",
  async ({ major, recorder, end }) => {
    const record = async (): Promise<Readonly<Record<"main" | "worker", Worth>>> => {
      await using client = await DapClient.start(recorder);
      await client.launch("idle-worker.js", { runtimeExecutable: await nodeOf(major), args: end === "exit" ? [end] : [] });
      expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
      const run = await client.run();
      const { costs } = (await openTarget(path.join(client.runsFolder, run.id), undefined)).analysis;
      await client.stop();
      // At exit the process waits for Heatline, in Heatline's own code, and the worker is idle: neither is work. The rest is the start of two threads.
      const work = costs.functions.find(({ name }) => name === "work");
      expect((work?.totalTicks ?? 0) / costs.busyTicks).toBeGreaterThan(0.6);
      expect(costs.sources.filter((source) => source.path.endsWith(".cjs"))).toEqual([]);
      expect(run).toMatchObject({ end: "exited", exitCode: 0 });
      expect(lossesOf(run)).toEqual([]);
      expect(run.threads).toHaveLength(2);
      expect(await client.processesLeft()).toEqual([]);
      const [main = 0, worker = 0] = run.threads.map(({ busyTicks, intervalUs }) => (busyTicks * intervalUs) / 1000);
      const times = machineTimes(client.output("stdout"));
      const of = (which: string): Worth["times"] => times.filter(({ name }) => name === which);
      return { main: { ms: [main], times: of("main") }, worker: { ms: [worker], times: of("worker") } };
    };
    // From its first line on. There is little other work: if the worker's final wait counted as work, its ticks would be worth twice as much.
    const { main, worker } = await undisturbed(record, (each) => isWorth(each.main, 50) && isWorth(each.worker, 50));
    expectWorth(main, 50);
    expectWorth(worker, 50);
  },
);

test.each(ownNodeMajors.flatMap((major) => someOf(1, recorders).map((recorder) => ({ major, recorder }))))(
  "Node $major, $recorder: a process ends in the moment in which it starts a worker",
  async ({ major, recorder }) => {
    await using client = await DapClient.start(recorder);
    await client.launch("starting-worker.js", { runtimeExecutable: await nodeOf(major) });
    expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
    const run = await client.run();
    await client.stop();
    expect(run).toMatchObject({ end: "exited", exitCode: 0 });
    const [main, ...others] = run.threads;
    expect(main?.name).toBe("main");
    expect((main?.busyTicks ?? 0) * (main?.intervalUs ?? 0)).toBeGreaterThan(0.5 * 300_000);
    for (const { name } of others) expect(name).toMatch(/^worker/);
    // The process may end the worker in its first line: then nothing of it was recorded, and the run says so.
    const loss = recorder === "exact" ? "worker 1 was not recorded: V8 wrote no" : "The samples of worker 1 are lost: it ended before";
    expect(lossesOf(run).filter((text) => !text.startsWith(loss))).toEqual([]);
    expect(await client.processesLeft()).toEqual([]);
  },
);
