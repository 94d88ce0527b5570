import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { markVariable, waitUntilGone } from "../../drivers/adapter/session-processes.ts";
import { nodeOf, someNodeMajors } from "../../workbench/node-versions.mjs";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const mark = `startup-${process.pid}`;
const env = { [markVariable]: mark };
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-startup-")));

const files = {
  "burn.js": `module.exports = function burn(ms) {
  const end = process.hrtime.bigint() + BigInt(ms) * 1000000n;
  let sum = 0;
  while (process.hrtime.bigint() < end) sum += Math.sqrt(sum + 1);
  return sum;
};
`,
  "dear.js": `require("./burn.js")(240);\n`,
  "cheap.js": `require("./burn.js")(60);\n`,
  "cli.js": `require("./dear.js");\nrequire("./cheap.js");\nconsole.log("usage: cli");\nprocess.exitCode = 3;\n`,
  "server.js": `require("./dear.js");
require("./cheap.js");
require("node:http").createServer().listen(0, "127.0.0.1", () => require("./burn.js")(700));
`,
  "lazy.js": `const report = require("./report.js");
console.log(process.argv[2] === "report" ? report() : "usage");
`,
  "report.js": `require("./burn.js")(240);\nmodule.exports = () => "report";\n`,
  "crash.js": `require("./cheap.js");\nthrow new Error("planted");\n`,
};

