import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { apartFromWaiting, buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-servers-")));

/** Each prints where it listens, by the names that the tests use. */
const apps = {
  // The port for metrics comes first.
  "ports.js": `const http = require("node:http");
const main = http.createServer((_, response) => response.end("main"));
const metrics = http.createServer((request, response) => response.writeHead(request.url === "/metrics" ? 200 : 404).end());
const at = (server, name) => console.log(name, server.address().port);
metrics.listen(0, "127.0.0.1", () => { at(metrics, "metrics"); setTimeout(() => main.listen(0, "127.0.0.1", () => at(main, "main")), 50); });
`,
  "closes.js": `const http = require("node:http");
const first = http.createServer().listen(0, () => first.close(() => http.createServer((_, response) => response.end("second")).listen(0)));
`,
  "v6.js": `require("node:http").createServer((_, response) => response.end("six")).listen({ port: 0, host: "::1" });`,
  "workers.js": `const cluster = require("node:cluster");
if (cluster.isPrimary) { cluster.fork(); cluster.fork(); }
else require("node:http").createServer((_, response) => response.end("worker")).listen(0);
`,
  "socket.js": `require("node:http").createServer((request, response) => response.end(request.headers.host)).listen("app.sock");`,
  "ipc.js": `const net = require("node:net");
net.createServer().listen("ipc.sock", () => require("node:http").createServer((_, response) => response.end("main")).listen(0));
`,
  "h2c.js": `require("node:http2").createServer((_, response) => response.end("two")).listen(0);`,
};

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const [name, text] of Object.entries(apps)) writeFileSync(path.join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Outcome = Awaited<ReturnType<CommandLine["run"]>> & { readonly load: Run["load"] };

async function recorded(app: keyof typeof apps, ...args: readonly string[]): Promise<Outcome> {
  const out = mkdtempSync(path.join(folder, "runs-"));
  const options = ["--out", out, "--duration", "1", "--warmup", "0", ...args];
  const ran = await cli.run(["record", ...options, "--", "node", app], { cwd: folder });
  const [run] = readdirSync(out);
  const { load } = run === undefined ? {} : (JSON.parse(readFileSync(path.join(out, run, "run.json"), "utf8")) as Run);
  return { ...ran, load };
}

const portIn = (out: string, name: string): string => new RegExp(`^${name} (\\d+)$`, "m").exec(out)?.[1] ?? "";

test("of several ports the one that answers the request is loaded, and the user is shown which and why", async () => {
  const { out, err, code, load } = await recorded("ports.js", "--load", "/orders");
  const [metrics, main] = [portIn(out, "metrics"), portIn(out, "main")];
  expect(err).toContain(
    `The app listens on ${metrics}, ${main}. The load goes to ${main}, which answers GET /orders with 200. --port chooses another one.`,
  );
  expect(load).toMatchObject({ url: `http://127.0.0.1:${main}/orders`, errors: 0, non2xx: 0 });
  expect(code).toBe(0);
});

test("a request that must not be sent twice goes to the server that was opened first", { tags: "thorough" }, async () => {
  const { out, err, load } = await recorded("ports.js", "--load", "/orders", "--method", "POST");
  const metrics = portIn(out, "metrics");
  expect(err).toContain(`The load goes to ${metrics}, which it opened first.`);
  expect(load?.url).toBe(`http://127.0.0.1:${metrics}/orders`);
});

test("--port is for a load to the app's own servers, and must be a port or a path", async () => {
  const [alone, word, twice, tool] = await Promise.all([
    recorded("ports.js", "--port", "3000"),
    recorded("ports.js", "--port", "x", "--load", "/"),
    recorded("ports.js", "--port", "3000", "--load", "http://127.0.0.1:3000/"),
    recorded("socket.js", "--port", "./app.sock", "--load", "/", "--tool", "wrk"),
  ]);
  expect(alone.err).toContain("--port chooses the server that the load goes to: give --load, too.");
  expect(word.err).toContain("--port must be a number from 1 to 65535, not “x”.");
  expect(twice.err).toContain("http://127.0.0.1:3000 already says where the load goes.");
  expect(tool.err).toContain("wrk cannot load a server on a Unix socket or named pipe. Choose autocannon or h2load.");
  expect([alone, word, twice, tool].map(({ code }) => code)).toEqual([2, 2, 2, 2]);
});

test("an app that listens on other ports than --port says is ended, and they are named", { tags: "thorough" }, async () => {
  const { out, err, code, load } = await recorded("ports.js", "--load", "/", "--port", "1");
  expect(err).toContain(`The app does not listen on 1, but on ${portIn(out, "metrics")}, ${portIn(out, "main")}. Choose one of these`);
  expect(code).toBe(1);
  expect(load).toBeUndefined();
});

test.each([
  ["v6.js", /^http:\/\/\[::1\]:\d+\/$/],
  ["closes.js", /^http:\/\/127\.0\.0\.1:\d+\/$/],
  ["workers.js", /^http:\/\/127\.0\.0\.1:\d+\/$/],
  ["ipc.js", /^http:\/\/127\.0\.0\.1:\d+\/$/],
] as const)("%s: its one server is loaded without a word about a choice", { tags: "thorough" }, async (app, url) => {
  const { err, code, load } = await recorded(app, "--load", "/");
  expect(load?.url).toMatch(url);
  expect(load?.requests).toBeGreaterThan(10);
  expect(err).not.toContain("--port");
  expect(code).toBe(0);
});

test("an app that listens on a Unix socket alone is loaded there", async () => {
  const socket = path.join(folder, "app.sock");
  const { load, code, err } = await recorded("socket.js", "--load", "/orders", "--port", "app.sock");
  expect(load).toMatchObject({ tool: "autocannon", url: `unix:${socket}:/orders`, errors: 0, non2xx: 0 });
  expect(load?.requests).toBeGreaterThan(10);
  expect([code, apartFromWaiting(err)]).toEqual([0, ""]);
});

test("a server of HTTP/2 alone is loaded by h2load", { tags: "thorough" }, async () => {
  const { load, err, code } = await recorded("h2c.js", "--load", "/", "--warmup", "1");
  expect(err).toMatch(/^http:\/\/127\.0\.0\.1:\d+ answers only HTTP\/2, so h2load sends the load\.$/m);
  expect(load).toMatchObject({ tool: "h2load", errors: 0, non2xx: 0 });
  expect(load?.requests).toBeGreaterThan(10);
  expect(code).toBe(0);
});
