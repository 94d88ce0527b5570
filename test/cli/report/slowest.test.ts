import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonSlowest } from "../../../language-server/reports/requests/json-slowest.ts";
import { outcomes } from "../../../language-server/analysis/timeline/tracks.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { blockedRun, endedRun, tailRun } from "../../drivers/server/tail-run.ts";
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
p99 19 ms: app.js:8 match ran more than usual in the slow moments. Median 2 ms, slowest 22 ms.
app.js:8 match stands out: 95.5 % of the busy time in 20 slow moments, 50.0 % at other times. Certainty: over 99.9 %.
Failed requests: 1 (connection failed: 1). How long an answer would have taken is unknown, so they do not count as fast.
This load had no rate: it sent each request only after an answer. Requests that would have come in a slow moment were not sent, which hides how slow it was. Send 140 requests per second to see it.

latency  at (s)  request  how it ended  ran more than usual
  22 ms   0.250  GET /    200           app.js:8 match
  22 ms   0.750  GET /    200           app.js:8 match
`);
});

test("after a short load the line that blocked the loop is reported as a fact, and requests of one moment are one row", async () => {
  const folder = await drawRun(app, blockedRun());
  expect(await reported(folder)).toBe(`Slowest requests
p99 182 ms: app.js:8 match blocked the event loop while 10 of 10 slow requests waited, for up to 212 ms. Median 2 ms, slowest 212 ms.
Too few slow moments to name a line: 1, and 10 are needed. About 100 s of this load would do.
Failed requests: 1 (connection failed: 1). How long an answer would have taken is unknown, so they do not count as fast.
This load had no rate: it sent each request only after an answer. Requests that would have come in a slow moment were not sent, which hides how slow it was. Send 140 requests per second to see it.

latency  at (s)  request           how it ended       ran more than usual  blocked the loop meanwhile
 212 ms   2.500  GET / and 9 more  200                                     app.js:8 match, 212 ms
   2 ms   0.000  GET /             connection failed
