import { expect, test } from "vitest";
import type { LoadReport } from "../../language-server/analysis/load/load.ts";
import { readRun, readThread } from "../../language-server/history/run-store.ts";
import { DapClient, loadPlan } from "../drivers/adapter/dap-client.ts";
import { someOf } from "../workbench/some-of.mjs";

test("a load run of a server is stored as a run with the samples of its measured part", async () => {
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

test("a checked load whose first response is an error sends nothing more until that is confirmed", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  const requests = [{ method: "GET", path: "/fail", headers: {}, body: "" }];
  const plan = loadPlan(port, { requests });
  await client.request("heatline.startCheckedLoad", { plan });
  const { responses } = await client.waitFor("heatline.firstResponses");
  expect(responses).toMatchObject([{ doubt: "status", request: "GET /fail", status: 500 }]);
  await client.request("heatline.cancelLoad");
  expect(await client.waitFor("heatline.loadEnded")).toEqual({});
  await client.request("heatline.startCheckedLoad", { plan });
  await expect.poll(() => client.all("heatline.firstResponses").length).toBe(2);
  await client.request("heatline.proceedLoad");
  const { report } = (await client.waitFor("heatline.loadEnded", (body) => body["report"] !== undefined)) as { report: LoadReport };
  expect(report.non2xx).toBe(report.requests);
  expect(client.all("heatline.runWritten")).toHaveLength(1);
  await client.stop();
});

test("a load or a recording that is discarded leaves no run, and the app goes on", async () => {
  await using client = await DapClient.start();
  await client.launch("server.js");
  const port = await client.waitForPort();
  await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 60, warmupSeconds: 0 }) });
  await client.waitForLoad("measuring");
  await client.request("heatline.discard");
  expect(await client.waitFor("heatline.loadEnded")).toEqual({});
  await client.request("heatline.startRecording");
  await expect.poll(() => client.all("heatline.recording").at(-1)).toEqual({ recording: true });
  await client.request("heatline.discard");
  await expect.poll(() => client.all("heatline.loadEnded")).toEqual([{}, {}]);
  expect(client.all("heatline.runWritten")).toEqual([]);
  await client.request("heatline.startLoad", { plan: loadPlan(port) });
  expect((await client.run()).end).toBe("load-ended");
  expect(client.all("heatline.runWritten")).toHaveLength(1);
  await client.stop();
});

test.each(
  someOf(1, [
    ["masked", false, "GET /?token=***&page=2 (+1)", "--token=***"],
    ["kept if the user wants it", true, "GET /?token=hunter2&page=2 (+1)", "--token=hunter2"],
  ]),
)("secrets in the command line and in the requests of a load are %s", async (_what, keepSecrets, label, argument) => {
  await using client = await DapClient.start();
  await client.launch("server.js", { args: ["--token=hunter2"], keepSecrets });
  const port = await client.waitForPort();
  const requests = ["/?token=hunter2&page=2", "/?page=2"].map((each) => ({ method: "GET", path: each, headers: {}, body: "" }));
  await client.request("heatline.startLoad", { plan: loadPlan(port, { requests }) });
  const { folder } = (await client.waitFor("heatline.runWritten")) as { folder: string };
  const run = await readRun(folder);
  expect(run.load?.label).toBe(label);
  expect(run.load?.url).toBe(`http://127.0.0.1:${port}${label.replace(/^GET | \(.*/g, "")}`);
  expect(run.load?.perRequest?.map((each) => each.label)).toEqual([label.replace(/ \(.*/, ""), "GET /?page=2"]);
  expect(run.app.argv).toContain(argument);
  expect(JSON.stringify(run).includes("hunter2")).toBe(keepSecrets);
  await client.stop();
});
