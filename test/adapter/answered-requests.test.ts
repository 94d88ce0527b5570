import { mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { AnsweredRequest } from "../../language-server/analysis/load/request-schedule.ts";
import { mostAnswered } from "../../language-server/recording/in-app/request-path.ts";
import { appsFolder, DapClient, loadPlan, portsOf } from "../drivers/adapter/dap-client.ts";
import { reportedProblems } from "../drivers/adapter/reported-problems.ts";
import { startInspected } from "../drivers/adapter/inspected-app.ts";
import { certificate, key } from "../drivers/loopback-certificate.ts";
import { ownNodeMajors, nodeOf } from "../workbench/node-versions.mjs";
import { someOf } from "../workbench/some-of.mjs";

const secure = { TLS_KEY: key, TLS_CERT: certificate };

/** Each on a connection of its own, as curl sends them. Resolves with the answering process. */
async function ask(port: number, url: string, method = "GET"): Promise<string | null> {
  const response = await fetch(`http://127.0.0.1:${port}${url}`, { method, headers: { connection: "close" } });
  await response.arrayBuffer();
  return response.headers.get("worker");
}

/** `GET /orders 2 × 200`, the latest last. */
async function answered(client: DapClient, until: (all: readonly AnsweredRequest[]) => boolean): Promise<readonly string[]> {
  const body = await client.waitFor("heatline.answered", ({ requests }) => until(requests as AnsweredRequest[]));
  return (body["requests"] as AnsweredRequest[]).map(lineOf);
}

function lineOf({ method, path: at, count, isAtLeast, status }: AnsweredRequest): string {
  return `${method} ${at} ${count}${isAtLeast ? "+" : ""} × ${status}`;
}

const has =
  (at: string) =>
  (all: readonly AnsweredRequest[]): boolean =>
    all.some((each) => each.path === at);

test.each(ownNodeMajors)("Node %i: what the app has answered since its start is reported with count and status", async (major) => {
  await using client = await DapClient.start();
  await client.launch("answers.js", { runtimeExecutable: await nodeOf(major) });
  const port = await client.waitForPort();
  for (const url of ["/orders?page=2", "/orders?page=3", "/cut", "/404", "/users/7?token=hunter2"]) await ask(port, url).catch(() => null);
  await ask(port, "/orders", "POST");
  await ask(port, "/last");
  expect(await answered(client, has("/last"))).toEqual([
    "GET /orders?page=2 2 × 200",
    "GET /404 1 × 404",
    "GET /users/7?token=:token 1 × 200",
    "POST /orders 1 × 200",
    "GET /last 1 × 200",
  ]);
  await client.stop();
  expect(reportedProblems(client)).toEqual([]);
  expect(client.output("stderr")).toBe("");
});

test.each(someOf(1, ["autocannon", "wrk"] as const))("%s: a load's own requests do not count, those sent between do", async (tool) => {
  await using client = await DapClient.start();
  await client.launch("answers.js");
  const port = await client.waitForPort();
  const plan = loadPlan(port, { tool, warmupSeconds: 1, requests: [{ method: "GET", path: "/500", headers: {}, body: "" }] });
  await ask(port, "/before");
  await answered(client, has("/before"));
  await client.request("heatline.startCheckedLoad", { plan });
  await client.waitFor("heatline.firstResponses");
  await ask(port, "/while-asking");
  await answered(client, has("/while-asking"));
  await client.request("heatline.proceedLoad");
  await client.waitFor("heatline.loadProgress", ({ phase }) => phase === "measuring");
  await ask(port, "/under-load");
  await client.waitFor("heatline.runWritten");
  await ask(port, "/after");
  expect(await answered(client, has("/after"))).toEqual(["GET /before 1 × 200", "GET /while-asking 1 × 200", "GET /after 1 × 200"]);
  await client.stop();
});

test(
  "the workers of a cluster are counted together, and one that starts under load does not count the load either",
  { tags: "thorough" },
  async () => {
    await using client = await DapClient.start();
    await client.launch("answers.js", { args: ["cluster"] });
    const port = await client.waitForPort();
    await client.waitFor("output", () => client.output("stdout").split("listening").length > 2);
    const workers = new Set<string | null>();
    let sent = 0;
    for (; workers.size < 2; sent += 1) workers.add(await ask(port, `/orders/${sent + 1000}`));
    const all = await answered(client, ([first]) => first?.count === sent);
    expect(all).toEqual([expect.stringMatching(`^GET /orders/1\\d+ ${sent} × 200$`)]);
    await client.request("heatline.startLoad", { plan: loadPlan(port, { durationSeconds: 3 }) });
    await client.waitFor("heatline.loadProgress", ({ phase }) => phase === "measuring");
    await ask(port, "/exit").catch(() => null);
    await client.waitFor("output", () => client.output("stdout").split("listening").length > 3);
    await client.waitFor("heatline.runWritten");
    await ask(port, "/after");
    expect(await answered(client, has("/after"))).toEqual([...all, "GET /after 1 × 200"]);
    await client.stop();
  },
);

test("an app that is attached to reports what it answers from then on, and still answers when the session is over", async () => {
  await using app = await startInspected(path.join(appsFolder, "answers.js"));
  await using client = await DapClient.start();
  await client.attach(app.inspectorPort);
  const port = await client.waitForPort();
  await ask(port, "/attached");
  expect(await answered(client, has("/attached"))).toEqual(["GET /attached 1 × 200"]);
  await client.stop();
  expect(await ask(port, "/left")).toBe(String(app.child.pid));
});

test.each(someOf(1, ["node --watch", "the client"]))(
  "after a restart by %s only what the new process has answered is listed",
  { tags: "thorough" },
  async (by) => {
    await using client = await DapClient.start();
    const cwd = await realpath(await mkdtemp(path.join(os.tmpdir(), "heatline-restarted-")));
    const program = path.join(cwd, "answers.js");
    const source = await readFile(path.join(appsFolder, "answers.js"), "utf8");
    await writeFile(program, source);
    await client.launch("", { cwd, program, runtimeArgs: by === "node --watch" ? ["--watch"] : [] });
    const oldPort = await client.waitForPort();
    await ask(oldPort, "/old");
    await answered(client, has("/old"));
    await (by === "node --watch" ? writeFile(program, `${source}// Saved.\n`) : client.request("restart"));
    await client.waitFor("heatline.answered", ({ requests }) => (requests as object[]).length === 0);
    const ready = await client.waitFor("heatline.ready", (body) => portsOf(body).some((each) => each !== oldPort));
    await ask(portsOf(ready)[0]!, "/new");
    expect(await answered(client, has("/new"))).toEqual(["GET /new 1 × 200"]);
    await client.stop();
    await rm(cwd, { recursive: true });
  },
);

test("https is counted, and on an HTTP/2 server requests over HTTP/1; Node does not report HTTP/2 requests", async () => {
  for (const kind of ["https", "http2"]) {
    await using client = await DapClient.start();
    await client.launch("answers.js", { args: [kind], env: secure });
    const port = await client.waitForPort();
    if (kind === "http2") await askByHttp2(port, "/by-http2");
    await askSecurely(port, "/orders");
    expect(await answered(client, has("/orders"))).toEqual(["GET /orders 1 × 200"]);
    await client.stop();
  }
});

test("two servers of an app are told apart", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("two-ports.js");
  const ports = portsOf(await client.waitFor("heatline.ready", ({ origins }) => (origins as string[]).length === 2));
  for (const port of ports) await ask(port, "/metrics");
  const { requests } = await client.waitFor("heatline.answered", ({ requests: all }) => (all as object[]).length === 2);
  expect((requests as AnsweredRequest[]).map(({ port }) => port)).toEqual(ports);
  await client.stop();
});

