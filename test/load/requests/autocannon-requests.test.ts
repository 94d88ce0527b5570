import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtemp } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { LoadPlan, LoadRequest } from "../../../language-server/analysis/load/load.ts";
import { isLatency, outcomes, type Outcome, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { slowRequests } from "../../../language-server/analysis/timeline/tail/slow-requests.ts";
import { loadRow } from "../../../language-server/answers/timeline/load-row.ts";
import { requestsFile, RequestsFile } from "../../../language-server/recording/load/requests/requests-file.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { type Ran, runAutocannon } from "../run-autocannon.ts";

const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(handler: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const get = (at: string): LoadRequest => ({ method: "GET", path: at, headers: {}, body: "" });

async function loaded(port: number, plan: Partial<LoadPlan>, options: Parameters<typeof runAutocannon>[1] = {}) {
  const ran = await runAutocannon(loadPlan(port, { warmupSeconds: 0, ...plan }), options);
  return { ...ran, report: ran.report!, table: ran.requests!.requests };
}

function count({ outcome }: RequestTable, which: Outcome): number {
  return outcome.filter((each) => outcomes[each] === which).length;
}

/** Of the rows that count as latencies, as HdrHistogram does. */
function p99Ms({ due, end, outcome }: RequestTable): number {
  const latencies = [...due.keys()].filter((row) => isLatency(outcome[row])).map((row) => (end[row]! - due[row]!) / 1000);
  latencies.sort((a, b) => a - b);
  return latencies[Math.max(1, Math.floor(0.99 * latencies.length + 0.5)) - 1]!;
}

function expectOneP99({ report, table }: { readonly report: NonNullable<Ran["report"]>; readonly table: RequestTable }): void {
  // The histogram has three figures.
  expect(p99Ms(table) / report.latency.p99Ms!).toBeGreaterThan(0.998);
  expect(p99Ms(table) / report.latency.p99Ms!).toBeLessThan(1.002);
  // So has the strip, if all is in one column.
  const load = { from: 0, to: Math.max(...table.end) + 1 };
  const strip = loadRow({ requests: table, load }, load.from, load.to, 1)!;
  expect(strip.p99Ms[0]).toBeCloseTo(p99Ms(table), 2);
  expect((strip.perSecond[0]! * load.to) / 1e6).toBeCloseTo(report.requests!, 3);
  // And the first sentence of the slowest requests.
  const none = { from: new Float64Array(), to: new Float64Array() };
  expect(slowRequests(table, none, { load: undefined, spans: null }).latencies!.p99 / 1000).toBeCloseTo(p99Ms(table), 2);
}

/** Every hundredth answer is late. */
function lateServer(lateMs: number): Promise<number> {
  let seen = 0;
  return listen((_request, response) => {
    seen += 1;
    setTimeout(() => response.end("ok"), seen % 100 === 0 ? lateMs : 0);
  });
}

test.each(ownNodeMajors)("on Node %i each request is a row, and the table's p99 is that of the header", async (major) => {
  const ran = await loaded(await lateServer(60), { durationSeconds: 2, connections: 5 }, { node: await nodeOf(major) });
  const { report, table, requests } = ran;
  expect(count(table, "answer")).toBe(report.requests);
  // What was in flight at the end.
  expect(count(table, "load-end")).toBe(5);
  expect(table.due.length).toBe(report.requests! + 5);
  expect(table.weight.every((each) => each === 1)).toBe(true);
  expect(table.labels).toEqual(["GET /"]);
  expect(new Set(table.status)).toEqual(new Set([0, 200]));
  expectOneP99(ran);
  expect(table.sent).toEqual(table.due);
  expect(requests!.from).toBeLessThanOrEqual(Math.min(...table.due));
  expect(requests!.to).toBeGreaterThanOrEqual(Math.max(...table.end));
  expect((requests!.to - requests!.from) / 1e6).toBeCloseTo(report.durationSeconds, 1);
});

test("requests of a mix are told apart in the plan's order, also in a pipeline", async () => {
  const counts: Record<string, number> = {};
  const port = await listen((request, response) => {
    counts[request.url!] = (counts[request.url!] ?? 0) + 1;
    response.writeHead(request.url === "/bad" ? 503 : 200).end("ok");
  });
  const requests = [{ ...get("/often"), weight: 3 }, get("/bad")];
  const { table, report } = await loaded(port, { requests, connections: 3, pipelining: 4 });
  expect(table.labels).toEqual(["GET /often", "GET /bad"]);
  const answers = [...table.outcome.keys()].filter((row) => outcomes[table.outcome[row]!] === "answer");
  expect(answers).toHaveLength(report.requests!);
  for (const row of answers) expect(table.status[row]).toBe(table.request[row] === 1 ? 503 : 200);
  expect(report.perRequest!.map(({ requests: each }) => each)).toEqual(
    [0, 1].map((request) => answers.filter((row) => table.request[row] === request).length),
  );
  expect(table.due.length).toBeLessThanOrEqual(counts["/often"]! + counts["/bad"]! + 12);
  expect(count(table, "load-end")).toBe(12);
});

test("a broken connection is an error with the time that it took", async () => {
  let seen = 0;
  const port = await listen((request, response) => {
    seen += 1;
    if (seen % 10 === 0) setTimeout(() => request.socket.resetAndDestroy(), 30);
    else response.end("ok");
  });
  const { table, report } = await loaded(port, { connections: 2 });
  expect(report.errors).toBeGreaterThan(2);
  expect(count(table, "error")).toBe(report.errors);
  const failed = [...table.due.keys()].filter((row) => outcomes[table.outcome[row]!] === "error");
  for (const row of failed) expect(table.end[row]! - table.due[row]!).toBeGreaterThan(29_000);
  expectOneP99({ report, table });
});

test("a server that never answers: a time-out after ten seconds, and what the load's end cut off", { tags: "thorough" }, async () => {
  const port = await listen(() => undefined);
  const { table, report } = await loaded(port, { connections: 2, durationSeconds: 11 });
  expect(report.timeouts).toBe(2);
  expect(count(table, "timeout")).toBe(2);
  expect(count(table, "load-end")).toBe(2);
  const took = (table.end[0]! - table.due[0]!) / 1e6;
  expect(took).toBeGreaterThan(9.9);
});

test("a server that closes each connection after its answer: what autocannon wrote meanwhile is no failure", async () => {
  const port = await listen((_request, response) => response.setHeader("connection", "close").end("ok"));
  const { table, report } = await loaded(port, {});
  expect(report.errors).toBe(0);
  expect(count(table, "error")).toBe(0);
  expect(count(table, "answer")).toBe(report.requests);
});

test("nothing answers at all: each request is an error", async () => {
  const port = await listen((request) => request.socket.end());
  const { table, report } = await loaded(port, { connections: 2 });
  expect(report.requests).toBe(0);
  expect(count(table, "error")).toBeGreaterThan(2);
  expect(count(table, "error")).toBe(report.errors);
});

test("a load that is killed keeps the requests that it had", async () => {
  const port = await listen((_request, response) => setTimeout(() => response.end("ok"), 5));
  const privateFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-load-"));
  let pid = 0;
  let reported = 0;
  const ended = runAutocannon(loadPlan(port, { warmupSeconds: 0, durationSeconds: 30 }), {
    privateFolder,
    onStart: (started) => (pid = started),
    onProgress: () => {
      reported += 1;
      if (reported === 5) process.kill(pid, "SIGKILL");
    },
  });
  await expect(ended).rejects.toThrow("SIGKILL");
  const kept = (await new RequestsFile(requestsFile(privateFolder)).read())!;
  expect(kept.requests.due.length).toBeGreaterThan(50);
  expect((kept.to - kept.from) / 1e6).toBeGreaterThan(0.9);
});
