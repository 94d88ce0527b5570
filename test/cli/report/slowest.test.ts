import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonSlowest } from "../../../language-server/reports/json-slowest.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { tailRun } from "../../drivers/server/tail-run.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

const drawing = tailRun(2000);
let cli: CommandLine;
let app: DrawnApp;
let run: string;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeApp(drawing.scripts)]);
  run = await drawRun(app, drawing);
});

async function reported(
  target: string,
  { args = [], lang = "en_GB.UTF-8" }: { readonly args?: readonly string[]; readonly lang?: string } = {},
) {
  const { code, out, err } = await cli.run(["report", target, "--slowest", ...args], { cwd: app.folder, env: { LC_ALL: lang } });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out.slice(out.indexOf("\n\n") + 2);
}

test("the slowest requests are listed with what ran more than usual, and the verdict on all of them", async () => {
  expect(await reported(run, { args: ["--top", "2"] })).toBe(`Slowest requests
app.js:8 match stands out: 95.5 % of the busy time in 20 slow moments, 50.0 % at other times. Certainty: over 99.9 %.
Failed requests that took less time: 1. How long an answer would have taken is unknown.
This load had no rate: it sent each request only after an answer. Requests that would have come in a slow moment were not sent, which hides how slow it was. Send 140 requests per second to see it.

latency  at (s)  request  how it ended  ran more than usual
  22 ms   0.250  GET /    200           app.js:8 match
  22 ms   0.750  GET /    200           app.js:8 match
`);
});

test("it says so in Russian and Chinese", async () => {
  const russian = await reported(run, { args: ["--top", "1"], lang: "ru_RU.UTF-8" });
  expect(russian).toContain("Самые медленные запросы\nВыделяется app.js:8 match: 95,5 % занятого времени");
  const chinese = await reported(run, { args: ["--top", "1"], lang: "zh_CN.UTF-8" });
  expect(chinese).toContain("最慢的请求\napp.js:8 match 明显突出");
});

test("programs get the same figures", async () => {
  const { out } = await cli.run(["report", run, "--slowest", "--json"], { cwd: app.folder });
  const { slowest } = JSON.parse(out) as { readonly slowest: JsonSlowest };
  expect(slowest).toMatchObject({
    verdict: "named",
    episodes: 20,
    neededSeconds: null,
    slow: 20,
    failed: 1,
    onlyNoCpu: 0,
    proposedRate: 140,
  });
  expect(slowest.lines).toEqual([expect.objectContaining({ file: app.path("app.js"), line: 8, name: "match", named: true })]);
  const { requests } = slowest;
  expect(requests).toHaveLength(21);
  expect(requests[0]).toEqual({
    request: "GET /",
    fromSeconds: 0.25,
    latencyMs: 22,
    sentLateMs: 0,
    noCpuMs: 0,
    idleMs: 0,
    status: 200,
    outcome: "answer",
    onlyLate: false,
    line: 0,
  });
  expect(requests.at(-1)).toMatchObject({ outcome: "error", status: 0, fromSeconds: 0, line: null });
});

test("Markdown has them, too", async () => {
  const { code, out } = await cli.run(["export", run, "--format", "markdown", "-o", "-"], {
    cwd: app.folder,
    env: { LC_ALL: "en_GB.UTF-8" },
  });
  expect(code).toBe(0);
  expect(out).toContain("app.js:8 match stands out: 95.5 % of the busy time in 20 slow moments");
  expect(out).toMatch(/\| 22 ms +\| 0\.250 +\| GET \/ +\| 200 +\| app\.js:8 match +\|/);
});

test("a part of the run has its own slowest requests", async () => {
  expect(await reported(run, { args: ["--from", "1", "--to", "2"] })).toContain(
    "Too few requests to name a line: 200, and 1,000 are needed. About 10 s of this load would do.\n",
  );
});

test("a run or file without single requests says why", async () => {
  const { tracks: _tracks, ...before } = drawing;
  const older = await drawRun(app, before);
  expect(await reported(older)).toContain("An earlier version of Heatline recorded this run");
  const tool = await drawRun(app, { ...drawing, tracks: { loops: [] }, load: { tool: "hey" } });
  expect(await reported(tool)).toContain("hey does not report single requests.");
  const file = path.join(app.folder, "stacks.txt");
  await writeFile(file, "handle;match 5\n");
  expect(await reported(file)).toContain("A profile file has samples only");
});
