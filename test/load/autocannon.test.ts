import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import type { LoadRequest } from "../../language-server/analysis/load/load.ts";
import { UserError } from "../../language-server/analysis/user-error.ts";
import { reportProblem } from "../../language-server/recording/load/report-problem.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { runAutocannon as run } from "./run-autocannon.ts";
import { nodeOf, ownNodeMajors } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

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

const get = (path: string): LoadRequest => ({ method: "GET", path, headers: {}, body: "" });

test.each(ownNodeMajors)("the load tool runs on the app's own Node %i", async (major) => {
  const port = await listen((_request, response) => response.end("ok"));
  const { report } = await run(loadPlan(port, { warmupSeconds: 0 }), { node: await nodeOf(major) });
  expect(report).toMatchObject({ tool: "autocannon", label: "GET /", errors: 0, timeouts: 0, non2xx: 0, cancelled: false });
  expect(report!.requests).toBeGreaterThan(10);
  expect(report!.statusCounts).toEqual({ 200: report!.requests });
});

test("the report counts only the measured part, without the warm-up, and latencies have fractions", async () => {
  let served = 0;
  let servedBefore = 0;
  const port = await listen((_request, response) => {
    served += 1;
    response.end("ok");
  });
  const { report, progress, measured } = await run(loadPlan(port, { warmupSeconds: 1 }), { onMeasure: () => (servedBefore = served) });
  expect(measured).toBe(1);
  expect(servedBefore).toBeGreaterThan(20);
  // Responses in flight when the clients were stopped were sent but never counted.
  expect(Math.abs(report!.requests! - (served - servedBefore))).toBeLessThanOrEqual(4);
  expect(report!.durationSeconds).toBeGreaterThan(0.99);
  const phases = progress.map(({ phase }) => phase);
  expect(phases.indexOf("measuring")).toBeGreaterThan(phases.lastIndexOf("warmup"));
  expect(report!.latency.p50Ms).toBeGreaterThan(0);
  expect(report!.latency.p99Ms).toBeGreaterThanOrEqual(report!.latency.p50Ms!);
  expect(report!.latency.maxMs).toBeGreaterThanOrEqual(report!.latency.p99Ms!);
});

test("the report counts answers and latencies by half seconds", async () => {
  let answered = 0;
  const port = await listen((_request, response) => {
    answered += 1;
    // The first ones are slow.
    setTimeout(() => response.end("ok"), answered <= 4 ? 900 : 0);
  });
  const { report, progress } = await run(loadPlan(port, { warmupSeconds: 0, durationSeconds: 2, connections: 4 }));
  const { seconds, answers, p50Ms, p99Ms } = report!.slices!;
  expect(seconds).toBe(0.5);
  expect(answers).toHaveLength(Math.floor(report!.durationSeconds / 0.5));
  expect(answers[0]).toBe(0);
  expect([p50Ms[0], p99Ms[0]]).toEqual([0, 0]);
  expect(p99Ms[1]).toBeGreaterThan(890);
  expect(p50Ms[3]).toBeLessThan(890);
  // What came after the last whole slice is not in it.
  const counted = answers.reduce((sum, count) => sum + count, 0);
  expect(counted).toBeLessThanOrEqual(report!.requests!);
  expect(counted).toBeGreaterThan(0.7 * report!.requests!);
  expect(progress.length).toBeGreaterThan(2);
});

test(
  "a server that closes each connection: latencies are of one request, not of all since the first closed connection",
  { tags: "thorough" },
  async () => {
    const port = await listen((_request, response) => response.setHeader("connection", "close").end("ok"));
    const { report } = await run(loadPlan(port, { warmupSeconds: 0, durationSeconds: 2 }));
    // Their sum is the time that the connections had.
    const { requests, latency, durationSeconds, connections } = report!;
    expect((requests! * latency.averageMs!) / 1000).toBeLessThanOrEqual(durationSeconds * connections! * 1.05);
  },
);

test("setup requests are sent once, in order, before everything else, with their bodies", async () => {
  const seen: string[] = [];
  const port = await listen((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      if (seen.length < 3)
        seen.push(`${request.method ?? ""} ${request.url ?? ""} ${request.headers["x-key"]?.toString() ?? ""} ${body}`.trim());
      response.end();
    });
  });
  const setup = [{ method: "POST", path: "/users", headers: { "x-key": "k" }, body: "name=a" }, get("/ready?a=b")];
  await run(loadPlan(port, { setup, warmupSeconds: 0 }));
  expect(seen).toEqual(["POST /users k name=a", "GET /ready?a=b", "GET /"]);
});

test("a refused setup request ends the load, with its status and the start of the body", async () => {
  const port = await listen((_request, response) => {
    response.statusCode = 409;
    response.end("user exists");
  });
  const failure: unknown = await run(loadPlan(port, { setup: [{ ...get("/users"), method: "POST" }] })).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(UserError);
  expect((failure as UserError).message).toBe("The setup request POST /users was answered with status 409: user exists.");
});

