import { beforeAll, expect, test } from "vitest";
import { type RunDetails, runDetails } from "../../language-server/protocol/run-details.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = "module.exports = () => JSON.stringify({});\n";
const threads = ["400 | app.js serve@1:17 1:23 > stringify\n100 | (idle)", "100 | app.js serve@1:17 1:23"];

let app: DrawnApp;
let bundle: string;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  bundle = await bundleServer();
});

function shown(details: RunDetails | null): Record<string, Record<string, string>> {
  return Object.fromEntries(
    (details?.groups ?? []).map((group) => [group.title, Object.fromEntries(group.details.map(({ label, value }) => [label, value]))]),
  );
}

test("run details say how the run was measured, with which threads and how precisely", async () => {
  await using client = await LspClient.start(bundle);
  expect(await client.request(runDetails, {})).toBeNull();
  const tickLogs = [
    { repairedTicks: 40, doubtfulTicks: 4, logBytes: 5_100_000 },
    { repairedTicks: 1, doubtfulTicks: 0, logBytes: 310_000 },
  ];
  const problems = [{ code: "v8Log.lostTicks", count: 3 }] as const;
  await client.request(openRun, {
    folder: await drawRun(app, { scripts: { "app.js": text }, threads, tickLogs, run: { problems, eventLoopBusy: 0.5 } }),
  });
  const details = await client.request(runDetails, {});
  expect(details?.title).toBe("app · node server.js");
  expect(shown(details)).toEqual({
    "How it was measured": {
      Recorder: "exact: V8's tick log",
      Samples: "600 in all, 500 busy",
      Interval: "1.0 ms",
      "Recorded for": "1.0 s",
      "Error bar": "a line shown with 50 % has between 45.6 % and 54.4 %",
      "Repaired samples": "41 (8.2 % of the busy ones)",
      "Doubtful samples": "4",
      "Disk used by the log": "5.4 MB",
    },
    "Threads and processes": {
      main: "400 busy samples, 80.0 % of the run; one every 1.0 ms · 40 repaired, 4 doubtful · 5.1 MB",
      "worker 1": "100 busy samples, 20.0 % of the run; one every 1.0 ms · 1 repaired, 0 doubtful · 310 kB",
    },
    "What ran": {
      Command: "node server.js",
      "Node.js": "24.1.0, V8 13.6",
      "CPU time": "1.0 s",
      "Event loop busy": "50.0 %",
      Ended: "with the load run",
    },
    Notes: { "Note, 3 times": "V8 lost ticks because its buffer was full." },
  });
  for (const { about } of details?.groups.flatMap((group) => group.details) ?? []) expect(about.length).toBeGreaterThan(20);

  await client.select({ threads: [1] });
  expect(shown(await client.request(runDetails, {}))["How it was measured"]).toMatchObject({
    Shown: "worker 1",
    Samples: "100 in all, 100 busy",
    "Repaired samples": "1 (1.0 % of the busy ones)",
  });
  await client.select({ spans: [{ from: 0, to: 300_000 }] });
  expect(shown(await client.request(runDetails, {}))["How it was measured"]).toMatchObject({ Shown: "0 to 0.3 s" });
});

test("details of an inspector run say why it was used, and what it cannot measure", async () => {
  await using client = await LspClient.start(bundle, { locale: "ru" });
  const run = {
    recorder: "inspector",
    recorderNote: { code: "exact.missingFlags", values: { version: "20.0.0", flags: "--prof" } },
  } as const;
  await client.request(openRun, { folder: await drawRun(app, { scripts: { "app.js": text }, threads, run }) });
  const details = shown(await client.request(runDetails, {}));
  expect(details["Как измерено"]).toMatchObject({
    Запись: "инспектор: профилировщик Chrome DevTools",
    "Почему не точная": "Node 20.0.0 не знает --prof. Затраты берутся у инспектора.",
    "Если приложение убито": "его сэмплы пропадают вместе с ним",
  });
  expect(details["Как измерено"]).not.toHaveProperty("Восстановленные сэмплы");
});