`);
  const { out } = await cli.run(["report", folder, "--slowest", "--json"], { cwd: app.folder });
  const { slowest } = JSON.parse(out) as { readonly slowest: JsonSlowest };
  const place = { file: app.path("app.js"), line: 8, name: "match" };
  expect(slowest).toMatchObject({
    verdict: "tooFewEpisodes",
    latency: { p50Ms: 2, p99Ms: 182, slowestMs: 212 },
    cause: { code: "block", place, requests: 10 },
    failures: [{ outcome: "error", status: 0, requests: 1 }],
    unsent: 0,
  });
  expect(slowest.moments).toEqual([
    { fromSeconds: 2.5, toSeconds: 2.73, count: 10, unsent: 0, failed: false, requests: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    { fromSeconds: 0, toSeconds: 0.002, count: 1, unsent: 0, failed: true, requests: [10] },
  ]);
  expect(slowest.requests[0]).toMatchObject({ line: null, blocked: { ...place, ms: 212, blocks: 1 } });
});

test.each([
  ["error", 0, "(connection failed: 1,000). Check that the app still listens"],
  ["timeout", 0, "(timed out: 1,000). Check that the app answers"],
  ["load-end", 0, "(no answer before the load ended: 1,000). Check that the app answers"],
  ["unsent", 0, "(due, but never sent: 1,000). Check that the app answers"],
  ["answer", 503, "(status 503: 1,000). Correct the request in the load form"],
  ["answer", 401, "(status 401: 1,000). Sign in, in the load form"],
] as const)("if all requests ended as %s %i it says so first, and what to do", async (outcome, status, how) => {
  const message = await reported(await drawRun(app, endedRun(outcome, status)));
  expect(message).toContain(`Slowest requests\nEvery request failed ${how}`);
  expect(message).not.toContain("Send 140 requests per second");
});

test("where not even the connection opened, the load's own figures say so", async () => {
  const { tracks, ...refused } = endedRun("error", 0);
  const empty = { ...tracks.requests!, ...emptyColumns };
  const load = { requests: 0, requestsPerSecond: 0, errors: 4000, statusCounts: {}, latency: {} };
  expect(await reported(await drawRun(app, { ...refused, load, tracks: { ...tracks, requests: empty } }))).toBe(
    "Slowest requests\nEvery request failed (connection failed: 4,000). Check that the app still listens on this address, and read its output.\n",
  );
});

const emptyColumns = {
  due: new Float64Array(),
  sent: new Float64Array(),
  end: new Float64Array(),
  status: new Int32Array(),
  outcome: new Uint8Array(),
  request: new Int32Array(),
  weight: new Float64Array(),
};

test("requests that were due but never sent are reported as such, not as slow ones", async () => {
  const run = tailRun(2000);
  const { requests } = run.tracks;
  const unsentOnes = requests!.outcome.map((each, row) => (row % 100 === 51 || row % 100 === 52 ? outcomes.indexOf("unsent") : each));
  const message = await reported(
    await drawRun(app, { ...run, tracks: { ...run.tracks, requests: { ...requests!, outcome: unsentOnes } } }),
  );
  expect(message).toContain("\nRequests never sent: 40. They were due while all connections waited for late answers.");
});

test("of a file deep in folders the end of its path is shown, with the line", async () => {
  const { scripts, threads, ...drawing } = blockedRun();
  const file = "a/folder/with/many/folders/in/it/for/sources/app.js";
  const deep = await makeApp({ [file]: scripts["app.js"] ?? "" });
  const drawn = {
    ...drawing,
    scripts: { [file]: scripts["app.js"] ?? "" },
    threads: threads.map((each) => each.replaceAll("app.js", file)),
  };
  const folder = await drawRun(deep, drawn);
  for (const option of ["--slowest", "--blocks"]) {
    const { out } = await cli.run(["report", folder, option], { cwd: path.dirname(deep.folder) });
    expect(out).toMatch(/…\S*sources\/app\.js:8/);
  }
});

test("it says so in Russian and Chinese", async () => {
  const russian = await reported(run, { args: ["--top", "1"], lang: "ru_RU.UTF-8" });
  expect(russian).toContain(
    "p99 19 мс: app.js:8 match в медленные моменты выполнялась больше обычного. Медиана 2 мс, самый медленный 22 мс.\nВыделяется app.js:8 match: 95,5 % занятого времени",
  );
  const chinese = await reported(run, { args: ["--top", "1"], lang: "zh_CN.UTF-8" });
  expect(chinese).toContain("p99 19 ms：app.js:8 match 在缓慢时刻的运行多于平常。中位数 2 ms，最慢 22 ms。\napp.js:8 match 明显突出");
});

test("of a load at a fixed rate it is said what was not sent, and what the load tool itself delayed", async () => {
  const load = { ...drawing.load, unsent: 1200, toolDelay: { requests: 44, longestMs: 382 } };
  const other = await drawRun(app, { ...drawing, load });
  const reported = async (lang: string): Promise<string> =>
    (await cli.run(["report", other], { cwd: app.folder, env: { LC_ALL: lang } })).out;
  expect(await reported("en_GB.UTF-8")).toContain(" · 1,200 requests due, but not sent · 44 sent up to 382 ms late by the load tool");
  expect(await reported("ru_RU.UTF-8")).toContain(" · с опозданием до 382 мс по вине инструмента нагрузки: 44");
  expect(await reported("zh_CN.UTF-8")).toContain(" · 44 个因负载工具晚发送最多 382 ms");
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
    gcMs: 0,
    idleMs: 0,
    status: 200,
    outcome: "answer",
    onlyLate: false,
    line: 0,
    blocked: null,
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
  const blocked = await cli.run(["export", await drawRun(app, blockedRun()), "--format", "markdown", "-o", "-"], {
    cwd: app.folder,
    env: { LC_ALL: "en_GB.UTF-8" },
  });
  expect(blocked.out).toMatch(/\| 212 ms +\| 2\.500 +\| GET \/ and 9 more +\| 200 +\| +\| app\.js:8 match, 212 ms +\|/);
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
