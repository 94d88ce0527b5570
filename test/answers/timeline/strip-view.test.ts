import { beforeAll, expect, test } from "vitest";
import { everything, type Selection } from "../../../language-server/analysis/selection/selection.ts";
import { noFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import { bands, mostColumns } from "../../../language-server/analysis/timeline/strip.ts";
import type { RequestTable, Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { AnalysedRun } from "../../../language-server/answers/analysed-run.ts";
import { type StripAnswer, StripView } from "../../../language-server/answers/timeline/strip-view.ts";
import { readRun } from "../../../language-server/history/run-store.ts";
import { type OpenedRun, openRunFolder } from "../../../language-server/opening/opened-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return zlib.gzipSync({});\n}\n";
const serve = "app.js serve@1:14 2:9";
const render = "app.js render@5:15 6:14";
const zip = "node:zlib gzipSync@9:1 10:1";
/** A sample a millisecond: the worker is busier than the main thread. */
const threads = [
  `30 | ${serve}\n70 | ${serve} > ${render} > ${zip}\n100 | (idle)`,
  `50 | ${serve}\n10 | (garbage collector)\n90 | ${render}\n50 | (idle)`,
];
const tracks: Tracks = {
  loops: [
    {
      thread: 0,
      late: { from: Float64Array.of(29_000), to: Float64Array.of(99_500) },
      readings: [
        { at: 90_000, busy: 0.9, delayP99Ms: 70, heapUsed: 1e6 },
        { at: 190_000, busy: 0.1, delayP99Ms: 10, heapUsed: 2e6 },
      ],
    },
  ],
};
/** A request every 10 ms, which takes 1 ms, and every tenth 50 ms. */
const due = Float64Array.from({ length: 20 }, (_, row) => row * 10_000);
const requests: RequestTable = {
  due,
  sent: due,
  end: due.map((at, row) => at + (row % 10 === 9 ? 50_000 : 1000)),
  status: new Int32Array(20).fill(200),
  outcome: new Uint8Array(20),
  request: new Int32Array(20),
  weight: new Float64Array(20).fill(1),
  labels: ["GET /"],
};
const scripts = { "app.js": text, "node:zlib": "" };
let app: DrawnApp;
let opened: OpenedRun;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  opened = await open({ tracks });
});

async function open(drawing: Partial<Parameters<typeof drawRun>[1]>): Promise<OpenedRun> {
  const folder = await drawRun(app, { scripts, threads, load: {}, ...drawing, run: { durationMs: 200, ...drawing.run } });
  return openRunFolder(folder, await readRun(folder), {});
}

function drawn(selection: Partial<Selection> = {}, params: Partial<Parameters<StripView["draw"]>[1]> = {}): StripAnswer {
  const strip = new StripView(opened).draw({ ...everything, ...selection }, { columns: 4, ...params });
  if (strip === null) throw new Error("There is no strip.");
  return strip;
}

/** Per column: shares in percent by band, ticks, and the hottest line. */
function columnsOf({ threads: shown, lines }: StripAnswer, thread: number): readonly string[] {
  const found = shown.find(({ id }) => id === thread);
  if (found === undefined) throw new Error(`There is no thread ${thread}.`);
  const [ticks, hottest] = [bytesOf(found.ticks), bytesOf(found.hottest)];
  return Array.from({ length: ticks.byteLength / 4 }, (_, column) => {
    const shares = bands.flatMap((band, index) => {
      const share = bytesOf(found.shares[index] ?? "").getUint8(column);
      return share === 0 ? [] : [`${band} ${Math.round((share / 255) * 100)}`];
    });
    const line = lines[hottest.getInt32(column * 4, true)];
    return [...shares, `${ticks.getUint32(column * 4, true)} ticks`, line === undefined ? "-" : `${line.name}:${line.line}`].join(", ");
  });
}

