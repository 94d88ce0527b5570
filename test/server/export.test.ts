import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Cpuprofile } from "../../language-server/analysis/exporters/cpuprofile.ts";
import type { FlameProfile } from "../../language-server/analysis/flame/flame-reduction.ts";
import { flame } from "../../language-server/protocol/flame.ts";
import { exportComparison, type ExportFormat, exportRun } from "../../language-server/protocol/run-export.ts";
import { closeRun, openProfile } from "../../language-server/protocol/shown-run.ts";
import { drawRun } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText } from "../drivers/server/orders-app.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

async function exported(client: LspClient, format: ExportFormat, name: string, folder = app.run): Promise<string> {
  const file = path.join(app.runsFolder, "..", name);
  expect((await client.request(exportRun, { folder, format, file })).files[0]).toBe(file);
  return readFile(file, "utf8");
}

test("a run is exported without being shown, in every format", async () => {
  await using client = await LspClient.start(bundle);
  const cpuprofile = JSON.parse(await exported(client, "cpuprofile", "a.cpuprofile")) as Cpuprofile;
  expect(cpuprofile.samples).toHaveLength(1100);
  expect(cpuprofile.nodes.find(({ callFrame }) => callFrame.functionName === "hash")).toMatchObject({
    callFrame: { url: app.uri("util.js"), lineNumber: 2, columnNumber: 13 },
  });
  const speedscope = JSON.parse(await exported(client, "speedscope", "a.speedscope.json")) as FlameProfile;
  expect(speedscope.shared.frames).toContainEqual({ name: "hash", file: app.path("util.js"), line: 3, col: 14 });
  expect(speedscope.profiles[0]?.weights.reduce((sum, weight) => sum + weight, 0)).toBe(1_100_000);
  const collapsed = await exported(client, "collapsed", "a.txt");
  expect(collapsed).toContain(`handler (${app.path("server.js")}:3);hash (${app.path("util.js")}:3);stringify 450\n`);
  expect(
    collapsed
      .trim()
      .split("\n")
      .reduce((sum, line) => sum + Number(/\d+$/.exec(line)?.[0]), 0),
  ).toBe(1000);
  const svg = await exported(client, "svg", "a.svg");
  expect(svg).toContain("GET /test · 500 req/s");
  expect(svg).toContain(`<title>hash (${app.path("util.js")}:3) · 75.0 % · 750 samples</title>`);
  const html = await exported(client, "html", "a.html");
  expect(html).toContain("<dd>GET /test · 500 req/s · p50 1.0 ms · p99 2.0 ms · 10 connections</dd>");
  expect(html).toContain("<td>util.js:5</td><td>74.5 %</td>");
  await exported(client, "pprof", "a.pb.gz");
  const reopened = await client.request(openProfile, { file: path.join(app.runsFolder, "..", "a.pb.gz") });
  expect(reopened.hotLines[0]).toMatchObject({ label: "util.js:5", location: { uri: app.uri("util.js") } });
  await client.request(closeRun, {});
  const markdown = await exported(client, "markdown", "a.md");
  expect(markdown).toContain("- **Load**: GET /test · 500 req/s · p50 1.0 ms · p99 2.0 ms · 10 connections");
  expect(markdown).toContain("| util.js:5 | 74.5 % | 74.5 % | 74.5 % | 745 |");
  expect(markdown).toContain("| hash | 75.0 % | 75.0 % | 750 | util.js:3 |");
  expect(await client.refused(flame, {})).toMatch(/^No run is shown\./);
});

test("the summary is in the user's language", async () => {
  await using client = await LspClient.start(bundle, { locale: "ru" });
  expect(await exported(client, "markdown", "ru.md")).toContain("## Самые горячие строки своего кода");
});

test("two runs are exported as what changed between them, in the user's language", async () => {
  const run = (day: number, ticks: number): Promise<string> =>
    drawRun(app, {
      scripts: { "server.js": serverText },
      threads: [`\n${ticks} | server.js handler@3:16 5:11\n30 | server.js load@8:13 8:26`.repeat(20)],
      load: { requests: 100, requestsPerSecond: 100 },
      run: { startedAt: `2026-01-0${day}T03:04:05.000Z`, cpuMs: 20 * (ticks + 30) },
    });
  const [baseFolder, newFolder] = [await run(5, 10), await run(6, 100)];
  await using client = await LspClient.start(bundle, { locale: "ru" });
  const file = path.join(app.runsFolder, "..", "two.svg");
  await client.request(exportComparison, { newFolder, baseFolder, per: "second", format: "svg", file });
  const svg = await readFile(file, "utf8");
  expect(svg).toContain("Время занятости в секунду: 800 мс → 2,6 с, +1,8 с (+225,0 %)");
  expect(svg).toContain(`<title>▲ handler (${app.path("server.js")}:3) · 200 мс → 2,0 с, +1,8 с (+900,0 %), медленнее</title>`);
  const html = file.replace("svg", "html");
  await client.request(exportComparison, { newFolder, baseFolder, per: "request", format: "html", file: html });
  expect(await readFile(html, "utf8")).toContain(
    "<td>handler</td><td>2,0 мс</td><td>20 мс</td><td>+18 мс (+900,0 %)</td><td>▲ медленнее</td>",
  );
  expect(await client.refused(exportComparison, { newFolder, baseFolder: newFolder, per: "second", format: "svg", file })).toMatch(
    /^Запуск нельзя сравнить с самим собой/,
  );
});

test("each thread has its own .cpuprofile", async () => {
  const folder = await drawRun(app, {
    scripts: { "server.js": serverText },
    threads: ["30 | server.js handler@3:16 5:11", "70 | server.js load@8:13 8:26"],
  });
  await using client = await LspClient.start(bundle);
  const file = path.join(app.runsFolder, "..", "two.cpuprofile");
  const { files } = await client.request(exportRun, { folder, format: "cpuprofile", file });
  expect(files.map((each) => path.basename(each))).toEqual(["two.cpuprofile", "two-worker-1.cpuprofile"]);
  const counts = await Promise.all(files.map(async (each) => (JSON.parse(await readFile(each, "utf8")) as Cpuprofile).samples.length));
  expect(counts).toEqual([30, 70]);
});

test("read and write errors are reported with what to do", async () => {
  await using client = await LspClient.start(bundle);
  const missing = path.join(app.runsFolder, "..", "nowhere", "a.md");
  expect(await client.refused(exportRun, { folder: app.run, format: "markdown", file: missing })).toMatch(
    /^The export could not be written to .*\. Choose another place\.$/,
  );
  expect(await client.refused(exportRun, { folder: app.run, format: "markdown", file: "a.md" })).toMatch(/file: its value is not valid/);
  const folder = await drawRun(app, { scripts: {}, threads: ["5 | work"] });
  await rm(path.join(folder, "threads/0.bin"));
  const file = path.join(app.runsFolder, "..", "b.md");
  expect(await client.refused(exportRun, { folder, format: "markdown", file })).toMatch(/is damaged/);
  await rm(folder, { recursive: true });
  expect(await client.refused(exportRun, { folder, format: "markdown", file })).toMatch(/is not a Heatline run/);
});
