import { createServer, type RequestListener, type Server } from "node:http";
import https from "node:https";
import { mkdtemp } from "node:fs/promises";
import type { AddressInfo, ListenOptions, Socket } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { LoadPlan, LoadRequest } from "../../../language-server/analysis/load/load.ts";
import { isLatency, type Outcome, outcomes, type RequestTable } from "../../../language-server/analysis/timeline/tracks.ts";
import { loadPlan } from "../../drivers/adapter/dap-client.ts";
import { certificate, key } from "../../drivers/loopback-certificate.ts";
import { nodeOf, ownNodeMajors } from "../../workbench/node-versions.mjs";
import { runAutocannon } from "../run-autocannon.ts";

const servers: Server[] = [];
/** In microseconds: what timers of a load are early at most. */
const early = 1100;

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(server: Server, where: ListenOptions = { port: 0, host: "127.0.0.1" }): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(where, resolve));
  return where.path === undefined ? (server.address() as AddressInfo).port : 0;
}

const answering = (handler: RequestListener): Promise<number> => listen(createServer(handler));
const get = (at: string, more: Partial<LoadRequest> = {}): LoadRequest => ({ method: "GET", path: at, headers: {}, body: "", ...more });

async function loaded(plan: Partial<LoadPlan>, options: Parameters<typeof runAutocannon>[1] = {}) {
  const ran = await runAutocannon({ ...loadPlan(0, { warmupSeconds: 0, ...plan }) }, options);
  const { from, to, requests } = ran.requests!;
  return { report: ran.report!, table: requests, from, to };
}

const to = (port: number, scheme = "http"): Pick<LoadPlan, "baseUrl"> => ({ baseUrl: `${scheme}://127.0.0.1:${port}` });

function counts({ outcome }: RequestTable): Partial<Record<Outcome, number>> {
  const found: Partial<Record<Outcome, number>> = {};
  for (const each of outcome) found[outcomes[each]!] = (found[outcomes[each]!] ?? 0) + 1;
  return found;
}

/** So many requests were due, and none failed. A busy machine answers the last ones too late. */
function expectAll(table: RequestTable, requests: number): void {
  const { answer = 0, "load-end": cutOff = 0, unsent = 0, ...others } = counts(table);
  expect([answer + cutOff + unsent, others]).toEqual([requests, {}]);
  expect(answer).toBeGreaterThan(requests / 2);
}

function rowsOf({ outcome }: RequestTable, which: Outcome): readonly number[] {
  return [...outcome.keys()].filter((row) => outcomes[outcome[row]!] === which);
}

function expectOneP99({
  report,
  table,
}: {
  readonly report: { readonly latency: { readonly p99Ms?: number | undefined } };
  readonly table: RequestTable;
}) {
  const latencies = [...table.due.keys()]
    .filter((row) => isLatency(table.outcome[row]))
    .map((row) => (table.end[row]! - table.due[row]!) / 1000);
  latencies.sort((a, b) => a - b);
  expect(latencies[Math.max(1, Math.floor(0.99 * latencies.length + 0.5)) - 1]! / report.latency.p99Ms!).toBeCloseTo(1, 2);
}

/** None before its time: those of a second are not sent at its start. */
function expectEven({ table: { due }, from }: { readonly table: RequestTable; readonly from: number }, rate: number): void {
  const sorted = due.toSorted();
  for (const [index, each] of sorted.entries()) expect(each - from + early).toBeGreaterThanOrEqual((index / rate) * 1e6);
}

test.each(ownNodeMajors)("on Node %i exactly as many requests as asked are sent, evenly, warm-up and measured part each", async (major) => {
  let seen = 0;
  let before = 0;
  const port = await answering((_request, response) => {
    seen += 1;
    response.end("ok");
  });
  const plan = { ...to(port), ratePerSecond: 40, durationSeconds: 2, warmupSeconds: 1, connections: 10 };
  const ran = await loaded(plan, { node: await nodeOf(major), onMeasure: () => (before = seen) });
  // One more waits for the app, and tries the request.
  expect(Math.abs(before - 41)).toBeLessThanOrEqual(1);
  expect(ran.table.due.length).toBe(80);
  expect(seen - before).toBe(80 - rowsOf(ran.table, "unsent").length);
  expectEven(ran, 40);
  expectOneP99(ran);
});

