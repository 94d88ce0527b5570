import { mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LoadPlan, LoadRequest } from "../../language-server/analysis/load/load.ts";
import { treeExists } from "../../language-server/platform/process-tree.ts";
import { findBodyFiles } from "../../language-server/recording/load/request-body.ts";
import { certificateCheck } from "../../language-server/recording/load/setup/setup-requests.ts";
import { loadPlan } from "../drivers/adapter/dap-client.ts";
import { listen, type LoadServer, runLoad } from "./load-server.ts";
import { someOf } from "../workbench/some-of.mjs";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "heatline-tool-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const whole = { durationSeconds: 1, warmupSeconds: 0 } as const;
const get = (at: string): LoadRequest => ({ method: "GET", path: at, headers: {}, body: "" });

/** A custom load tool, as a program in the app's folder. */
async function script(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return `./${name}`;
}

/** A server that reports when it has answered a number of requests. */
function listenUntil(enough: () => void): Promise<LoadServer> {
  let answered = 0;
  return listen((_request, response) => {
    response.end("ok");
    if (++answered === 500) enough();
  });
}

function command(port: number, text: string, changes: Partial<LoadPlan> = {}): LoadPlan {
  return loadPlan(port, { tool: "command", command: text, warmupSeconds: 0, ...changes });
}

test.each(someOf(1, ["wrk", "ab"] as const))("%s: the report is of the measured run, which starts after the warm-up run", async (tool) => {
  await using server = await listen();
  let before = 0;
  const ran = await runLoad(loadPlan(server.port, { tool, warmupSeconds: 1, durationSeconds: 1 }), {
    onMeasure: () => void (before = server.counts.get("GET /") ?? 0),
  });
  const { report } = ran;
  expect(report).toMatchObject({
    tool,
    label: "GET /",
    url: `http://127.0.0.1:${server.port}/`,
    connections: 4,
    errors: 0,
    non2xx: 0,
    cancelled: false,
  });
  expect(before).toBeGreaterThan(20);
  // Responses in flight at the end are sent but not counted.
  const served = server.counts.get("GET /")! - before;
  expect(Math.abs(report!.requests! - served)).toBeLessThanOrEqual(16);
  expect(report!.requestsPerSecond! * report!.durationSeconds).toBeGreaterThan(report!.requests! * 0.9);
  expect(report!.latency.p50Ms).toBeGreaterThan(0);
  expect(report!.latency.p99Ms).toBeGreaterThanOrEqual(report!.latency.p50Ms!);
  expect(ran.progress.map(({ phase }) => phase)).toContain("measuring");
  expect(ran.progress.every(({ figures }) => figures === undefined)).toBe(true);
  expect(ran.pids).toHaveLength(2);
  expect(ran.unforgotten).toEqual([]);
});

test("wrk mixes requests with methods, headers and bodies, from text and from a file, byte for byte", async () => {
  await writeFile(path.join(folder, "order.bin"), Buffer.from([0, 34, 92, 10, 255, 37, 100]));
  await using server = await listen();
  const requests: readonly LoadRequest[] = [
    get("/a?x=%20y"),
    { method: "POST", path: "/b", headers: { "x-key": 'k"]]\\1' }, body: 'é"\n\\2' },
    { method: "PUT", path: "/c", headers: { "content-type": "a/b", Host: "shop.test" }, body: "", bodyFile: "order.bin" },
  ];
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool: "wrk", requests, pipelining: 4 }), { appFolder: folder });
  expect(report).toMatchObject({ label: "GET /a?x=%20y (+2)", errors: 0, non2xx: 0 });
  const key = (text: string): string => Buffer.from(text).toString("latin1");
  const seen = [...server.counts.keys()].sort();
  expect(seen).toEqual(["GET /a?x=%20y", `POST /b k"]]\\1 ${key('é"\n\\2')}`, 'PUT /c  \0"\\\n\u00ff%d'].sort());
  const [least, most] = [Math.min(...server.counts.values()), Math.max(...server.counts.values())];
  expect(most - least).toBeLessThanOrEqual(40);
});

test("wrk sends requests as often as their weights say", { tags: "thorough" }, async () => {
  await using server = await listen();
  const requests = [
    { ...get("/often"), weight: 9 },
    { ...get("/rare"), weight: 3 },
  ];
  await runLoad(loadPlan(server.port, { ...whole, tool: "wrk", requests, pipelining: 2 }));
  const [often, rare] = [server.counts.get("GET /often")!, server.counts.get("GET /rare")!];
  expect(rare).toBeGreaterThan(100);
  expect(often / rare).toBeCloseTo(3, 1);
});

