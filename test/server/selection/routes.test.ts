import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { noRoute } from "../../../language-server/analysis/selection/no-route.ts";
import { compare } from "../../../language-server/protocol/compare/compare.ts";
import { passFindings } from "../../../language-server/protocol/explain/pass-findings.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { exportRun } from "../../../language-server/protocol/run-export.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import {
  loadedAlone,
  login,
  makeRoutesApp,
  orders,
  type RoutesApp,
  routesText,
  throughLogin,
  throughOrders,
} from "../../drivers/server/routes-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let app: RoutesApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeRoutesApp(), bundleServer()]);
});

async function heat(client: LspClient): Promise<readonly string[]> {
  return (await client.heat(app.uri("app.js"))).map(({ line, text: shown }) => `${line + 1} ${shown}`);
}

test("routes of a pass are shown beside the run's own figures, per request of the load that it had", async () => {
  await using client = await LspClient.start(bundle);
  // 0.75 × 2 ms of orders, 0.25 × 5 ms of logins.
  const opened = await client.request(openRun, { folder: app.run });
  expect(opened).toMatchObject({ busyTicks: 500, selectionText: "", routes: { by: "windows", isPass: true } });
  expect(opened.routes?.routes.map(({ name, share, requests }) => [name, Math.round(share * 1000), requests])).toEqual([
    [orders, 545, 100],
    [login, 455, 60],
  ]);
  const found = await client.request(passFindings, { passes: ["routes"] });
  expect(found).toEqual({ text: "GET /orders took 54.5 % of the CPU time.", location: null });
  await client.open(app.uri("app.js"), routesText);
  expect(await heat(client)).toEqual(["2 0.0 % self · 80.0 % total", "6 0.0 % self · 20.0 % total", "10 100.0 % self · 100.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 9)).toContain("By route: GET /orders 54.5 % · POST /login 45.5 %");
  expect(await client.hoverText(app.uri("app.js"), 1)).toContain("By route: GET /orders 100.0 %");
  const { rows } = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 9 });
  expect(rows.map(({ name, routes }) => [name, routes?.map((each) => each.name)])).toEqual([
    ["render", [orders, login]],
    ["orders", [orders]],
    ["login", [login]],
  ]);
});

test("lines and functions have the routes of the code that the pass ran, though the file was edited before it", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.edited });
  await client.open(app.uri("app.js"), `// A comment.\n${routesText}`);
  expect(await client.hoverText(app.uri("app.js"), 10)).toContain("By route: GET /orders 54.5 % · POST /login 45.5 %");
  expect(await client.hoverText(app.uri("app.js"), 6)).toContain("By route: POST /login 100.0 %");
  const { rows } = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 9 });
  expect(rows.map(({ name, routes }) => [name, routes?.map((each) => each.name)])).toEqual([
    ["render", [orders, login]],
    ["orders", [orders]],
    ["login", [login]],
  ]);
});

test("a route of a pass is shown by the pass's samples, which is said, and everything is the run's own again", async () => {
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: app.run });
  await client.open(app.uri("app.js"), routesText);
  expect(await heat(client)).toHaveLength(3);
  const chosen = await client.select({ routes: [login] });
  expect(chosen).toMatchObject({
    busyTicks: 300,
    selection: { routes: [login], threads: null },
    selectionText: "POST /login · measured in windows of its own",
  });
  expect(await heat(client)).toEqual(["6 0.0 % self · 100.0 % total", "10 100.0 % self · 100.0 % total"]);
  expect(await client.hoverText(app.uri("app.js"), 9)).toMatch(/5\.0.+ms/);
  await expect(client.select({ routes: ["GET /gone"] })).rejects.toThrow("This run has no such route.");
  expect((await client.select({ routes: [orders], threads: chosen.threads.map(({ id }) => id) })).busyTicks).toBe(200);
  // A span of the run is none of the pass.
  const [spans, another] = [[{ from: 0, to: 100_000 }], [{ from: 0, to: 200_000 }]];
  expect(await client.select({ routes: [orders], spans })).toMatchObject({ busyTicks: 100, selection: { routes: null, spans } });
  expect(await client.select({ routes: [orders], spans })).toMatchObject({ busyTicks: 200, selection: { routes: [orders], spans: null } });
  expect(await client.select({ routes: [orders], spans: another })).toMatchObject({ busyTicks: 200, selection: { routes: null } });
  expect(await client.select({})).toMatchObject({ busyTicks: 500, selectionText: "" });
});

test("a kept route is selected again, one that the run lacks is named", async () => {
  await using client = await LspClient.start(bundle);
  const whole = await client.request(openRun, { folder: app.run });
  const kept = { ...whole.selection, threads: null, routes: [login, "GET /gone"] };
  const opened = await client.request(openRun, { folder: app.run, kept });
  expect(opened).toMatchObject({ busyTicks: 300, selection: { routes: [login] } });
  expect(await client.select({})).toMatchObject({ busyTicks: 500 });
});

test("exports and comparisons are of the route", async () => {
  await using client = await LspClient.start(bundle);
  const other = await drawRun(app, {
    scripts: { "app.js": routesText },
    threads: [`100 | ${throughLogin}\n50 | ${throughOrders}`],
    tracks: { loops: [], routes: [loadedAlone(login, 0, 100, 50, 0.25), loadedAlone(orders, 100, 150, 50, 0.75)] },
    load: {},
  });
  await client.request(openRun, { folder: app.run });
  await client.select({ routes: [login] });
  const file = path.join(app.runsFolder, "..", "login.md");
  await client.request(exportRun, { folder: app.run, format: "markdown", file });
  expect(await readFile(file, "utf8")).toContain("POST /login · measured in windows of its own");
  const compared = await client.request(compare, { baseFolder: other, newFolder: app.run, per: "request" });
  expect(compared.selectionText).toBe("POST /login");
});

test("a run without routes has none to select", async () => {
  await using client = await LspClient.start(bundle);
  const plain = await drawRun(app, { scripts: { "app.js": routesText }, threads: [`100 | ${throughLogin}`] });
  expect((await client.request(openRun, { folder: plain })).routes).toBeUndefined();
  await expect(client.select({ routes: [login] })).rejects.toThrow("It is not known which request");
  await expect(client.select({ routes: [noRoute] })).resolves.toMatchObject({ busyTicks: 100 });
});