test("a fraction of a request per second, on more connections than requests, is kept", async () => {
  const port = await answering((_request, response) => response.end("ok"));
  const ran = await loaded({ ...to(port), ratePerSecond: 1.5, durationSeconds: 2, connections: 20 });
  expectAll(ran.table, 3);
  expect(ran.report.connections).toBe(20);
  expectEven(ran, 1.5);
});

test("what waits for a late answer is sent late, and its latency begins when it was due", async () => {
  let seen = 0;
  const port = await answering((_request, response) => {
    seen += 1;
    setTimeout(() => response.end("ok"), seen % 100 === 0 ? 300 : 0);
  });
  const ran = await loaded({ ...to(port), ratePerSecond: 100, durationSeconds: 3, connections: 1 });
  const { table, report } = ran;
  expect(table.due.length).toBe(300);
  expectOneP99(ran);
  expectEven(ran, 100);
  const late = [...table.due.keys()].filter((row) => table.sent[row]! - table.due[row]! > 100_000);
  expect(late.length).toBeGreaterThan(20);
  expect(report.latency.p99Ms).toBeGreaterThan(250);
  expect([...table.due.keys()].every((row) => table.sent[row]! >= table.due[row]! && table.end[row]! >= table.sent[row]!)).toBe(true);
});

test("of a rate that the app cannot answer, what was never sent is no latency, and the report says how many", async () => {
  const port = await answering((_request, response) => setTimeout(() => response.end("ok"), 50));
  const ran = await loaded({ ...to(port), ratePerSecond: 500, durationSeconds: 2, connections: 2 });
  const { table, report } = ran;
  const { answer = 0, unsent = 0, "load-end": cutOff = 0 } = counts(table);
  expect(answer + unsent + cutOff).toBe(1000);
  expect(answer).toBe(report.requests);
  expect(unsent).toBe(report.unsent);
  expect(unsent).toBeGreaterThan(800);
  expect(report.errors).toBe(0);
  for (const row of rowsOf(table, "unsent")) expect([table.sent[row], table.status[row]]).toEqual([table.end[row], 0]);
  expectOneP99(ran);
  expect(report.latency.p99Ms).toBeGreaterThan(1000);
});

test("requests with weights are sent exactly as often as these say, in pipelines and by users of their own", async () => {
  const seen: Record<string, number> = {};
  let users = 0;
  const port = await answering((request, response) => {
    if (request.url === "/login") response.setHeader("set-cookie", `user=${users++}`);
    const key = request.url === "/login" ? "/login" : `${request.url} ${request.headers.cookie}`;
    seen[key] = (seen[key] ?? 0) + 1;
    response.end("ok");
  });
  const requests = [get("/often", { weight: 3 }), get("/rare")];
  const plan = {
    ratePerSecond: 100,
    durationSeconds: 2,
    connections: 5,
    pipelining: 3,
    setup: [get("/login")],
    setupRuns: "per-connection",
  } as const;
  const { table, report } = await loaded({ ...to(port), ...plan, requests });
  expectAll(table, 200);
  expect([0, 1].map((which) => table.request.filter((each) => each === which).length)).toEqual([150, 50]);
  expect(report.perRequest!.reduce((sum, each) => sum + each.requests, 0)).toBe(report.requests);
  for (let user = 0; user < 5; user++) expect(seen[`/often user=${user}`]).toBeGreaterThan(0);
});