function bytesOf(base64: string): DataView {
  const bytes = Buffer.from(base64, "base64");
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

test("a strip has the busiest thread first, and what each did in each column", () => {
  const strip = drawn();
  expect(strip).toMatchObject({ length: 200_000, from: 0, to: 200_000, columns: 4 });
  expect(strip.threads.map(({ name, busyTicks, interval }) => [name, busyTicks, interval])).toEqual([
    ["worker 1", 150, 1000],
    ["main", 100, 1000],
  ]);
  expect(columnsOf(strip, 0)).toEqual([
    "own 58, node 42, 50 ticks, serve:2",
    "node 98, idle 2, 50 ticks, render:6",
    "idle 100, 0 ticks, -",
    "idle 98, 0 ticks, -",
  ]);
});

test("a part of the window is cut into as many columns, and its threads stay in their order", () => {
  const strip = drawn({}, { span: { from: 100_000, to: 120_000 }, columns: 2 });
  expect(strip).toMatchObject({ length: 200_000, from: 100_000, to: 120_000, columns: 2 });
  expect(strip.threads.map(({ name, busyTicks }) => [name, busyTicks])).toEqual([
    ["worker 1", 20],
    ["main", 0],
  ]);
  expect(strip.blocks).toEqual([]);
  expect(drawn({}, { span: { from: 300_000, to: 400_000 } })).toMatchObject({ from: 0, to: 200_000 });
});

test("selected spans cut nothing; threads do, and what a filter leaves out has no code", () => {
  expect(drawn({ spans: [{ from: 0, to: 1000 }] })).toEqual(drawn());
  const ofMain = drawn({ threads: [0] });
  expect(ofMain.threads.map(({ name }) => name)).toEqual(["main"]);
  expect([ofMain.blocks.length, drawn({ threads: [1] }).blocks.length]).toEqual([1, 0]);
  const below = { name: "render", path: app.path("app.js"), line: 5 };
  expect(columnsOf(drawn({ filter: { ...noFilter, below } }), 0)[0]).toBe("node 42, program 58, 50 ticks, render:6");
  expect(drawn({ filter: { ...noFilter, below } }).threads.map(({ busyTicks }) => busyTicks)).toEqual([150, 100]);
});

test("blocks have their place, and readings are of the shown time", () => {
  const { blocks, readings } = drawn();
  expect(blocks).toMatchObject([{ thread: 0, kind: "block", hottest: { path: app.path("app.js"), line: 6, name: "render" } }]);
  expect(readings).toEqual([{ thread: 0, values: tracks.loops[0]?.readings }]);
  expect(drawn({}, { span: { from: 0, to: 100_000 } }).readings[0]?.values).toHaveLength(1);
  expect(drawn({}, { columns: 1 }).readings[0]?.values.map(({ delayP99Ms }) => delayP99Ms)).toEqual([70]);
});

test("the load is in the same columns, and what lies before and after it", async () => {
  const loaded = new StripView(await open({ tracks: { ...tracks, requests, load: { from: 20_000, to: 180_000 } } }));
  const whole = loaded.draw(everything, { columns: 4 })?.load;
  expect(whole).toMatchObject({ from: 20_000, to: 180_000, perSecond: [100, 80, 120, 80], p99Ms: [1, 1, 50, 1], errors: [0, 0, 0, 0] });
  const part = loaded.draw(everything, { columns: 2, span: { from: 90_000, to: 100_000 } })?.load;
  expect(part?.perSecond).toEqual([0, 0]);
  expect(drawn().load).toBeUndefined();
});

test("a strip of many threads has fewer columns, so that what is sent is bounded", async () => {
  const many = await open({ threads: Array.from({ length: 64 }, () => `10 | ${serve}`) });
  const strip = new StripView(many).draw(everything, { columns: mostColumns });
  expect(strip?.columns).toBe(mostColumns / 2);
  expect(JSON.stringify(strip).length).toBeLessThan(3_500_000);
});

test("what a run lacks is said: a load, single requests, late turns, or all that an earlier version did not keep", async () => {
  const missingOf = async (drawing: Parameters<typeof open>[0]): Promise<readonly unknown[]> =>
    new StripView(await open(drawing)).draw(everything, { columns: 1 })?.missing ?? [];
  expect(drawn().missing).toEqual([{ code: "timeline.noSingleRequests", values: { tool: "autocannon" } }]);
  expect(await missingOf({})).toEqual([{ code: "timeline.olderRun" }]);
  expect(await missingOf({ run: { test: { file: "app.test.js", name: "adds", runner: "node", runs: 1, apartMs: 0 } } })).toEqual([
    { code: "timeline.testRun" },
  ]);
  expect(await missingOf({ tracks: { loops: [] } })).toContainEqual({ code: "timeline.noLateTurns" });
  const wrong = { ...requests, weight: requests.weight.map(() => 0) };
  expect(await missingOf({ tracks: { ...tracks, requests: wrong } })).toMatchObject([{ code: "samples.unreadable" }]);
  const byHand = await drawRun(app, { scripts, threads, tracks });
  expect(new StripView(await openRunFolder(byHand, await readRun(byHand), {})).draw(everything, { columns: 1 })?.missing).toEqual([
    { code: "timeline.noLoad" },
  ]);
});

test("without times there is no strip, and a run's strip follows its selection", () => {
  expect(new StripView({ ...opened, hasTimes: false }).draw(everything, { columns: 4 })).toBeNull();
  const run = new AnalysedRun(opened, {});
  run.select({ ...everything, threads: [1], spans: [{ from: 0, to: 1000 }] });
  expect(run.drawStrip({ columns: 4 })).toEqual(drawn({ threads: [1] }));
  const slowest = run.slowestRequests();
  run.select({ ...everything, threads: [1] });
  expect(run.slowestRequests()).toBe(slowest);
  run.select(everything);
  expect(run.slowestRequests()).not.toBe(slowest);
});

test("routes cut nothing from the strip", async () => {
  const window = { name: "GET /", spans: [{ from: 50_000, to: 100_000 }], requests: 5, share: 1 };
  const routed = await open({ tracks: { ...tracks, routes: [window] } });
  const run = new AnalysedRun(routed, {});
  const whole = run.drawStrip({ columns: 4 });
  expect(run.select({ ...everything, routes: ["GET /"] })?.busyTicks).toBe(100);
  expect(run.drawStrip({ columns: 4 })).toEqual(whole);
});
