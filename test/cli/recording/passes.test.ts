import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPass } from "../../../language-server/history/run-passes.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import type { JsonWait } from "../../../language-server/reports/requests/json-waits.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-passes-")));

beforeAll(async () => {
  cli = await buildCommandLine();
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path.join(folder, "server.js"),
    `require("node:fs").appendFileSync("starts", "x");
require("node:http").createServer((request, response) => {
  for (let i = 0; i < 20000; i++) Math.sqrt(i);
  setTimeout(() => response.end("done"), 1);
}).listen(0, "127.0.0.1");
exports.unsafe = async () => { for await (const { [await "a"]: a } of [{ a: 1 }]) return a; };
`,
  );
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("record --passes measures the run again into its own folder, in a start of the app each", async () => {
  const load = ["--load", "/", "--load", "/other", "--duration", "1", "--warmup", "0", "--rate", "200"];
  const ran = await cli.run(["record", ...load, "--passes", "routes,counts,waits", "--", "node", "server.js"], { cwd: folder });
  expect(ran.code).toBe(0);
  const lines = ran.err.split("\n").filter((line) => /^(?:Pass|Waits|Routes|Counts)/.test(line));
  expect(lines).toEqual([
    expect.stringMatching(/^Pass 1 of 3: waits, \d+ s left\.$/),
    expect.stringMatching(/^Waits measured: [\d,.]+ req\/s \([\d,.]+ req\/s in the run\)\.$/),
    expect.stringMatching(/^Pass 2 of 3: routes, \d+ s left\.$/),
    expect.stringMatching(/^Routes measured: all of them together [\d,.]+ req\/s/),
    expect.stringMatching(/^Pass 3 of 3: counts, \d+ s left\.$/),
    expect.stringMatching(/^Counts measured: [\d,.]+ req\/s \([\d,.]+ req\/s in the run\)\.$/),
  ]);
  const found =
    /^By route: GET \/(other)? [\d.]+ % · GET \/(other)? [\d.]+ %.*\n\nLines that waited longest\nserver\.js:4 +waited [\d.]+ [mµ]s per request/m;
  expect(ran.out).toMatch(found);
  const missing = "Functions that could not be rewritten safely ran as they are, and their waits are missing: 2.";
  expect(ran.out).toContain(missing);
  const [name = "", ...others] = readdirSync(path.join(folder, "heatline-runs"));
  expect(others).toEqual([]);
  const stored = path.join(folder, "heatline-runs", name);
  const run = await readRun(stored);
  expect(run.passes?.map(({ kind }) => kind)).toEqual(["waits", "routes", "counts"]);
  const waits = await readPass({ folder: stored, run }, "waits");
  expect(waits?.run).toMatchObject({ pass: "waits", name: run.name, end: "load-ended" });
  expect(readFileSync(path.join(folder, "starts"), "utf8")).toBe("xxxx");
  // Of a run its time is for the requests of its load; of this pass, for those of each route's own windows, too.
  const report = await cli.run(["report", stored], { cwd: folder });
  expect(report.out).toContain("CPU per request");
  expect(report.out).toContain(missing);
  expect(report.out).toMatch(/^Lines that waited longest\nserver\.js:4 +waited/m);
  const reported = JSON.parse((await cli.run(["report", "--json", stored])).out) as {
    readonly waits: readonly JsonWait[];
    readonly counts: { readonly functions: readonly Readonly<Record<string, unknown>>[] };
  };
  const { waits: waitedLines, counts } = reported;
  expect(waitedLines).toMatchObject([{ file: path.join(folder, "server.js"), line: 4, perRequest: true, times: 1, share: 1 }]);
  expect(waitedLines[0]?.waitedMs).toBeGreaterThan(0.5);
  const counted =
    /^How often hot functions are called\n(?:.*\n)*createServer\(\) callback +server\.js:2 +×1 per request · [\d.]+ [mµ]s a call/m;
  expect(ran.out).toMatch(counted);
  expect(report.out).toMatch(counted);
  const called = { name: "createServer() callback", file: path.join(folder, "server.js"), line: 2, perRequest: true, count: 1 };
  expect(counts.functions).toContainEqual(expect.objectContaining(called));
  const counting = await readPass({ folder: stored, run }, "counts");
  expect(counting?.run.threads.map(({ ticks }) => ticks)).toEqual([0]);
  // Of a part of the run it is not known.
  expect((await cli.run(["report", "--from", "0.5", stored])).out).not.toContain("waited");
  const routes = await cli.run(["report", path.join(stored, "passes", "routes")]);
  expect(routes.out).toContain("req/s");
  expect(routes.out).not.toContain("per request");
});

test.each([
  [["--passes", "waits"], "--passes sends the load again: give --load, too."],
  [["--load", "/", "--passes", "waits,routes"], "--passes routes needs several --load requests"],
  [["--load", "/", "--passes", "ticks"], "--passes accepts waits, routes, counts, allocations, not “ticks”."],
])("record %j is refused", async (options, why) => {
  const ran = await cli.run(["record", ...options, "--", "node", "server.js"], { cwd: folder });
  expect([ran.code, ran.err]).toEqual([2, expect.stringContaining(why)]);
});

test("passes that a failed load leaves out are named", async () => {
  writeFileSync(
    path.join(folder, "missing.js"),
    `require("node:http").createServer((request, response) => response.writeHead(404).end()).listen(0, "127.0.0.1");`,
  );
  const ran = await cli.run(
    ["record", "--load", "/", "--duration", "1", "--warmup", "0", "--passes", "counts", "--", "node", "missing.js"],
    {
      cwd: folder,
    },
  );
  expect([ran.code, ran.err]).toEqual([
    4,
    expect.stringContaining("No pass was measured, as the load of the run did not come to a good end."),
  ]);
});
