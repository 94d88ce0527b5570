import { afterAll, beforeAll, expect, test } from "vitest";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { slowestRequests } from "../../../language-server/protocol/timeline.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";
import { blockedRun, endedRun, tailRun } from "../../drivers/server/tail-run.ts";

const drawing = tailRun(2000);
const text = drawing.scripts["app.js"] ?? "";
let app: DrawnApp;
let bundle: string;
let run: string;
let client: LspClient;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeApp(drawing.scripts), bundleServer()]);
  run = await drawRun(app, drawing);
  client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
});

afterAll(() => client[Symbol.asyncDispose]());

test("each slow request has its time, its end and the line that ran more than usual, in the current text", async () => {
  const { rows, verdict, location, rate } = await client.request(slowestRequests, {});
  expect(rows).toHaveLength(21);
  expect(rows[0]).toEqual({
    request: "GET /",
    from: 250_000,
    to: 272_000,
    text: "22 ms · 200",
    notes: [],
    detail:
      "GET /, 0.250 to 0.272 s of the recording. app.js:8 match ran more than usual while it waited, for this request or another one.",
    guilty: { label: "app.js:8 match", location: { uri: app.uri("app.js"), range: lines(7) } },
    requests: [],
  });
  expect(rows.at(-1)).toMatchObject({ text: "2.0 ms · connection failed", guilty: null });
  expect(verdict.map((each) => each.split(":")[0])).toEqual(["p99 19 ms", "app.js", "Failed requests"]);
  expect(verdict[0]).toContain("app.js:8 match ran more than usual in the slow moments.");
  expect(verdict[1]).toMatch(/^app\.js:8 match stands out: 95\.5 % /);
  expect(location).toEqual(rows[0]?.guilty?.location);
  expect(rate).toEqual({
    perSecond: 140,
    reason: expect.stringMatching(/^This load had no rate: .* Send 140 requests per second to see it\.$/),
  });

  await client.open(app.uri("app.js"), `// moved\n${text}`);
  const moved = await client.request(slowestRequests, {});
  expect(moved.rows[0]?.guilty).toEqual({ label: "app.js:9 match", location: { uri: app.uri("app.js"), range: lines(8) } });
  expect(moved.verdict[1]).toContain("app.js:9 match stands out");
  await client.close(app.uri("app.js"));
});

function lines(line: number) {
  return { start: { line, character: 0 }, end: { line, character: 0 } };
}

test("after a short load requests of one moment have one row, which leads to the line that blocked the loop", async () => {
  await using other = await LspClient.start(bundle);
  await other.request(openRun, { folder: await drawRun(app, blockedRun()) });
  const { rows, verdict, location } = await other.request(slowestRequests, {});
  const guilty = { label: "app.js:8 match blocked the loop for 212 ms", location: { uri: app.uri("app.js"), range: lines(7) } };
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatchObject({
    from: 2_500_000,
    to: 2_730_000,
    text: "10 requests at 2.500 s",
    request: "",
    notes: ["up to 212 ms · 200"],
    guilty,
  });
  expect(rows[0]?.requests).toHaveLength(10);
  expect(rows[0]?.requests[0]).toMatchObject({
    text: "212 ms · 200",
    request: "GET /",
    detail: "GET /, 2.500 to 2.712 s of the recording. While it waited, app.js:8 match blocked the loop for 212 ms.",
    guilty,
  });
  expect(verdict[0]).toContain("app.js:8 match blocked the event loop while 10 of 10 slow requests waited");
  expect(location).toEqual(guilty.location);
});

test("where all requests failed the first sentence says so, and they are one row", async () => {
  await using other = await LspClient.start(bundle);
  await other.request(openRun, { folder: await drawRun(app, endedRun("timeout", 0)) });
  const { rows, verdict, rate } = await other.request(slowestRequests, {});
  expect(verdict).toEqual([expect.stringContaining("Every request failed (timed out: 1,000).")]);
  expect(rows).toMatchObject([{ text: "1,000 failed requests from 0.000 s on", notes: ["up to 2.0 ms · timed out"] }]);
  expect(rate).toBeNull();
});

test("a selected time leaves the list as it is", async () => {
  const before = await client.request(slowestRequests, {});
  await client.select({ spans: [{ from: 250_000, to: 272_000 }] });
  expect(await client.request(slowestRequests, {})).toEqual(before);
});

test("without single requests it says why, and during a recording nothing yet", async () => {
  await using other = await LspClient.start(bundle, { locale: "zh-cn" });
  const tool = await drawRun(app, { ...drawing, tracks: { loops: [] }, load: { tool: "hey" } });
  await other.request(openRun, { folder: tool });
  expect(await other.request(slowestRequests, {})).toMatchObject({ rows: [], verdict: [expect.stringContaining("hey 不报告单个请求。")] });
  await other.request(openRun, { folder: run, live: true });
  expect(await other.request(slowestRequests, {})).toEqual({ rows: [], verdict: [], location: null, rate: null });
});
