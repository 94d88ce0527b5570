import { once } from "node:events";
import { expect, test } from "vitest";
import type { LoadReport } from "../../language-server/analysis/load/load.ts";
import type { Run } from "../../language-server/history/run.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { someOf } from "../workbench/some-of.mjs";

const busyTicks = (run: Run): number => run.threads.reduce((sum, thread) => sum + thread.busyTicks, 0);

test.each(someOf(1, ["wrk", "ab"] as const))(
  "a load run of %s is stored as a run with its report and the samples of its measured part",
  async (tool) => {
    await using client = await DapClient.start();
    await client.launch("server.js");
    const port = await client.waitForPort();
    const warmupSeconds = 2;
    const started = performance.now();
    await client.request("heatline.startLoad", { plan: loadPlan(port, { tool, warmupSeconds, durationSeconds: 1 }) });
    const { report } = (await client.waitFor("heatline.loadEnded")) as { report: LoadReport };
    const wholeMs = performance.now() - started;
    const run = await client.run();
    expect(run.load).toEqual({ ...(report as object), sent: run.load?.sent });
    expect(run.load?.sent).toMatchObject({ ratePerSecond: 0, pipelining: 1 });
    expect(report).toMatchObject({ tool, cancelled: false });
    expect(report.requests).toBeGreaterThan(0);
    // The window covers only the measured process, not the warm-up.
    expect(run.durationMs).toBeLessThan(wholeMs - 0.9 * warmupSeconds * 1000);
    expect(busyTicks(run)).toBeGreaterThan(20);
    await client.stop();
  },
);

test("if a tool fails midway, its reason is reported and the profile is kept without figures", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const command = `sh -c "wrk -t1 -c2 -d1s '\${url}' | head -3; echo gave up >&2; exit 4"`;
  await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "command", command, warmupSeconds: 0 }) });
  const { error } = (await client.waitFor("heatline.loadEnded")) as { error: { message: string } };
  expect(error.message).toBe("sh ended with exit code 4 in the measured run: gave up.");
  const run = await client.run();
  expect(run.load).toBeUndefined();
  expect(busyTicks(run)).toBeGreaterThan(20);
  await client.stop();
});

test("if a tool ends with an error after its whole report, the figures are kept and the error shown", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const command = `sh -c "wrk -t1 -c2 -d1s '\${url}'; echo limit passed >&2; exit 4"`;
  await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "command", command, warmupSeconds: 0 }) });
  const { message } = (await client.waitFor("heatline.problem")) as { message: string };
  expect(message).toBe("wrk ended with exit code 4: limit passed, after a complete report.");
  const run = await client.run();
  expect(run.load).toMatchObject({ tool: "wrk", exitCode: 4, exitReason: "limit passed" });
  expect(run.load!.requests).toBeGreaterThan(10);
  await client.stop();
});

test(
  "if a tool's output has an unknown format, the profile is kept and the run says that there are no figures",
  { tags: "thorough" },
  async () => {
    await using client = await DapClient.start();
    await client.launch("server.js");
    const port = await client.waitForPort();
    const command = `sh -c "wrk -t1 -c2 -d1s '\${url}' >/dev/null; echo fine: 1.2k of 1.2k"`;
    await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "command", command, warmupSeconds: 0 }) });
    const { message } = (await client.waitFor("heatline.problem")) as { message: string };
    expect(message).toBe("Heatline does not know the format of the output of sh, so the run has no load figures.");
    const run = await client.run();
    expect(run.load).toEqual({
      tool: "sh",
      url: `http://127.0.0.1:${port}/`,
      label: "sh /",
      latency: {},
      durationSeconds: run.load!.durationSeconds,
      cancelled: false,
      sent: run.load!.sent,
    });
    expect(busyTicks(run)).toBeGreaterThan(20);
    await client.stop();
  },
);

test("a plan that its tool cannot carry out is refused with a reason", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const start = (changes: Parameters<typeof loadPlan>[1]): Promise<unknown> =>
    client.request("heatline.startLoad", { plan: loadPlan(port, { warmupSeconds: 0, ...changes }) });
  await expect(start({ tool: "wrk", ratePerSecond: 10 })).rejects.toThrow("wrk sends as fast as it can and cannot limit the rate");
  await expect(start({ tool: "ab", pipelining: 2 })).rejects.toThrow("ab cannot pipeline");
  await expect(start({ connections: 0 })).rejects.toThrow("Connections must be a whole number from 1 to 10000; it is 0.");
  await client.stop();
});

test("when the adapter is killed at the very start of the load tool, the tool ends with it", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "wrk", warmupSeconds: 0, durationSeconds: 600 }) });
  // Reported just before the process starts.
  await client.waitFor("heatline.loadProgress", ({ phase }) => phase === "measuring");
  const gone = once(client.process, "exit");
  client.process.kill("SIGKILL");
  await gone;
  expect(await client.processesLeft()).toEqual([]);
});

test("when the adapter is killed, the load tool ends with it", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { tool: "wrk", warmupSeconds: 0, durationSeconds: 600 }) });
  // No event reports that the tool itself is running.
  await expect
    .poll(() => client.processes(), { timeout: 10_000 })
    .toContainEqual(expect.objectContaining({ command: expect.stringContaining("-d600s") }));
  const gone = once(client.process, "exit");
  client.process.kill("SIGKILL");
  await gone;
  expect(await client.processesLeft()).toEqual([]);
});