test.each(
  someOf(1, [
    ["POST", { body: "name=a" }, "POST /p k name=a"],
    ["PUT", { bodyFile: "order.json" }, 'PUT /p k {"a":1}'],
    ["DELETE", {}, "DELETE /p k"],
    ["HEAD", {}, "HEAD /p k"],
  ] as const),
)("ab sends %s with %j", async (method, body, expected) => {
  await writeFile(path.join(folder, "order.json"), '{"a":1}');
  await using server = await listen((request, response, received) => {
    if (received !== "" && request.headers["content-type"] !== "text/x-test") response.statusCode = 415;
    response.end("ok");
  });
  const request = { ...get("/p"), method, headers: { "x-key": "k", "content-type": "text/x-test" }, ...body };
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool: "ab", requests: [request] }), { appFolder: folder });
  expect(report).toMatchObject({ label: `${method} /p`, errors: 0, non2xx: 0 });
  expect([...server.counts.keys()]).toEqual([expected]);
});

test("autocannon sends a body file byte for byte", async () => {
  await writeFile(path.join(folder, "order.bin"), Buffer.from([0, 255, 10, 1]));
  await using server = await listen();
  const requests = [{ ...get("/b"), method: "POST", bodyFile: "order.bin" }];
  await runLoad(loadPlan(server.port, { ...whole, requests, setup: requests }), { appFolder: folder });
  expect([...server.counts.keys()]).toEqual(["POST /b  \0\u00ff\n\u0001"]);
});

test.each(["autocannon", "wrk", "ab"] as const)("%s: a missing body file is reported before anything is sent", async (tool) => {
  await using server = await listen();
  const requests = [{ ...get("/b"), method: "POST", bodyFile: "no/such.json" }];
  await expect(runLoad(loadPlan(server.port, { tool, requests }), { appFolder: folder })).rejects.toThrow(
    `The body file ${path.join(folder, "no/such.json")} does not exist.`,
  );
  expect(server.counts.size).toBe(0);
});

test("a body file that is too large, or outside the app's folder, is not sent", async () => {
  await writeFile(path.join(folder, "large.bin"), "");
  await truncate(path.join(folder, "large.bin"), 16 * 1024 * 1024 + 1);
  await symlink(import.meta.filename, path.join(folder, "link.json"));
  const found = (bodyFile: string) => findBodyFiles(loadPlan(1, { requests: [{ ...get("/b"), method: "POST", bodyFile }] }), folder);
  await expect(found("large.bin")).rejects.toThrow("is larger than 16 MB");
  for (const elsewhere of ["link.json", import.meta.filename])
    await expect(found(elsewhere)).rejects.toThrow(`is not in the app's folder ${folder}`);
});

test("setup requests skip the check of certificates only for this machine", () => {
  const origins = ["https://127.0.0.1:1", "https://localhost", "https://[::1]:1", "https://login.test", "https://10.255.255.254"];
  expect(origins.map(certificateCheck)).toEqual(["unchecked", "unchecked", "unchecked", "checked", "checked"]);
});

test.each(someOf(1, ["wrk", "ab"] as const))("%s: error statuses are counted", async (tool) => {
  await using server = await listen((_request, response) => {
    response.statusCode = 503;
    response.end();
  });
  const { report } = await runLoad(loadPlan(server.port, { ...whole, tool }));
  expect(report!.non2xx).toBe(report!.requests);
});

test.each(["wrk", "ab"] as const)("%s: Cancel ends it quickly and keeps what it measured", async (tool) => {
  const abort = new AbortController();
  await using server = await listenUntil(() => abort.abort());
  const durationSeconds = 600;
  const ran = await runLoad(loadPlan(server.port, { tool, warmupSeconds: 0, durationSeconds }), { signal: abort.signal });
  expect(ran.report).toMatchObject({ tool, cancelled: true });
  expect(ran.report!.requests).toBeGreaterThan(0);
  expect(ran.report!.durationSeconds).toBeLessThan(durationSeconds);
  expect(ran.unforgotten).toEqual([]);
});

test.each(["wrk", "ab"] as const)("%s: Cancel in the warm-up reports nothing", async (tool) => {
  const abort = new AbortController();
  await using server = await listenUntil(() => abort.abort());
  const { report, measured } = await runLoad(loadPlan(server.port, { tool, warmupSeconds: 600 }), { signal: abort.signal });
  expect([report, measured]).toEqual([undefined, 0]);
});

