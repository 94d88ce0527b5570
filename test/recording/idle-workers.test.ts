import { expect, test } from "vitest";
import { DapClient, recorders } from "../adapter/dap-client.ts";
import { lossesOf } from "../adapter/recorded-lines.ts";
import { nodeMajors, nodeOf } from "./node-versions.ts";

const ends = ["by itself", "exit"] as const;
const cases = nodeMajors.flatMap((major) => recorders.flatMap((recorder) => ends.map((end) => ({ major, recorder, end }))));

test.each(cases)(
  "Node $major, $recorder: a process with an idle worker ends, $end, with what both have",
  async ({ major, recorder, end }) => {
    await using client = await DapClient.start(recorder);
    await client.launch("idle-worker.js", { runtimeExecutable: await nodeOf(major), args: end === "exit" ? [end] : [] });
    expect(await client.waitFor("exited")).toEqual({ exitCode: 0 });
    const run = await client.run();
    await client.stop();
    expect(run).toMatchObject({ end: "exited", exitCode: 0 });
    expect(lossesOf(run)).toEqual([]);
    expect(run.threads).toHaveLength(2);
    for (const { busyTicks, intervalUs } of run.threads) expect(busyTicks * intervalUs).toBeGreaterThan(0.7 * 300_000);
    expect(await client.processesLeft()).toEqual([]);
  },
);