beforeAll(async () => {
  cli = await buildCommandLine();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

let outs = 0;

/** Of its own, also where a test is repeated. */
function newOut(): string {
  outs += 1;
  return `runs-${outs}`;
}

function onlyRun(out: string): Run {
  const [name = "", ...others] = readdirSync(path.join(folder, out));
  expect(others).toEqual([]);
  return JSON.parse(readFileSync(path.join(folder, out, name, "run.json"), "utf8")) as Run;
}

/** Share of the busy time of all starts below each line of a file. */
async function shares(out: string, file: string): Promise<ReadonlyMap<number, number>> {
  const { out: text } = await cli.run(["report", out, "--json"], { cwd: folder });
  const { lines, busyTicks } = JSON.parse(text) as JsonReport;
  return new Map(lines.flatMap((each) => (each.file === path.join(folder, file) ? [[each.line, each.totalTicks / busyTicks]] : [])));
}

test.each(someNodeMajors)("Node %i: a command is started until its end, as often as asked; shares are of all starts", async (major) => {
  const out = newOut();
  const record = ["record", "--startup", "--starts", "4", "--out", out, "--", await nodeOf(major), "cli.js", "--token", "s3cr3t"];
  const { code, err, out: said } = await cli.run(record, { cwd: folder });
  expect(err).toContain("The app ended with exit code 3");
  // Of the first start alone.
  expect(said.match(/^usage: cli$/gm)).toHaveLength(1);
  expect(said).toMatch(/4 starts until it ended, \d+ ms ± .* each/);
  expect(said).not.toContain("s3cr3t");
  expect(code).toBe(0);
  const run = onlyRun(out);
  expect(run.startup).toMatchObject({ starts: 4, listened: false });
  expect(run.threads.map(({ name }) => name)).toEqual(["start 1", "start 2", "start 3", "start 4"]);
  expect(run.startup?.eachMs).toBeGreaterThan(280);
  expect(run.durationMs).toBeCloseTo(4 * (run.startup?.eachMs ?? 0), 3);
  const json = await cli.run(["report", out, "--json"], { cwd: folder });
  expect((JSON.parse(json.out) as JsonReport).startup).toEqual(run.startup);
  const lines = await shares(out, "cli.js");
  // 240 and 60 of 300 ms, beside what loading and printing take.
  expect((lines.get(1) ?? 0) / ((lines.get(1) ?? 0) + (lines.get(2) ?? 0))).toBeGreaterThan(0.65);
});

test.each(someNodeMajors)("Node %i: a server is started until it listens; what it does afterwards is not in the run", async (major) => {
  const out = newOut();
  const record = ["record", "--startup", "--starts", "3", "--out", out, "--", await nodeOf(major), "server.js"];
  const { code, out: said } = await cli.run(record, { cwd: folder, env });
  expect(said).toMatch(/3 starts until it listened, \d+ ms ± .* each/);
  expect(code).toBe(0);
  const run = onlyRun(out);
  expect(run).toMatchObject({ end: "exited", startup: { starts: 3, listened: true } });
  const lines = await shares(out, "server.js");
  // Without an end at the first server, its callback would have most: 700 of 1,000 ms. What loads `node:http` stays.
  expect(lines.get(3) ?? 0).toBeLessThan(lines.get(1) ?? 0);
  expect(lines.get(2) ?? 0).toBeLessThan(0.5 * (lines.get(1) ?? 0));
  expect(await waitUntilGone(mark)).toEqual([]);
});

test("two runs of starts are compared per start, and not with a run of another kind", async () => {
  const [before, after, once] = [newOut(), newOut(), newOut()];
  const record = async (out: string, ...options: readonly string[]): Promise<void> => {
    const { code } = await cli.run(["record", ...options, "--out", out, "--", "node", "cli.js"], { cwd: folder });
    expect([0, 3]).toContain(code);
  };
  await record(before, "--startup", "--starts", "3");
  await record(after, "--startup", "--starts", "2");
  await record(once);
  const same = await cli.run(["compare", before, after], { cwd: folder });
  const [, each, next] = /Busy time per start (\d+) ms → (\d+) ms/.exec(same.out) ?? [];
  // 300 ms each, however many there are.
  expect(Number(next) / Number(each)).toBeGreaterThan(0.6);
  expect(Number(next) / Number(each)).toBeLessThan(1.7);
  const other = await cli.run(["compare", before, once], { cwd: folder });
  expect(`${other.out}${other.err}`).toContain("Only one of the runs is of starts");
});

test("an error ends the starts: the run is of one, and says what failed", async () => {
  const out = newOut();
  const { code, err } = await cli.run(["record", "--startup", "--out", out, "--", "node", "crash.js"], { cwd: folder });
  expect(err).toContain("Error: planted");
  expect(code).toBe(1);
  expect(onlyRun(out)).toMatchObject({ end: "crashed", exitCode: 1, startup: { starts: 1 } });
});

test("Ctrl+C keeps the starts that were whole, and ends the app", async () => {
  const out = newOut();
  const { code, err } = await cli.run(["record", "--startup", "--starts", "1000", "--savings", "--out", out, "--", "node", "server.js"], {
    cwd: folder,
    env,
    when: interruptAfterSeconds(6),
  });
  expect(err).toContain("ending the app");
  expect(code).toBe(0);
  expect(err).toContain("What could be saved was not measured");
  expect(err).not.toContain("without the profiler");
  const run = onlyRun(out);
  expect(run.end).toBe("stopped");
  expect(run.threads).toHaveLength(run.startup?.starts ?? 0);
  expect(await waitUntilGone(mark)).toEqual([]);
});

test("a program that neither listens nor ends is ended in its first start, and the run says so", { tags: "thorough" }, async () => {
  const out = newOut();
  writeFileSync(path.join(folder, "hang.js"), `require("./cheap.js");\nsetInterval(() => undefined, 1000);\n`);
  const { code, err, out: said } = await cli.run(["record", "--startup", "--out", out, "--", "node", "hang.js"], { cwd: folder, env });
  expect(err).toContain("neither listened nor ended within 30 s");
  expect(said).toContain("1 start, stopped as it did not end");
  expect(code).toBe(0);
  expect(onlyRun(out)).toMatchObject({ end: "time-cap", startup: { starts: 1, listened: false } });
  expect(await waitUntilGone(mark)).toEqual([]);
});

test("what cannot go together is refused, before anything starts", async () => {
  const refused = async (...options: readonly string[]): Promise<string> => {
    const { code, err } = await cli.run(["record", ...options, "--out", "refused", "--", "node", "cli.js"], { cwd: folder });
    expect(code).toBe(2);
    return err;
  };
  expect(await refused("--starts", "3")).toContain("--starts is the number of starts of --startup");
  expect(await refused("--startup", "--load", "/")).toContain("without --load");
  expect(await refused("--startup", "--starts", "0")).toContain("from 1 to 1000");
});

function interruptAfterSeconds(seconds: number): (out: string, err: string, interrupt: () => void) => void {
  let isWaiting = false;
  return (_out, _err, interrupt) => {
    if (!isWaiting) setTimeout(interrupt, seconds * 1000);
    isWaiting = true;
  };
}

test("what loading on first use would save is measured after the starts, kept in the run, and shown", async () => {
  const out = newOut();
  const node = await nodeOf(26);
  const asked = ["record", "--startup", "--starts", "2", "--savings", "--out", out, "--", node, "lazy.js", "--help"];
  const recorded = await cli.run(asked, { cwd: folder, env });
  expect(recorded).toMatchObject({ code: 0 });
  const advice = /^Load report\.js on first use \(lazy\.js:1\): saves \d.* of the start · not needed by lazy\.js --help$/m;
  expect(recorded.out).toMatch(advice);
  const { savings } = onlyRun(out);
  expect(savings?.imports).toMatchObject([{ path: path.join(folder, "lazy.js"), line: 1, specifier: "./report.js" }]);
  expect((await cli.run(["report", out, "--imports"], { cwd: folder })).out).toMatch(advice);
  const { out: json } = await cli.run(["report", out, "--imports", "--json"], { cwd: folder });
  expect((JSON.parse(json) as { imports: { savings: unknown } }).imports.savings).toMatchObject({
    ways: expect.arrayContaining([expect.objectContaining({ kind: "import", advised: true })]) as unknown,
  });
  await waitUntilGone(mark);
});

test("savings and their requests are of starts", async () => {
  const refused = async (...options: readonly string[]): Promise<string> => {
    const { code, err } = await cli.run(["record", ...options, "--", "node", "lazy.js"], { cwd: folder });
    expect(code).toBe(2);
    return err;
  };
  expect(await refused("--savings")).toContain("--savings belongs to --startup");
  expect(await refused("--startup", "--request", "/a")).toContain("--request is sent to measure --savings");
  expect(await refused("--startup", "--savings", "--request", "a")).toContain("--request a is not a path");
});

test("measuring is ended by Ctrl+C, which keeps the run without it", async () => {
  const out = newOut();
  let isSent = false;
  const asked = ["record", "--startup", "--starts", "2", "--savings", "--out", out, "--", "node", "lazy.js"];
  const { code, err } = await cli.run(asked, {
    cwd: folder,
    env,
    when: (_out, said, interrupt) => {
      if (isSent || !said.includes("without the profiler")) return;
      isSent = true;
      interrupt();
    },
  });
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("Ending the app. The run is kept") as unknown });
  expect(err).toContain("What could be saved was not measured");
  expect(onlyRun(out).savings).toBeUndefined();
  await waitUntilGone(mark);
});
