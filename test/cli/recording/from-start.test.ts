import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Run } from "../../../language-server/history/run.ts";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-from-start-")));

/** Loads for 200 ms, and works from then on. */
const server = `function burn(ms) {
  const end = process.hrtime.bigint() + BigInt(ms) * 1000000n;
  let sum = 0;
  while (process.hrtime.bigint() < end) sum += Math.sqrt(sum + 1);
  return sum;
}
function load() {
  burn(200);
}
function work() {
  burn(50);
  console.log("worked");
}
load();
require("node:http").createServer().listen(0, "127.0.0.1", () => setInterval(work, 60));
`;

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "server.js"), server);
  writeFileSync(path.join(folder, "script.js"), server.split("\nload();")[0] + "\nload();\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function report(out: string, ...options: readonly string[]): Promise<JsonReport> {
  const { out: text, err } = await cli.run(["report", out, "--json", ...options], { cwd: folder });
  expect(err).toBe("");
  return JSON.parse(text) as JsonReport;
}

function totalOf({ functions, busyTicks }: JsonReport, name: string): number {
  return (functions.find((each) => each.name === name)?.totalTicks ?? 0) / busyTicks;
}

/** Once the app has worked for some time after its start. */
async function record(out: string, ...options: readonly string[]): Promise<Run> {
  let isSent = false;
  const { code } = await cli.run(["record", ...options, "--out", out, "--", "node", "server.js"], {
    cwd: folder,
    when: (printed, _err, interrupt) => {
      if (isSent || (printed.match(/worked/g)?.length ?? 0) < 15) return;
      isSent = true;
      interrupt();
    },
  });
  expect(code).toBe(0);
  const [name = ""] = readdirSync(path.join(folder, out));
  return JSON.parse(readFileSync(path.join(folder, out, name, "run.json"), "utf8")) as Run;
}

test("a server that is recorded from its first line has its start-up, which can be looked at alone", async () => {
  const run = await record("whole", "--from-start");
  expect(run).toMatchObject({ window: "first-line", end: "stopped" });
  expect(run.listenedAtMs).toBeGreaterThan(190);
  expect(run.listenedAtMs).toBeLessThan(run.durationMs / 2);
  const whole = await report("whole");
  expect(totalOf(whole, "load")).toBeGreaterThan(0);
  expect(totalOf(whole, "work")).toBeGreaterThan(totalOf(whole, "load"));
  const startup = await report("whole", "--startup");
  expect(totalOf(startup, "load")).toBeGreaterThan(0.5);
  expect(totalOf(startup, "work")).toBe(0);
});

test("without --from-start it is recorded from when it listens: it has no start-up, and says so", async () => {
  const run = await record("later");
  expect(run.listenedAtMs).toBeUndefined();
  const { code, err } = await cli.run(["report", "later", "--startup"], { cwd: folder });
  expect(err).toContain("has no start-up: it was recorded from later on");
  expect(code).toBe(1);
});

test("of a script that never listens all is its start-up; a span beside it is refused", async () => {
  await cli.run(["record", "--out", "script", "--", "node", "script.js"], { cwd: folder });
  expect((await report("script", "--startup")).busyTicks).toBe((await report("script")).busyTicks);
  const { code, err } = await cli.run(["report", "script", "--startup", "--from", "1"], { cwd: folder });
  expect(err).toContain("--startup is a span itself");
  expect(code).toBe(2);
});