test("a server that closes each connection after its answer has each request once, and no failure", async () => {
  let seen = 0;
  const port = await answering((_request, response) => {
    seen += 1;
    response.setHeader("connection", "close").end("ok");
  });
  const { table, report } = await loaded({ ...to(port), ratePerSecond: 100, durationSeconds: 2, connections: 3 });
  expectAll(table, 200);
  expect(seen).toBe(200 - rowsOf(table, "unsent").length);
  expect(report).toMatchObject({ errors: 0, timeouts: 0 });
});

test("the app dies in the middle: what is due from then on is an error, each once", async () => {
  const sockets = new Set<Socket>();
  let seen = 0;
  const server = createServer((_request, response) => {
    seen += 1;
    if (seen < 60) return void response.end("ok");
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  server.on("connection", (socket: Socket) => sockets.add(socket));
  const port = await listen(server);
  const { table, report } = await loaded({ ...to(port), ratePerSecond: 100, durationSeconds: 2, connections: 3 });
  expect(table.due.length).toBe(200);
  const { answer = 0, error = 0, "load-end": cutOff = 0, unsent = 0 } = counts(table);
  expect(answer).toBe(report.requests);
  expect(answer).toBeLessThan(60);
  expect(error).toBe(report.errors);
  expect(answer + error + cutOff + unsent).toBe(200);
  expect(error).toBeGreaterThan(70);
});

test("cancelled in the middle, nothing that was due later is reported as not sent", async () => {
  const cancel = new AbortController();
  let seen = 0;
  const port = await answering((_request, response) => {
    response.end("ok");
    if (++seen === 50) cancel.abort();
  });
  const { table, report } = await loaded({ ...to(port), ratePerSecond: 100, durationSeconds: 600 }, { signal: cancel.signal });
  expect(report.cancelled).toBe(true);
  expect(table.due.length).toBeGreaterThanOrEqual(50);
  expect(table.due.length).toBeLessThan(1000);
});

test.each(["https", "unix"] as const)("a server behind %s has exactly as many, too", async (kind) => {
  const socket = path.join(await mkdtemp(path.join(os.tmpdir(), "heatline-rate-")), "app.sock");
  const handler: RequestListener = (_request, response) => response.end("ok");
  const server = kind === "https" ? https.createServer({ key, cert: certificate }, handler) : createServer(handler);
  const port = await listen(server, kind === "https" ? undefined : { path: socket });
  const ran = await loaded({
    ...(kind === "https" ? to(port, "https") : { baseUrl: `unix:${socket}` }),
    ratePerSecond: 100,
    durationSeconds: 1,
  });
  expect(ran.report.errors).toBe(0);
  expectAll(ran.table, 100);
  expectEven(ran, 100);
});

test("what the load's own process delays is reported, and is no latency of the app", async () => {
  let pid = 0;
  let seen = 0;
  const port = await answering((_request, response) => {
    response.end("ok");
    if (++seen !== 50) return;
    process.kill(pid, "SIGSTOP");
    setTimeout(() => process.kill(pid, "SIGCONT"), 600);
  });
  const ran = await loaded({ ...to(port), ratePerSecond: 100, durationSeconds: 2 }, { onStart: (started) => (pid = started) });
  const { table, report } = ran;
  expect(table.due.length).toBe(200);
  expect(report.toolDelay!.requests).toBeGreaterThan(40);
  expect(report.toolDelay!.longestMs).toBeGreaterThan(400);
  const sorted = table.due.toSorted();
  const longestPause = Math.max(...sorted.slice(1).map((due, index) => due - sorted[index]!));
  expect(longestPause).toBeGreaterThan(400_000);
});

test("connections that rest for long between two requests do not time out", { timeout: 30_000, tags: "thorough" }, async () => {
  const port = await answering((_request, response) => response.end("ok"));
  const { table, report } = await loaded({ ...to(port), ratePerSecond: 0.09, durationSeconds: 12, connections: 2 });
  expect(counts(table)).toEqual({ answer: 1 });
  expect(report).toMatchObject({ errors: 0, timeouts: 0 });
});