test("of a flood only the first requests are counted, and of many paths only the first are kept", { tags: "thorough" }, async () => {
  await using client = await DapClient.start();
  await client.launch("answers.js");
  const port = await client.waitForPort();
  // Without digits, which would make them one group.
  const pathOf = (index: number): string => `/${String(index).replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  const pathsOf = (burst: number): readonly string[] => Array.from({ length: 150 }, (_, index) => pathOf(1000 * burst + index));
  await burstOf(port, pathsOf(1));
  const [first] = await answered(client, (all) => all.length >= 100);
  expect(first).toBe(`GET ${pathOf(1000)} 1+ × 200`);
  await burstOf(port, pathsOf(2));
  await answered(client, (all) => all.length === mostAnswered);
  await burstOf(port, pathsOf(3));
  const latest = (): readonly AnsweredRequest[] => client.all("heatline.answered").at(-1)?.["requests"] as AnsweredRequest[];
  // Counted as soon as the burst is reported.
  await expect.poll(() => ask(port, pathOf(1000)).then(() => latest().some(({ count }) => count > 1))).toBe(true);
  expect(latest()).toHaveLength(mostAnswered);
  await client.stop();
});

/** At once, on one connection. */
function burstOf(port: number, urls: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = net.connect(port, "127.0.0.1", () => socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\nhost: a\r\n\r\n`).join("")));
    socket.on("error", reject).on("data", (data) => {
      text += data.toString();
      if (text.split("HTTP/1.1 200").length > urls.length) socket.end(resolve);
    });
  });
}

function askSecurely(port: number, url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    https
      .get({ port, host: "127.0.0.1", path: url, rejectUnauthorized: false, agent: false }, (response) => {
        response.resume().on("end", resolve);
      })
      .on("error", reject);
  });
}

function askByHttp2(port: number, url: string): Promise<void> {
  const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
  return new Promise((resolve, reject) => {
    session.on("error", reject);
    session
      .request({ ":path": url })
      .resume()
      .on("end", () => session.close(resolve))
      .on("error", reject);
  });
}
