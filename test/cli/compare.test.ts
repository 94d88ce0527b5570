import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../language-server/reports/json-comparison.ts";
import type { Run } from "../../language-server/history/run.ts";
import { undisturbed } from "../drivers/undisturbed.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-compare-")));

const priceLine = 4;

/** Two checkouts of one app that differ in the cost of `price`. */
const service = (rounds: number): string => `const crypto = require("node:crypto");

function price() {
  return crypto.pbkdf2Sync("secret", "salt", ${rounds}, 64, "sha512").length;
}

function render() {
  let text = "";
  for (let i = 0; i < 3000; i++) text = JSON.stringify({ i, list: [i, i + 1], last: text.slice(0, 50) });
  return text;
}

require("node:http")
  .createServer((request, response) => response.end(render() + price()))
  .listen(0, "127.0.0.1");
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  const bothRecorded = async (): Promise<string | undefined> => {
    for (const runs of ["v1-runs", "v2-runs"]) rmSync(path.join(folder, runs), { recursive: true, force: true });
    await record("v1", 30_000);
    await record("v2", 3000);
    return (await jsonOf("v1-runs", "v2-runs")).functions.find(({ name }) => name === "render")?.verdict;
  };
  // Now and then a run differs from another in a function that nobody changed, if something disturbs it.
  await undisturbed(bothRecorded, (verdict) => verdict === "noise", 3);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function record(name: string, rounds: number): Promise<void> {
  mkdirSync(path.join(folder, name), { recursive: true });
  writeFileSync(path.join(folder, name, "server.js"), service(rounds));
  const load = ["--load", "/", "--duration", "3", "--warmup", "1", "--connections", "2"];
  const recorded = await cli.run(["record", "--out", `${name}-runs`, "--cwd", name, ...load, "--", "node", "server.js"], { cwd: folder });
  if (recorded.code !== 0) throw new Error(`The run of ${name} failed: ${recorded.err}`);
}

async function jsonOf(...args: readonly string[]): Promise<JsonComparison> {
  const { code, out, err } = await cli.run(["compare", ...args, "--json"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as JsonComparison;
}

function runIn(runsFolder: string): Run {
  const [id] = readdirSync(path.join(folder, runsFolder));
  return JSON.parse(readFileSync(path.join(folder, runsFolder, id ?? "", "run.json"), "utf8")) as Run;
}

test("the text output has the load's figures, and the fixed function and line on top", async () => {
  const { code, out, err } = await cli.run(["compare", "v1-runs", "v2-runs", "--top", "1"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  const [title, note, figures = ""] = out.split("\n\n");
  const [load, cpu, all, rests] = figures.split("\n");
  expect(title).toMatch(/^v1 · node server\.js \(\d{4}-.*\) → v2 · node server\.js \(\d{4}-/);
  // Different folders by choice: said first.
  expect(note).toMatch(/^Note\n- The runs are of apps in different folders \(v1, then v2\)\./);
  expect(load).toMatch(/^GET \/ · [\d.,]+ → [\d.,]+ req\/s, ×[\d.]+, better \([±×÷\d. %]+\) · p99 .* → /);
  expect(cpu).toMatch(/^Busy time per request .* ms → .* ms, −[\d.,]+ ms \(−\d+ %\), better \([±×÷\d. %]+\)$/);
  expect(all).toMatch(/^CPU of all threads per request .* ms → .* ms, better \([±×÷\d. %]+\)$/);
  expect(rests).toBe("The intervals rest on the usual 15 % by which two starts of the same code differ.");
  expect(out).toMatch(/\nFunctions\n.*\n .* −\d+ % {2}▼ faster +price {2}v2\/server\.js:3\n/);
  expect(out).toMatch(/\nLines\n.*\n .*▼ faster +v2\/server\.js:4 {2}return crypto\.pbkdf2Sync\(.*3000.*\(was return crypto.*30000/);
  expect(out).not.toContain("\u001B");
});

test("--json has everything: places of both checkouts, unchanged code, the ratio of the load reports", async () => {
  const comparison = await jsonOf("v1-runs", "v2-runs");
  expect(Object.keys(comparison)).toEqual([
    "schema",
    "before",
    "after",
    "per",
    "loadRatio",
    "word",
    "starts",
    "figures",
    "busy",
    "drift",
    "warnings",
    "functions",
    "lines",
  ]);
  const [before, after] = [runIn("v1-runs"), runIn("v2-runs")];
  expect(comparison).toMatchObject({ schema: 1, per: "request", word: "better", starts: 0, busy: { verdict: "faster" } });
  const [rate] = comparison.figures;
  expect(rate).toMatchObject({ name: "requestsPerSecond", ratio: comparison.loadRatio, word: "better" });
  expect(rate?.low).toBeGreaterThan(1);
  expect(rate?.high).toBeGreaterThan(rate?.ratio ?? 0);
  // On a busy machine one of the runs may have fewer ticks, or all its code may cost more.
  expect(comparison.warnings.map(({ kind }) => kind).filter((kind) => !["interval", "machine", "machineOrRate"].includes(kind))).toEqual([
    "folder",
  ]);
  expect(comparison.before.requestsPerSecond).toBe(before.load?.requestsPerSecond);
  expect(comparison.before.cpuMs).toBe(before.cpuMs / (before.load?.requests ?? 0));
  expect(comparison.loadRatio).toBe((after.load?.requestsPerSecond ?? 0) / (before.load?.requestsPerSecond ?? 0));
  const [price] = comparison.functions;
  expect(price).toMatchObject({
    name: "price",
    category: "own",
    edited: true,
    verdict: "faster",
    beforeAt: { file: path.join(folder, "v1/server.js"), line: 3 },
    afterAt: { file: path.join(folder, "v2/server.js"), line: 3 },
  });
  expect((price?.before ?? 0) / (price?.after ?? 1)).toBeGreaterThan(2);
  // Without what all code cost more or less, which a busy machine makes of some size.
  expect(price?.change).toBeLessThan((price?.before ?? 0) / -2);
  expect(comparison.lines[0]).toMatchObject({
    beforeAt: { line: priceLine },
    afterAt: { line: priceLine },
    afterText: 'return crypto.pbkdf2Sync("secret", "salt", 3000, 64, "sha512").length;',
  });
  expect(comparison.functions.find(({ name }) => name === "render")).toMatchObject({ verdict: "noise", edited: false });
  expect(await jsonOf("v1-runs", "v2-runs", "--top=1")).toMatchObject({ functions: [price], lines: [comparison.lines[0]] });
});

test("a run without slices, as of an older Heatline or another tool, has its ratio and no word", async () => {
  const [id = ""] = readdirSync(path.join(folder, "v1-runs"));
  const older = path.join(folder, "older-runs", id);
  cpSync(path.join(folder, "v1-runs", id), older, { recursive: true });
  const { load, ...run } = runIn("v1-runs");
  const { slices, ...report } = load ?? {};
  expect(slices?.answers.length).toBeGreaterThanOrEqual(4);
  writeFileSync(path.join(older, "run.json"), JSON.stringify({ ...run, load: report }));
  const { code, out, err } = await cli.run(["compare", older, "v2-runs"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  const [, , head = ""] = out.split("\n\n");
  expect(head).toMatch(/ req\/s, ×[\d.]+ · p99 /);
  expect(head).not.toMatch(/better|worse|faster|slower|no significant|15 %/);
  expect(await jsonOf(older, "v2-runs")).toMatchObject({ word: null, starts: 0 });
});

test("costs are per second if requested", async () => {
  const { per, busy } = await jsonOf("v1-runs", "v2-runs", "--per", "second");
  expect(per).toBe("second");
  expect(busy.before).toBeLessThan(1100);
});

test("--fail-above: exit code 3 only if all busy time per request grew by more", async () => {
  const dearer = await cli.run(["compare", "v2-runs", "v1-runs", "--fail-above", "50", "--json"], { cwd: folder });
  expect(dearer.code).toBe(3);
  expect(dearer.err).toMatch(/^heatline: busy time per request grew by \d+ %; --fail-above allows 50 %\.\n$/);
  expect((JSON.parse(dearer.out) as JsonComparison).functions[0]).toMatchObject({ name: "price" });
  for (const [before, after, limit] of [
    ["v2-runs", "v1-runs", "100000"],
    ["v1-runs", "v2-runs", "0"],
  ] as const) {
    const { code, err } = await cli.run(["compare", before, after, "--fail-above", limit], { cwd: folder });
    expect([code, err]).toEqual([0, ""]);
  }
});

test("profiles have no load, so costs are per second, and the output says why", async () => {
  for (const [name, rounds] of [
    ["one", 30_000],
    ["two", 3000],
  ] as const) {
    const script = path.join(folder, `${name}.js`);
    const work = `for (let i = 0; i < 20; i++) price(), render();`;
    writeFileSync(script, service(rounds).replace(/require\("node:http"\)[\s\S]*/, work));
    execFileSync(process.execPath, ["--cpu-prof", `--cpu-prof-name=${name}.cpuprofile`, script], { cwd: folder });
  }
  const { code, out } = await cli.run(["compare", "one.cpuprofile", "two.cpuprofile"], { cwd: folder });
  expect(code).toBe(0);
  expect(out).toMatch(/^one\.cpuprofile → two\.cpuprofile\nBusy time per second [^\n]*\n\nNote\n/);
  expect(out).toContain(
    "- No requests were counted, and not both runs are known to be of a script from its start to its end, so costs are compared per second.\n",
  );
});

test.each([
  [["v1-runs", "v1-runs"], "A run cannot be compared with itself. Name the run before and the run after."],
  [["v1-runs", "missing"], "missing does not exist. Check the path."],
  [["v1", "v2-runs"], "v1 is not a Heatline run. Open a folder that Heatline wrote, or record a new run."],
])("%j: one line that says what to do, and exit code 1", async (args, message) => {
  const { code, out, err } = await cli.run(["compare", ...args], { cwd: folder });
  expect([code, out, err]).toEqual([1, "", `heatline: ${message}\n`]);
});

test("a run's folder and the folder of runs around it give the same run", async () => {
  const run = path.join("v1-runs", readdirSync(path.join(folder, "v1-runs"))[0] ?? "");
  expect((await cli.run(["compare", "v1-runs", run], { cwd: folder })).err).toContain("A run cannot be compared with itself.");
  expect(await jsonOf(run, "v2-runs")).toEqual(await jsonOf("v1-runs", "v2-runs"));
});

test("one name that is no folder of runs", async () => {
  const { code, out, err } = await cli.run(["compare", "a"], { cwd: folder });
  expect([code, out, err]).toEqual([1, "", "heatline: a is not a folder of runs. Name a folder of runs, or two runs.\n"]);
});

test.each([
  [[], /Name two runs, or one folder of runs: heatline compare BEFORE AFTER/],
  [["a", "b", "c"], /“c” is a third/],
  [["a", "b", "--per", "hour"], /--per must be request or second, not “hour”/],
  [["a", "b", "--fail-above", "much"], /--fail-above must be a number/],
  [["a", "b", "--top", "0"], /--top must be a number/],
])("wrong usage: %j", async (args, message) => {
  const { code, out, err } = await cli.run(["compare", ...args]);
  expect(err).toMatch(message);
  expect([code, out]).toEqual([2, ""]);
});
