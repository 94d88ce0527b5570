import { expect, test } from "vitest";
import type { LoadReport } from "../../language-server/analysis/load/load.ts";
import { readRun, readThread } from "../../language-server/history/run-store.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";

test("a load run of a server becomes a run with the samples of its measured part", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  const { report } = (await client.waitFor("heatline.loadEnded")) as { report: LoadReport };
  expect(report.requests).toBeGreaterThan(10);
  const { folder } = (await client.waitFor("heatline.runWritten")) as { folder: string };
  const run = await readRun(folder);
  const profile = await readThread(folder, run.threads[0]!);
  expect(profile.functions.name).toContain("burn");
  await client.stop();
});