test("several requests are mixed; a full URL of the same server is allowed", async () => {
  const counts: Record<string, number> = {};
  const port = await listen((request, response) => {
    const key = `${request.method ?? ""} ${request.url ?? ""}`;
    counts[key] = (counts[key] ?? 0) + 1;
    request.resume();
    response.end();
  });
  const requests = [get("a"), { method: "POST", path: "/b", headers: {}, body: "x" }, get(`http://127.0.0.1:${port}/c?d=1`)];
  const { report } = await run(loadPlan(port, { requests, warmupSeconds: 0 }));
  expect(report!.label).toBe("GET /a (+2)");
  expect(Object.keys(counts).sort()).toEqual(["GET /a", "GET /c?d=1", "POST /b"]);
});

test(
  "requests are sent as often as their weights say, whatever they take, and each has its own figures",
  { tags: "thorough" },
  async () => {
    const counts: Record<string, number> = {};
    const port = await listen((request, response) => {
      const url = request.url ?? "";
      counts[url] = (counts[url] ?? 0) + 1;
      if (url === "/slow") setTimeout(() => response.end("ok"), 40);
      else if (url === "/lost") request.socket.destroy();
      else response.writeHead(url === "/bad" ? 503 : 200).end("ok");
    });
    const requests = [{ ...get("/often"), weight: 6 }, { ...get("/slow"), weight: 2 }, { ...get("/bad"), weight: 3 }, get("/lost")];
    const { report } = await run(loadPlan(port, { requests, connections: 3, warmupSeconds: 0, durationSeconds: 2 }));
    const rounds = counts["/lost"]!;
    expect(rounds).toBeGreaterThan(5);
    // The last round is not over.
    for (const { path, weight = 1 } of requests) expect(Math.abs(counts[path]! - rounds * weight)).toBeLessThanOrEqual(weight + 3);
    const [often, slow, bad, lost] = report!.perRequest!;
    expect([often, slow, bad, lost].map((each) => each?.label)).toEqual(["GET /often", "GET /slow", "GET /bad", "GET /lost"]);
    expect(often!.requests + slow!.requests + bad!.requests).toBe(report!.requests);
    expect(often!.failed + slow!.failed).toBe(0);
    expect(bad!.failed).toBe(bad!.requests);
    expect(bad!.failed).toBe(report!.non2xx);
    expect(lost).toEqual({ label: "GET /lost", requests: 0, failed: 0 });
    expect(slow!.averageMs).toBeGreaterThanOrEqual(39);
    expect(slow!.p99Ms).toBeGreaterThanOrEqual(39);
    expect(often!.averageMs).toBeLessThan(slow!.averageMs!);
  },
);

test("a timeout and a broken connection count for the request that had them", { timeout: 30_000, tags: "thorough" }, async () => {
  const port = await listen((request, response) => {
    if (request.url === "/reset") request.socket.resetAndDestroy();
    else if (request.url !== "/never") response.end("ok");
  });
  const requests = [get("/ok"), get("/never"), get("/reset")];
  const { report } = await run(loadPlan(port, { requests, connections: 1, pipelining: 1, warmupSeconds: 0, durationSeconds: 11 }));
  const [ok, never, reset] = report!.perRequest!;
  expect(ok).toMatchObject({ requests: report!.requests, failed: 0 });
  expect(never).toEqual({ label: "GET /never", requests: 0, failed: report!.timeouts });
  expect(report!.timeouts).toBe(1);
  expect(reset).toEqual({ label: "GET /reset", requests: 0, failed: report!.errors });
  expect(report!.errors).toBe(1);
});

test(
  "a server that answers nothing in time has no latencies, and that is not put down to its address",
  { timeout: 30_000, tags: "thorough" },
  async () => {
    const port = await listen(() => undefined);
    const { report } = await run(loadPlan(port, { connections: 2, warmupSeconds: 0, durationSeconds: 11 }));
    expect(report).toMatchObject({ requests: 0, errors: 0, timeouts: 2, latency: {} });
    expect(Object.keys(report!.latency)).toEqual([]);
    expect(reportProblem(report!)?.message).toBe(`No request to http://127.0.0.1:${port}/ was answered in time (2 timed out).`);
  },
);

/** A server that reports when it has answered a number of requests. */
function listenUntil(enough: () => void): Promise<number> {
  let answered = 0;
  return listen((_request, response) => {
    response.end();
    if (++answered === 100) enough();
  });
}

test("cancel in the measured part keeps what was measured", async () => {
  const abort = new AbortController();
  const port = await listenUntil(() => abort.abort());
  const { report } = await run(loadPlan(port, { durationSeconds: 600, warmupSeconds: 0 }), { signal: abort.signal });
  expect(report).toMatchObject({ cancelled: true });
  expect(report!.requests).toBeGreaterThan(0);
});

