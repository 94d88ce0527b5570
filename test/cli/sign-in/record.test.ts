import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-sign-in-")));
const apps = path.resolve(import.meta.dirname, "../../fixtures/sign-in");
const password = "s3cr3t-of-this-test";

beforeAll(async () => {
  cli = await buildCommandLine();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Records an app; every command line that a process had meanwhile is in `listed`. */
async function recorded(app: string, out: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const at = path.join(folder, out);
  const listed: string[] = [];
  const watch = setInterval(() => listed.push(...commandLines()), 50);
  const program = ["record", "--out", at, "--duration", "1", "--warmup", "0", "--connections", "3", ...args, "--", "node", app];
  const ran = await cli.run(program, { cwd: apps, env: { ...env, PASSWORD: password } }).finally(() => clearInterval(watch));
  const run = readdirSync(at).sort().at(-1) ?? "";
  const { load } = JSON.parse(readFileSync(path.join(at, run, "run.json"), "utf8")) as Run;
  return { ...ran, load: load!, listed, kept: allText(at) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function commandLines(): readonly string[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.map((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8");
    } catch {
      return "";
    }
  });
}

function allText(at: string): string {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map((file) => readFileSync(path.join(file.parentPath, file.name), "latin1")).join("\n");
}

test("Express with sessions: a page's CSRF token and its cookie sign in, the planted line is hot, and no file has what was used", async () => {
  writeFileSync(path.join(folder, "form"), `_csrf={{page._csrf}}&username=ada&password=${password}\n`, { mode: 0o600 });
  const setup = ["--setup", "page=GET /login", "--setup", "POST /login", "--setup-body", `@${path.join(folder, "form")}`];
  const { code, out, load, listed, kept } = await recorded("express.cjs", "express", ["--load", "/reports", ...setup]);
  expect(code).toBe(0);
  expect(load).toMatchObject({ label: "GET /reports", statusCounts: { 200: load.requests } });
  expect(out).toMatch(/^[█▉▊▋▌▍▎▏]+ .* \/\/ HOT$/m);
  expect(listed.filter((line) => /sid=|s3cr3t/.test(line))).toEqual([]);
  expect(kept).not.toMatch(/s%3A[\w-]{20}|s3cr3t/);
});

test("a load that measured only the redirect to the login page says so, and how to sign in", async () => {
  const { code, err, load } = await recorded("express.cjs", "redirected", ["--load", "/reports"]);
  expect(load.statusCounts).toEqual({ 302: load.requests });
  expect([code, err]).toEqual([0, expect.stringContaining(`heatline: Every answer was a redirect (302 × ${load.requests}),`)]);
  expect(err).toContain("--setup");
});

test("Fastify with JSON Web Tokens: a cURL command signs in, and its token is a header", { tags: "thorough" }, async () => {
  const curl = `login=curl -X POST /auth/token`;
  const { code, err } = await cli.run(["record", "--load", "/orders", "--setup", curl, "--", "node", "fastify.cjs"], { cwd: apps });
  expect([code, err]).toEqual([2, expect.stringContaining("--setup must look like")]);
  const body = JSON.stringify({ email: "ada@shop.test", password });
  const setup = ["--setup", "POST /auth/token", "--setup-body", body, "--header", "Authorization: Bearer {{token.auth.access-token}}"];
  const { load, listed, kept } = await recorded("fastify.cjs", "fastify", ["--load", "/orders", ...setup]);
  expect(load).toMatchObject({ label: "GET /orders", statusCounts: { 200: load.requests } });
  expect(listed.filter((line) => line.includes("eyJhbG"))).toEqual([]);
  expect(kept).not.toContain("eyJhbG");
});

test(
  "a cURL command as a browser copies it, to the app's own port; each connection is a user of its own",
  { tags: "thorough" },
  async () => {
    const port = await freePort();
    const curl = `curl 'http://localhost:${port}/api/login' -H 'content-type: application/json' --data-raw '{"username":"ada","password":"${password}"}'`;
    const at = ["--load", `http://127.0.0.1:${port}/reports`, "--setup", curl, "--setup-per-connection"];
    const { load } = await recorded("express.cjs", "curl", at, { PORT: String(port) });
    expect(load.statusCounts).toEqual({ 200: load.requests });
  },
);

test("a name and a password in the URL are sent as Basic authorization, and are in no run", { tags: "thorough" }, async () => {
  const port = await freePort();
  const { load, kept, out, err } = await recorded("express.cjs", "basic", ["--load", `http://ada:${password}@127.0.0.1:${port}/basic`], {
    PORT: String(port),
  });
  expect(load).toMatchObject({ url: `http://127.0.0.1:${port}/basic`, statusCounts: { 200: load.requests } });
  expect(out + err).not.toContain(password);
  expect(kept).not.toMatch(/s3cr3t|YWRhOnMzY3IzdC/);
});