test.each(["wrk", "ab", "command"] as const)("%s: nothing is sent before the setup requests have succeeded", async (tool) => {
  await using server = await listen((request, response) => {
    response.statusCode = request.url === "/login" ? 401 : 200;
    response.end("who are you?");
  });
  const setup = [{ ...get("/login"), method: "POST" }];
  await expect(runLoad(loadPlan(server.port, { tool, command: "ab -n 1 ${url}", setup }))).rejects.toThrow(
    "The setup request POST /login was answered with status 401: who are you?",
  );
  expect([...server.counts.keys()]).toEqual(["POST /login"]);
});

test.each([
  ["wrk", "wrk -t1 -c${connections} -d${duration}s --latency ${url}", "wrk"],
  ["ab", "ab -q -n 200 -c 2 ${url}", "ab"],
  [
    "autocannon",
    `'${process.execPath}' '${path.resolve("node_modules/autocannon/autocannon.js")}' --json -d \${duration} \${url}`,
    "autocannon",
  ],
])("a command line of %s sends requests to the URL, and its report is read", async (_name, text, tool) => {
  await using server = await listen();
  const { report } = await runLoad(command(server.port, text, { requests: [get("/x?y=1&z=2")], durationSeconds: 1 }));
  expect(report).toMatchObject({ tool, url: `http://127.0.0.1:${server.port}/x?y=1&z=2`, cancelled: false });
  expect(report!.requests).toBeGreaterThan(10);
  expect(report!.requestsPerSecond).toBeGreaterThan(0);
  expect(server.counts.get("GET /x?y=1&z=2")).toBeGreaterThanOrEqual(report!.requests!);
});

test("a command line without ${url}, such as JMeter's, needs no URL", async () => {
  await script("jmeter", 'echo "summary =    120 in 00:00:01 =  100.5/s Avg:     9 Min:     1 Max:    40 Err:     2 (1.67%)"');
  const { report } = await runLoad(command(1, "./jmeter -n -t plan.jmx"), { appFolder: folder });
  expect(report).toMatchObject({ tool: "JMeter", label: "jmeter", url: "", requests: 120, requestsPerSecond: 100.5, errors: 2 });
});

test("a command is interrupted after the warm-up time, and run again to measure", { tags: "thorough" }, async () => {
  const tool = await script(
    "tool.sh",
    'echo run >>runs\nif [ "$(wc -l <runs)" -eq 1 ]; then exec sleep 600; fi\necho "Requests/sec: 12.5"',
  );
  const ran = await runLoad(command(1, tool, { warmupSeconds: 1 }), { appFolder: folder });
  expect(ran.report).toMatchObject({ tool: "tool.sh", requestsPerSecond: 12.5 });
  expect(ran.report).not.toHaveProperty("requests");
  expect(ran.measured).toBe(1);
});

test("a tool that leaves a process behind, or ignores Ctrl+C, is ended with everything that it started", async () => {
  const tool = await script("deaf", 'trap "" INT TERM\nsleep 600 &\necho "Requests/sec: 5"\necho $! >left\nsleep 600');
  const abort = new AbortController();
  const { report } = await runLoad(command(1, tool), {
    appFolder: folder,
    signal: abort.signal,
    onMeasure: () =>
      void vi
        .waitFor(async () => expect(await readFile(path.join(folder, "left"), "utf8")).not.toBe(""), 30_000)
        .finally(() => abort.abort()),
  });
  expect(report).toMatchObject({ requestsPerSecond: 5, cancelled: true });
  expect(treeExists(Number(await readFile(path.join(folder, "left"), "utf8")))).toBe(false);
});

test("a missing jmeter is not to be had from Debian, whose package sends nothing", async () => {
  await expect(runLoad(command(1, "jmeter -n -t plan.jmx"))).rejects.toThrow("The load tool jmeter was not found in PATH.");
  const failure: unknown = await runLoad(command(1, "jmeter -n -t plan.jmx")).catch((error: unknown) => error);
  expect(failure).toMatchObject({ text: expect.stringContaining("Install Apache JMeter 5.6 or later") as string });
});

test.each([
  ["wrk", "sudo apt install wrk"],
  ["h2load", "sudo apt install nghttp2-client"],
  ["ab", "sudo apt install apache2-utils"],
  ["command", "Install it or correct the command line."],
] as const)("if %s is not installed, the error says how to get it, and what works without it", async (tool, how) => {
  const { PATH } = process.env;
  process.env["PATH"] = folder;
  try {
    const failure: unknown = await runLoad(loadPlan(1, { tool, command: "no-such-tool ${url}" })).catch((error: unknown) => error);
    expect(failure).toMatchObject({ text: expect.stringContaining(how) as string });
    expect(failure).toMatchObject({ text: expect.stringContaining("autocannon: it is built in") as string });
  } finally {
    process.env["PATH"] = PATH;
  }
});
