import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { offeredIfFound, toolAbilities } from "../../language-server/analysis/load/load-tools.ts";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import { reportProblem } from "../../language-server/recording/load/report-problem.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { findProgram } from "../workbench/tools.mjs";
import { listen, runLoad } from "./load-server.ts";

/** Debian has these; the others are tried where they are installed. */
const debianTools = ["hey", "h2load", "siege"];
const tools = offeredIfFound.filter((tool) => debianTools.includes(tool) || findProgram(tool) !== undefined);

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-named-tool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const timeout = 90_000;
const whole = { durationSeconds: 1, warmupSeconds: 0 } as const;
const get = (at: string): LoadRequest => ({ method: "GET", path: at, headers: {}, body: "" });
const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, count) => sum + count, 0);

test.each(tools)("%s: its report has what the server served, with a body, a method and headers", { timeout }, async (tool) => {
  await writeFile(path.join(folder, "order.json"), '{"a":1}');
  let types = "";
  await using server = await listen((request, response) => {
    types = request.headers["content-type"] ?? "";
    response.end("ok");
  });
  const headers = { "x-key": "k 1", "content-type": "text/x-test" };
  const requests = [{ method: "PUT", path: "/orders?a=1&b=c", headers, body: "", bodyFile: "order.json" }];
  const { report, unforgotten } = await runLoad(loadPlan(server.port, { ...whole, tool, requests, connections: 3 }), { appFolder: folder });
  expect([...server.counts.keys()]).toEqual(['PUT /orders?a=1&b=c k 1 {"a":1}']);
  expect(types).toBe("text/x-test");
  expect(report).toMatchObject({ tool, label: "PUT /orders?a=1&b=c", errors: 0, cancelled: false });
  expect(Math.abs(report!.requests! - sumOf(server.counts))).toBeLessThanOrEqual(6);
  expect(report!.requestsPerSecond).toBeGreaterThan(10);
  expect(report!.latency.p99Ms ?? report!.latency.maxMs).toBeGreaterThan(0);
  expect(reportProblem(report!)).toBeUndefined();
  expect(unforgotten).toEqual([]);
});

test.each(tools)("%s: a load of error answers only is a failed load", { timeout, tags: "thorough" }, async (tool) => {
  await using server = await listen((_request, response) => void response.writeHead(500).end("no"));
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool }));
  expect(report!.requests).toBeGreaterThan(3);
  expect(reportProblem(report!)?.message).toMatch(/^Every (?:answer was an error|request failed)/);
});

test.each(tools.filter((tool) => toolAbilities[tool].severalRequests))("%s mixes requests by their weights", { timeout }, async (tool) => {
  await using server = await listen();
  const requests = [
    { ...get("/often"), weight: 3 },
    { ...get("/rare"), method: "POST", body: "é {{ x }} $" },
  ];
  await runLoad(loadPlan(server.port, { ...whole, tool, requests }));
  const [often, rare] = [
    server.counts.get("GET /often")!,
    server.counts.get(`POST /rare  ${Buffer.from("é {{ x }} $").toString("latin1")}`)!,
  ];
  expect(rare).toBeGreaterThan(20);
  // locust chooses at random.
  expect(often / rare).toBeGreaterThan(2);
  expect(often / rare).toBeLessThan(5);
});

test.each(tools.filter((tool) => toolAbilities[tool].rate))("%s keeps a given rate", { timeout, tags: "thorough" }, async (tool) => {
  await using server = await listen();
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool, ratePerSecond: 40, durationSeconds: 2 }));
  expect(report!.requests).toBeGreaterThan(20);
  expect(sumOf(server.counts)).toBeLessThanOrEqual(120);
});

test.each(tools)("%s: Cancel ends it, and what it reports then is kept", { timeout, tags: "thorough" }, async (tool) => {
  const abort = new AbortController();
  let answered = 0;
  await using server = await listen((_request, response) => {
    response.end("ok");
    if (++answered === 50) abort.abort();
  });
  const plan = loadPlan(server.port, { tool, warmupSeconds: 0, durationSeconds: 300 });
  const { report, unforgotten } = await runLoad(plan, { signal: abort.signal });
  expect(report).toMatchObject({ tool, cancelled: true });
  expect(reportProblem(report!)).toBeUndefined();
  // These two end without a report.
  expect((report!.requests ?? 0) > 0).toBe(tool !== "h2load" && tool !== "artillery");
  expect(unforgotten).toEqual([]);
});
