import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { LoadPlan, LoadReport } from "../../language-server/analysis/load/load.ts";
import { interimStatuses } from "../../language-server/recording/load/external/interim-answers.ts";
import { reportProblem } from "../../language-server/recording/load/report-problem.ts";
import { targetRequests } from "../../language-server/recording/load/request-target.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { someOf } from "../workbench/some-of.mjs";
import { listen, runLoad } from "./load-server.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-tool-report-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const whole = { durationSeconds: 1, warmupSeconds: 0 } as const;

/** A load tool of our own, as a program in the app's folder. */
async function script(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return `./${name}`;
}

function command(port: number, text: string, changes: Partial<LoadPlan> = {}): LoadPlan {
  return loadPlan(port, { tool: "command", command: text, warmupSeconds: 0, ...changes });
}

test("a tool that ends with another exit code than 0 after a complete report keeps its figures, and the code is reported", async () => {
  const summary = await readFile(path.resolve("test/fixtures/load-reports/locust-mix.txt"), "utf8");
  const ended = async (text: string): Promise<LoadReport> => {
    await writeFile(path.join(folder, "report"), text);
    const { report } = await runLoad(command(1, await script("odd", "cat report >&2; exit 1")), { appFolder: folder });
    return report!;
  };
  const some = await ended(summary);
  expect(some).toMatchObject({ tool: "locust", exitCode: 1, requests: 5534, errors: 2767 });
  expect(reportProblem(some)).toBeUndefined();
  const none = await ended(summary.replaceAll("2767(50.00%)", "0(0.00%)"));
  expect(reportProblem(none)?.message).toBe("locust ended with exit code 1, after a complete report.");
  const all = await ended(summary.replaceAll("2767(50.00%)", "5534(100.00%)"));
  expect(reportProblem(all)?.message).toMatch(/^Every request failed \(5534\)/);
});

test.each([
  ["a table below it", "locust: error: no such option: --jsn\n-----|------\n  0 | 0\n------|-----", "locust: error: no such option: --jsn"],
  ["colours", "\u001B[31mError: connect ECONNREFUSED\u001B[0m\n\n", "Error: connect ECONNREFUSED"],
  ["no line that names an error", "starting\nthe plan is empty\n=====", "the plan is empty"],
])("the reason of a failed tool is its line with words, with %s", async (_name, output, reason) => {
  await writeFile(path.join(folder, "said"), output);
  const tool = await script("odd", "cat said >&2; exit 2");
  await expect(runLoad(command(1, tool), { appFolder: folder })).rejects.toThrow(
    `odd ended with exit code 2 in the measured run: ${reason}.`,
  );
});

test.each(someOf(2, ["wrk", "ab", "siege"] as const))("%s takes interim answers for final ones, which is reported", async (tool) => {
  await using server = await listen((_request, response) =>
    response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, () => response.end("ok")),
  );
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool }));
  expect(report!.interimTaken).toEqual(["103"]);
  expect(reportProblem(report!)?.message).toBe(
    `The app sends interim answers (103) before its final ones, and ${tool} takes them for final answers: its figures are wrong, the profile is right.`,
  );
});

test("interim answers on some of the answers only are found, too", async () => {
  let asked = 0;
  await using server = await listen((_request, response) => {
    if (++asked % 3 !== 0) return void response.end("ok");
    response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, () => response.end("ok"));
  });
  const { port } = server;
  const ask = targetRequests(loadPlan(port, whole));
  const { signal } = new AbortController();
  expect(await interimStatuses(ask, signal)).toEqual(["103"]);
  expect(asked).toBe(3);
  asked = 0;
  const { report } = await runLoad(loadPlan(port, { ...whole, tool: "siege" }));
  expect(report!.interimTaken).toEqual(["103"]);
});

test("an app that gives no answer is asked for interim ones once", async () => {
  let asked = 0;
  await using server = await listen((_request, response) => {
    asked++;
    response.destroy();
  });
  const ask = targetRequests(loadPlan(server.port, whole));
  expect(await interimStatuses(ask, new AbortController().signal)).toEqual([]);
  expect(asked).toBe(1);
});

test.each(["hey", "h2load"] as const)("%s counts final answers only", { tags: "thorough" }, async (tool) => {
  await using server = await listen((_request, response) =>
    response.writeEarlyHints({ link: "</a.css>; rel=preload; as=style" }, () => response.end("ok")),
  );
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool }));
  expect(Math.abs(report!.requests! - server.counts.get("GET /")!)).toBeLessThanOrEqual(8);
  expect(reportProblem(report!)).toBeUndefined();
});

test("figures that no run may have are not taken over", async () => {
  const tool = await script(
    "odd",
    `echo '[{"start_time":1,"last_request_timestamp":2,"num_requests":-3,"num_failures":0,"total_response_time":1,"max_response_time":1,"response_times":{}}]'`,
  );
  const { report } = await runLoad(command(1, tool), { appFolder: folder });
  expect(report).toMatchObject({ tool: "odd", latency: {} });
  expect(report).not.toHaveProperty("requests");
});

test("output of an unknown format gives a report without figures", async () => {
  const tool = await script("odd", 'echo "all went well: 12,000 hits"');
  const { report } = await runLoad(command(1, tool), { appFolder: folder });
  expect(report).toEqual({ tool: "odd", url: "", label: "odd", latency: {}, durationSeconds: report!.durationSeconds, cancelled: false });
});

test.each([
  [
    "fails midway",
    'echo "Requests/sec: 12.5"; echo "lost the server" >&2; exit 3',
    "odd ended with exit code 3 in the measured run: lost the server.",
  ],
  ["is killed", "kill -9 $$", "odd was ended by SIGKILL in the measured run."],
])("a tool that %s is reported, and its figures are not used", async (_name, text, message) => {
  const tool = await script("odd", text);
  await expect(runLoad(command(1, tool), { appFolder: folder })).rejects.toThrow(message);
});
