import { expect, test } from "vitest";
import type { LoadProgress, LoadTool } from "../../language-server/analysis/load/load.ts";
import { awaitFirstResponse } from "../../language-server/recording/load/await-response.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, runLoad } from "./load-server.ts";
import { runAutocannon } from "./run-autocannon.ts";
import { someOf } from "../workbench/some-of.mjs";

const tools: readonly { readonly tool: LoadTool; readonly command?: string }[] = [
  { tool: "autocannon" },
  { tool: "wrk" },
  { tool: "ab" },
  { tool: "command", command: "wrk -c ${connections} -t 1 -d ${duration} ${url}" },
];

test.each(someOf(1, tools))("$tool: the load begins with the app's first answer, however long that takes", async (changes) => {
  let isBuilt = false;
  let sentBefore = 0;
  await using server = await listen((_request, response) => {
    if (isBuilt) return void response.end("ok");
    sentBefore += 1;
    setTimeout(() => {
      isBuilt = true;
      response.end("ok");
    }, 2500);
  });
  const { report, progress } = await runLoad(loadPlan(server.port, { ...changes, warmupSeconds: 1, durationSeconds: 1 }));
  expect(sentBefore).toBe(1);
  expect(report).toMatchObject({ errors: 0, non2xx: 0 });
  expect(report!.requests).toBeGreaterThan(20);
  const phases = progress.map(({ phase }) => phase);
  expect(phases.filter((phase) => phase === "waiting").length).toBeGreaterThan(2);
  expect(phases.indexOf("warmup")).toBeGreaterThan(phases.lastIndexOf("waiting"));
});

test("the wait for a response is limited; Cancel ends it; failed requests are reported by the load", { tags: "thorough" }, async () => {
  await using server = await listen((request, response) => {
    if (request.url === "/cut") response.destroy();
    if (request.url === "/endless") response.write("data: 1\n\n");
  });
  const origin = `http://127.0.0.1:${server.port}`;
  const get = (path: string) => ({ origin, method: "GET", path, headers: {}, body: "" });
  const readings: LoadProgress[] = [];
  const silent = awaitFirstResponse(get("/silent"), new AbortController().signal, (reading) => readings.push(reading), 1200);
  await expect(silent).rejects.toMatchObject({
    coded: { code: "load.firstRequestTimeout", values: { url: `${origin}/silent`, seconds: 1.2 } },
  });
  const endless = awaitFirstResponse(get("/endless"), new AbortController().signal, () => undefined, 1200);
  await expect(endless).rejects.toMatchObject({
    coded: { code: "load.firstAnswerEndless", values: { url: `${origin}/endless`, seconds: 1.2 } },
  });
  expect(readings.map(({ phase }) => phase)).toContain("waiting");
  expect(await awaitFirstResponse(get("/cut"), new AbortController().signal, () => undefined)).toBeUndefined();
  const cancel = new AbortController();
  const cancelled = awaitFirstResponse(get("/silent"), cancel.signal, () => undefined);
  cancel.abort();
  expect(await cancelled).toBeUndefined();
  expect(await awaitFirstResponse(get("/silent"), cancel.signal, () => undefined)).toBeUndefined();
});

test("a load process that ends while the first answer is awaited ends the load at once, and nothing is measured", async () => {
  await using server = await listen(() => undefined);
  let [child, measured] = [0, 0];
  const load = runAutocannon(loadPlan(server.port, { warmupSeconds: 1 }), {
    onStart: (pid) => (child = pid),
    onMeasure: () => (measured += 1),
    onProgress: () => process.kill(child, "SIGKILL"),
  });
  await expect(load).rejects.toMatchObject({ coded: { code: "load.toolFailed" } });
  expect(measured).toBe(0);
});
