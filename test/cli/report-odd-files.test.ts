import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-odd-")));

beforeAll(async () => {
  cli = await buildCommandLine();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("gzipped output of perf script: functions with their places, no lines, and the report says why", async () => {
  const perf = readFileSync(path.join(import.meta.dirname, "../fixtures/stacks/hash.perf-script.txt"));
  writeFileSync(path.join(folder, "hash.perf.gz"), gzipSync(perf));
  const { code, out, err } = await cli.run(["report", "hash.perf.gz", "--json"], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  const report = JSON.parse(out) as JsonReport;
  expect(report.exact).toBe(false);
  expect(report.busyTicks).toBe(14);
  expect(report.lines).toEqual([]);
  expect(report.functions.find(({ name }) => name === "outer")).toMatchObject({ line: 3, column: 14, totalTicks: 12 });
  expect(report.problems).toContainEqual({
    code: "perfScript.onlyFunctions",
    message: "perf names functions but no lines, so only functions have costs.",
    count: 1,
  });
});

test("a minified line is cut, even without a terminal", async () => {
  const long = `const wide = [${"0, ".repeat(20_000)}0];\nconst end = process.cpuUsage().user + 300_000; while (process.cpuUsage().user < end) wide.indexOf(1);\n`;
  writeFileSync(path.join(folder, "wide.js"), long.replace("\n", " "));
  const env = { ...process.env, NODE_OPTIONS: "" };
  execFileSync(process.execPath, ["--prof", "--log-source-position", "--no-logfile-per-isolate", "--logfile=wide.log", "wide.js"], {
    cwd: folder,
    env,
  });
  const { out, code } = await cli.run(["report", "wide.log"], { cwd: folder });
  expect(code).toBe(0);
  expect(out).toContain("1 │ const wide = [0, 0, 0");
  expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThanOrEqual(200);
});
