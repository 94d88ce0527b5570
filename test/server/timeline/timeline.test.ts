import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tracks } from "../../../language-server/analysis/timeline/tracks.ts";
import { openProfile, openRun } from "../../../language-server/protocol/shown-run.ts";
import { type Timeline, timeline } from "../../../language-server/protocol/timeline.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
const serve = "app.js serve@1:14 2:9";
const render = `${serve} > app.js render@5:15 6:14`;
const threads = [`100 | ${serve}\n100 | ${render}\n40 | (idle)\n80 | (program)\n80 | ${serve}`];
const lateTurns = [
  [0, 100_000],
  [99_500, 199_500],
  [239_000, 320_000],
] as const;
const tracks: Tracks = {
  loops: [
    {
      thread: 0,
      late: { from: Float64Array.from(lateTurns, ([from]) => from), to: Float64Array.from(lateTurns, ([, to]) => to) },
      readings: [],
    },
  ],
};
let app: DrawnApp;
let bundle: string;
let run: string;
let client: LspClient;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  run = await drawRun(app, { scripts: { "app.js": text }, threads, load: {}, tracks, run: { durationMs: 400 } });
  bundle = await bundleServer();
  client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
});

afterAll(() => client[Symbol.asyncDispose]());

async function drawn(asked: LspClient = client): Promise<Timeline> {
  const strip = await asked.request(timeline, { view: "panel", columns: 40 });
  if (strip === null) throw new Error("There is no strip.");
  return strip;
}

test("blocks are described in words with their places, which lead to the current text", async () => {
  const before = await drawn();
  expect(before.blockTexts).toEqual([
    "app.js:2 serve, 100 ms",
    "app.js:6 render, 100 ms",
    "Busy turn, 81 ms: the event loop ran Node.js, V8 or dependencies, none of your own code",
  ]);
  expect(before.blockLocations.map((location) => location?.range.start.line)).toEqual([1, 5, undefined]);
  expect(before.lines.map(({ label, name }) => `${label} ${name}`)).toEqual(["app.js:2 serve", "app.js:6 render"]);
  expect(before.missing).toEqual(["autocannon does not report single requests. Use autocannon, vegeta or h2load to see them here."]);
  await client.open(app.uri("app.js"), `// moved\n${text}`);
  const moved = await drawn();
  expect(moved.blockTexts[0]).toBe("app.js:3 serve, 100 ms");
  expect(moved.lines[1]?.label).toBe("app.js:7");
  await client.close(app.uri("app.js"));
});

test("a pause of the garbage collector is reported as one, with where it began if that is known", async () => {
  const collected = `20 | ${serve}\n100 | (garbage collector)\n20 | ${serve}\n40 | (idle)\n100 | (garbage collector)\n20 | (idle)`;
  const late = { from: Float64Array.of(0, 180_000), to: Float64Array.of(140_000, 280_000) };
  const loops: Tracks["loops"] = [{ thread: 0, late, readings: [] }];
  await using other = await LspClient.start(bundle);
  const scripts = { "app.js": text };
  await other.request(openRun, { folder: await drawRun(app, { scripts, threads: [collected], load: {}, tracks: { loops } }) });
  expect((await drawn(other)).blockTexts).toEqual([
    "Garbage collection, 101 ms: started while app.js:2 serve ran",
    "Garbage collection, 100 ms",
  ]);
});

test("it is in the client's language", async () => {
  await using other = await LspClient.start(bundle, { locale: "ru" });
  await other.request(openRun, { folder: run });
  const { blockTexts, missing } = await drawn(other);
  expect(blockTexts.at(-1)).toBe("Занятый оборот, 81 мс: цикл событий выполнял Node.js, V8 или зависимости, а не ваш код");
  expect(missing[0]).toContain("autocannon не сообщает об отдельных запросах.");
});

test("a newer request of the same view cancels one that still runs; views do not cancel each other's", async () => {
  const asked = (["panel", "panel", "flame", "blocks"] as const).map((view) => client.request(timeline, { view, columns: 4 }));
  const answers = await Promise.allSettled(asked);
  expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});

test("a run of an earlier version and a profile file have a strip, and say what they lack; a live run will have it", async () => {
  await using other = await LspClient.start(bundle);
  const former = await drawRun(app, { scripts: { "app.js": text }, threads, load: {} });
  await other.request(openRun, { folder: former });
  const old = await drawn(other);
  expect([old.threads.length, old.blocks, old.missing.map((each) => each.split(",")[0])]).toEqual([
    1,
    [],
    ["An earlier version of Heatline recorded this run"],
  ]);
  await other.request(openRun, { folder: former, live: true });
  expect((await drawn(other)).missing).toEqual([]);

  const file = `${app.folder}/one.cpuprofile`;
  const frame = { functionName: "f", scriptId: "1", url: app.uri("app.js"), lineNumber: 0, columnNumber: 14 };
  const nodes = [{ id: 1, callFrame: frame, hitCount: 3, positionTicks: [{ line: 2, ticks: 3 }] }];
  await writeFile(file, JSON.stringify({ nodes, startTime: 0, endTime: 3000, samples: [1, 1, 1], timeDeltas: [0, 1000, 1000] }));
  await other.request(openProfile, { file });
  expect((await drawn(other)).missing.map((each) => each.split(":")[0])).toEqual(["A profile file has samples only"]);
  await writeFile(file, JSON.stringify({ nodes, startTime: 0, endTime: 3000 }));
  await other.request(openProfile, { file });
  expect(await other.request(timeline, { view: "panel", columns: 40 })).toBeNull();
});
