import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { goProfile, loginHeader, ProfileServer } from "../drivers/profile-server.ts";
import { stateEntries, stateEnv } from "../drivers/state-folder.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
let server: ProfileServer;
const folder = mkdtempSync(path.join(os.tmpdir(), "heatline-url-"));
const temporary = path.join(folder, "tmp");
const surroundings = { TMPDIR: temporary, ...stateEnv(folder) };
const program = `function burn(rounds) { let sum = 0; for (let at = 0; at < rounds; at++) sum += Math.sqrt(at); return sum; }
function main() { let sum = 0; const end = Date.now() + 300; while (Date.now() < end) sum += burn(100_000); return sum; }
console.log(main());
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  mkdirSync(temporary);
  writeFileSync(path.join(folder, "app.js"), program);
  execFileSync(process.execPath, ["--no-turbo-inlining", "--cpu-prof", "--cpu-prof-name=app.cpuprofile", "app.js"], { cwd: folder });
  const exported = path.join(folder, "app.pb.gz");
  await cli.run(["export", path.join(folder, "app.cpuprofile"), "--format", "pprof", "-o", exported]);
  server = await ProfileServer.start({
    files: {
      "/app.cpuprofile": readFileSync(path.join(folder, "app.cpuprofile")),
      "/app.pb.gz": readFileSync(exported),
      "/app.heapprofile": '{"head":{"callFrame":{"functionName":"(root)"},"selfSize":0,"children":[]}}',
      "/app.js": program,
    },
    redirects: { "/latest": "/app.pb.gz" },
  });
});

afterAll(() => server[Symbol.asyncDispose]());

/** Runs the command in the program's folder; it must leave nothing in the private folder, and nothing in that of temporary files. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): ReturnType<CommandLine["run"]> {
  const outcome = await cli.run(args, { cwd: folder, env: { ...surroundings, ...env } });
  expect(await stateEntries(folder)).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
  return outcome;
}

/** The JSON report on standard output, without the messages on standard error. */
async function reported(target: string): Promise<JsonReport> {
  const { out, code } = await run(["report", target, "--json"]);
  expect(code).toBe(0);
  return JSON.parse(out) as JsonReport;
}

test.each([
  ["/debug/pprof/profile?seconds=1", goProfile],
  ["/app.cpuprofile", path.join(folder, "app.cpuprofile")],
  ["/app.pb.gz", path.join(folder, "app.pb.gz")],
  ["/latest", path.join(folder, "app.pb.gz")],
])("%s is reported like its file", async (at, file) => {
  const report = await reported(server.at(at));
  expect(report.busyTicks).toBeGreaterThan(10);
  expect(report).toEqual(await reported(file));
});

test("the report is called by host and path, and says meanwhile what is fetched; secrets of the query are masked", async () => {
  const name = `127.0.0.1:${server.port}/app.pb.gz?token=***&seconds=1`;
  const { out, err } = await run(["report", server.at("/app.pb.gz?token=s3cret&seconds=1")]);
  expect(err).toBe(`heatline: fetching ${name} …\n`);
  expect(out).toContain(name);
  expect(out).toContain("burn");
  expect(out + err).not.toContain("s3cret");
});

test("a profile at a URL is exported, and compared with a file or with the next recording of the same URL", async () => {
  const url = server.at("/app.pb.gz");
  const exported = await run(["export", url, "--format", "collapsed"]);
  expect(exported.out).toMatch(/;main /);
  const both = await run(["export", url, server.at("/app.cpuprofile"), "--format", "svg"]);
  expect(both.out).toMatch(/^<svg/);
  expect(await run(["compare", "app.cpuprofile", url])).toMatchObject({ code: 0 });
  const before = server.asked.length;
  expect(await run(["compare", url, url])).toMatchObject({ code: 0 });
  expect(server.asked.length - before).toBe(2);
});

test("the token comes from the environment, and is in no output", async () => {
  const without = await run(["report", server.at("/private")], { HEATLINE_AUTHORIZATION: "" });
  expect(without.code).toBe(1);
  expect(without.err).toMatch(/\nheatline: \S+\/private requires a login \(401\)\. On the terminal, set HEATLINE_AUTHORIZATION to .*\n$/);
  const wrong = await run(["report", server.at("/private")], { HEATLINE_AUTHORIZATION: "Bearer wr0ng" });
  expect(wrong.err).toContain("refuses the given Authorization header (401)");
  const bad = await run(["report", server.at("/private")], { HEATLINE_AUTHORIZATION: "Bearer a\nX-Evil: 1" });
  expect(bad).toMatchObject({ code: 1, err: expect.stringContaining("characters that a header cannot have") as string });
  const right = await run(["report", server.at("/private"), "--json"], { HEATLINE_AUTHORIZATION: loginHeader });
  expect(right.code).toBe(0);
  const html = await run(["export", server.at("/private"), "--format", "html"], { HEATLINE_AUTHORIZATION: loginHeader });
  expect(html.code).toBe(0);
  for (const { out, err } of [wrong, bad, right, html]) expect(out + err).not.toMatch(/wr0ng|X-Evil|s3cret/);
});

test("another machine without encryption needs a word of its own", async () => {
  const url = server.elsewhere("/app.pb.gz");
  const refused = await run(["report", url]);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("would be fetched without encryption");
  for (const command of [["report"], ["export", "--format", "collapsed"], ["compare", "app.cpuprofile"]])
    expect(await run([...command, url, "--plain-http"])).toMatchObject({ code: 0 });
});

test.each([
  ["/app.heapprofile", / is a heap profile; Heatline shows CPU profiles\./],
  ["/app.js", /\/app\.js is not a profile that Heatline can read\./],
  ["/empty", /\/empty is empty\./],
  ["/page", /\/page is a web page, not a profile\./],
  ["/nowhere", /The server answered 404 Not Found for /],
])("%s: one clear sentence, and exit code 1", async (at, sentence) => {
  const { code, out, err } = await run(["report", server.at(at)]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(sentence);
  expect(err.split("\n")).toHaveLength(3);
});

test.each(["ftp://127.0.0.1/p", "file:///etc/hosts", "http://", "http://me:word@127.0.0.1/p"])("%s is refused unasked", async (url) => {
  const { code, err } = await run(["report", url]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /^heatline: (?:Profiles are fetched over http and https only|This is not a valid URL|The URL contains a user name).*\n$/,
  );
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends a fetch as it ends any program, and leaves no file", async (signal) => {
  const env = { ...process.env, ...surroundings };
  const held = await ProfileServer.start();
  const child = spawn(process.execPath, [cli.file, "report", held.at("/drips")], { env, stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", (_code, by) => resolve(by)));
  await held.askedFor("/drips");
  expect(await stateEntries(folder)).toHaveLength(1);
  child.kill(signal);
  expect(await ended).toBe(signal);
  expect(await stateEntries(folder)).toEqual([]);
  await held[Symbol.asyncDispose]();
});