test.skipIf(process.platform === "win32")(
  "the load leads a process group, so that Ctrl+C in a terminal does not end it before its report",
  async () => {
    const port = await listen((_request, response) => response.end("ok"));
    let isLeader = false;
    // There is no such group, else.
    const onStart = (pid: number): void => void (isLeader = process.kill(-pid, 0));
    await run(loadPlan(port, { warmupSeconds: 0, durationSeconds: 1 }), { onStart });
    expect(isLeader).toBe(true);
  },
);

test("cancel before the measured part reports nothing", async () => {
  const abort = new AbortController();
  const port = await listenUntil(() => abort.abort());
  const { report, measured } = await run(loadPlan(port, { warmupSeconds: 600 }), { signal: abort.signal });
  expect(report).toBeUndefined();
  expect(measured).toBe(0);
});

test("error responses are counted by status, and there is still a report", async () => {
  const port = await listen((request, response) => {
    response.statusCode = request.url === "/" ? 500 : 200;
    response.end();
  });
  const { report } = await run(loadPlan(port, { requests: [get("/"), get("/ok")], warmupSeconds: 0 }));
  expect(report!.non2xx).toBe(report!.statusCounts!["500"]);
  expect(report!.statusCounts!["200"]).toBeGreaterThan(0);
});

test(
  "a server that ends every connection is reported after the warm-up; without a warm-up its requests are errors",
  { tags: "thorough" },
  async () => {
    const port = await listen((request) => request.socket.end());
    await expect(run(loadPlan(port, { warmupSeconds: 1 }))).rejects.toThrow(`No request to http://127.0.0.1:${port} was answered`);
    const { report } = await run(loadPlan(port, { warmupSeconds: 0 }));
    expect(report).toMatchObject({ requests: 0 });
    expect(report!.errors).toBeGreaterThan(10);
  },
);

test.each(
  someOf(1, [
    ["that ends each connection once it has answered", 0, (response: ServerResponse) => response.setHeader("connection", "close").end()],
    ["that takes longer than the warm-up", 20, (response: ServerResponse) => setTimeout(() => response.end(), 1500)],
  ] as const),
)("a server %s has no errors", async (_name, ratePerSecond, answer) => {
  const port = await listen((_request, response) => void answer(response));
  const { report } = await run(loadPlan(port, { warmupSeconds: 1, durationSeconds: 2, ratePerSecond }));
  expect(report!.requests).toBeGreaterThan(0);
  expect(report!.errors).toBe(0);
});

test.each([
  ["a refused connection", { baseUrl: "http://127.0.0.1:1" }, "Nothing answers at http://127.0.0.1:1 (connection refused)."],
  ["an unknown host", { baseUrl: "http://no-such-host.invalid" }, "Nothing answers at http://no-such-host.invalid ("],
  ["no address", { baseUrl: "not an address" }, "“not an address/” is not an http or https address."],
  ["another protocol", { baseUrl: "ftp://127.0.0.1" }, "“ftp://127.0.0.1/” is not an http or https address."],
  ["several servers", { requests: [get("/"), get("http://127.0.0.2/")] }, "The requests go to several servers"],
])("%s is reported before any load", async (_name, changes, message) => {
  await expect(run(loadPlan(1, changes))).rejects.toThrow(message);
});

test("missing responses count as timeouts, not as responses", { tags: "thorough" }, async () => {
  const port = await listen(() => undefined);
  const { report } = await run(loadPlan(port, { durationSeconds: 11, warmupSeconds: 0, connections: 2 }));
  expect(report).toMatchObject({ requests: 0, timeouts: 2, errors: 0 });
});

test.each([
  [64, 200],
  [1024, 1200],
])("if a process may open %i files, a load of %i connections is refused, with the number that is possible", async (files, connections) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "heatline-limited-"));
  const node = path.join(folder, "node");
  await writeFile(node, `#!/bin/sh\nulimit -n ${files}\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  const port = await listen((_request, response) => response.end("ok"));
  const failure = await run(loadPlan(port, { connections, warmupSeconds: 0 }), { node }).catch((error: unknown) => error);
  await rm(folder, { recursive: true });
  expect(failure).toBeInstanceOf(UserError);
  const [, reported, most] = /has (\d+) connections, but a process may open (\d+) here/.exec((failure as UserError).message) ?? [];
  expect(Number(reported)).toBe(connections);
  expect(Number(most)).toBeLessThan(files);
  expect(Number(most)).toBeGreaterThanOrEqual(1);
});

test("a load process that does not respond to cancelling is ended, at any time from its start", async () => {
  const cancel = new AbortController();
  let child = 0;
  const port = await listen((_request, response) => response.end("ok"));
  const { report } = await run(loadPlan(port, { warmupSeconds: 0, durationSeconds: 60 }), {
    signal: cancel.signal,
    onStart: (pid) => (child = pid),
    onMeasure: () => {
      process.kill(child, "SIGSTOP");
      cancel.abort();
    },
  });
  expect(report).toBeUndefined();
  expect(() => process.kill(child, 0)).toThrow("ESRCH");
});
