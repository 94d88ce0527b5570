import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { categories, type Category } from "../../../language-server/analysis/costs/costs.ts";
import { noFilter, type StackFilter } from "../../../language-server/analysis/selection/stack-filter.ts";
import {
  hotChildren,
  type HotFunctions,
  hotFunctions,
  type HotRow,
  type HotOrder,
} from "../../../language-server/protocol/hot-functions.ts";
import type { HotParent } from "../../../language-server/analysis/costs/hot-query.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { makeOrdersApp, type OrdersApp, serverText, utilText } from "../../drivers/server/orders-app.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const bySelf: HotOrder = { rankBy: "self", groupBy: "function" };
const allBut = (...shown: readonly Category[]): StackFilter => ({
  ...noFilter,
  hiddenKinds: categories.filter((category) => !shown.includes(category)),
});
let app: OrdersApp;
let bundle: string;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeOrdersApp(), bundleServer()]);
});

async function shownRun(folder = app.run): Promise<LspClient> {
  const client = await LspClient.start(bundle);
  await client.request(openRun, { folder });
  return client;
}

function ask(client: LspClient, query: Partial<HotOrder> = {}, limit = 100): Promise<HotFunctions> {
  return client.request(hotFunctions, { query: { ...bySelf, ...query }, limit });
}

async function below(
  client: LspClient,
  parent: HotParent,
  query: Partial<HotOrder> = {},
  run = path.basename(app.run),
): Promise<readonly HotRow[]> {
  return (await client.request(hotChildren, { run, query: { ...bySelf, ...query }, parent, limit: 100 })).rows;
}

function figures(rows: readonly HotRow[]): readonly unknown[] {
  return rows.map(({ name, share, place }) => [name, share, place]);
}

test("functions have figures and places, self times add up to the busy time, and idle is separate", async () => {
  await using client = await shownRun();
  const { rows, more, run, hidden, busyMs, idleMs } = await ask(client);
  expect(figures(rows)).toEqual([
    ["hash", 0.75, "util.js:5"],
    ["parse", 0.1, "main.js:2"],
    ["(garbage collector)", 0.08, ""],
    ["handler", 0.05, "server.js:5"],
    ["(program)", 0.02, ""],
  ]);
  expect(rows.reduce((sum, { share }) => sum + share, hidden)).toBeCloseTo(1);
  expect({ more, run, busyMs, idleMs }).toEqual({ more: { count: 0, share: 0 }, run: path.basename(app.run), busyMs: 1000, idleMs: 100 });
  expect(rows[0]).toMatchObject({
    kind: "function",
    category: "own",
    shares: { self: 0.75, total: 0.75, withLibraries: 0.75 },
    samples: 750,
    inferred: false,
    location: { uri: app.uri("util.js"), range: { start: { line: 4 } } },
    reference: { uri: app.uri("util.js"), name: "hash", line: 2, character: 13 },
    hasCallers: true,
    hasCallees: false,
  });
});

test("functions can be ranked by total or attributed time, and with native code separate", async () => {
  await using client = await shownRun();
  const names = async (query: Partial<HotOrder>): Promise<unknown> =>
    (await ask(client, query)).rows.map(({ name, samples }) => `${name} ${samples}`);
  expect(await names({ rankBy: "total" })).toEqual([
    "handler 900",
    "hash 750",
    "load 100",
    "parse 100",
    "(garbage collector) 80",
    "(program) 20",
  ]);
  expect(await names({ rankBy: "withLibraries" })).toEqual(["hash 750", "load 100", "handler 50"]);
  await client.select({ filter: allBut() });
  expect(await names({ rankBy: "withLibraries" })).toEqual(["hash 750", "load 100", "handler 50"]);
  await client.select({ filter: allBut("native") });
  expect(await names({})).toEqual(["stringify 450", "update 295"]);
  expect((await ask(client)).hidden).toBeCloseTo(0.255);
});

test("callers and callees open path by path, with the line of the call", async () => {
  await using client = await shownRun();
  const [hash, parse] = (await ask(client)).rows;
  const callers = await below(client, { direction: "callers", path: [hash?.key ?? ""] });
  expect(figures(callers)).toEqual([["handler", 0.75, "server.js:5"]]);
  expect(callers[0]).toMatchObject({ hasCallers: false, location: { range: { start: { line: 4 } } } });
  const load = (await below(client, { direction: "callers", path: [parse?.key ?? ""] }))[0];
  expect(load).toMatchObject({ name: "load", place: "server.js:8", hasCallers: true });
  const handler = await below(client, { direction: "callers", path: [parse?.key ?? "", load?.key ?? ""] });
  expect(figures(handler)).toEqual([["handler", 0.1, "server.js:4"]]);
  const callees = await below(client, { direction: "callees", path: [handler[0]?.key ?? ""] }, { rankBy: "total" });
  expect(figures(callees)).toEqual([
    ["hash", 0.75, "util.js:5"],
    ["load", 0.1, "server.js:8"],
  ]);
});

test("files and packages contain their functions", async () => {
  await using client = await shownRun();
  const files = await ask(client, { groupBy: "file" });
  expect(files.rows.map(({ kind, name, share, functions }) => [kind, name.replace(app.folder, ""), share, functions])).toEqual([
    ["file", "/util.js", 0.75, 1],
    ["file", "/node_modules/parser/main.js", 0.1, 1],
    ["category", "garbage collection", 0.08, 1],
    ["file", "/server.js", 0.05, 1],
    ["category", "program", 0.02, 1],
  ]);
  expect(figures(await below(client, { group: files.rows[0]?.key ?? "" }, { groupBy: "file" }))).toEqual([["hash", 0.75, "util.js:5"]]);
  const packages = await ask(client, { groupBy: "package", rankBy: "total" });
  expect(packages.rows.map(({ kind, name, share }) => [kind, name, share])).toEqual([
    ["category", "own code", 0.9],
    ["package", "parser", 0.1],
    ["category", "garbage collection", 0.08],
    ["category", "program", 0.02],
  ]);
  const own = await below(client, { group: packages.rows[0]?.key ?? "" }, { groupBy: "package", rankBy: "total" });
  expect(own.map(({ name }) => name)).toEqual(["handler", "hash", "load"]);
});

test("a long list is cut and says how many are left", async () => {
  await using client = await shownRun();
  const { rows, more } = await ask(client, {}, 2);
  expect(rows).toHaveLength(2);
  expect(more).toEqual({ count: 3, share: expect.closeTo(0.15) });
});

test("recursion opens as deep as it ran, and no deeper", async () => {
  const drawing = `
10 | server.js a@1:1 1:5 > server.js b@2:1 2:5 > server.js a@1:1 1:5 > server.js b@2:1 2:5
`;
  const folder = await drawRun(app, { scripts: { "server.js": serverText }, threads: [drawing] });
  await using client = await shownRun(folder);
  const [b] = (await ask(client)).rows;
  const names: string[] = [];
  let keys = [b?.key ?? ""];
  for (;;) {
    const [caller] = await below(client, { direction: "callers", path: keys }, {}, path.basename(folder));
    if (caller === undefined) break;
    names.push(`${caller.name} ${caller.samples}`);
    keys = [...keys, caller.key];
  }
  expect(names).toEqual(["a 10", "b 10", "a 10"]);
});

test("a single thread has its own functions and shares", async () => {
  const threads = ["30 | server.js handler@3:16 5:11", "70 | util.js hash@3:13 5:13"];
  const folder = await drawRun(app, { scripts: { "server.js": serverText, "util.js": utilText }, threads });
  await using client = await shownRun(folder);
  const shares = async (): Promise<unknown> => (await ask(client)).rows.map(({ name, share }) => [name, share]);
  expect(await shares()).toEqual([
    ["hash", 0.7],
    ["handler", 0.3],
  ]);
  await client.select({ threads: [0] });
  expect(await shares()).toEqual([["handler", 1]]);
  await client.select({});
  expect(await shares()).toHaveLength(2);
});

test("places follow the current text", async () => {
  await using client = await shownRun();
  await client.open(app.uri("server.js"), serverText);
  await client.edit(app.uri("server.js"), 2, [0, 0], [0, 0], "// new\n\n");
  const handler = (await ask(client, { rankBy: "total" })).rows[0];
  expect(handler).toMatchObject({ name: "handler", place: "server.js:7", reference: { line: 2 } });
});

test("without a run, for another run and for invalid requests the response says so", async () => {
  await using client = await LspClient.start(bundle);
  expect(await client.refused(hotFunctions, { query: bySelf, limit: 10 })).toMatch(/^No run is shown\./);
  await client.request(openRun, { folder: app.run });
  const children = { query: bySelf, limit: 10, parent: { group: "x" } };
  expect(await client.refused(hotChildren, { run: "another", ...children })).toBe("The request was cancelled.");
  const run = path.basename(app.run);
  expect(await client.request(hotChildren, { run, ...children })).toEqual({ rows: [], more: { count: 0, share: 0 } });
  expect(await below(client, { direction: "callers", path: ["999999"] })).toEqual([]);
  const hiddenKinds = ["nonsense"] as unknown as Category[];
  await expect(client.select({ filter: { hiddenKinds } })).rejects.toThrow(/was not understood \(selection\.filter\.hiddenKinds\.0/);
  expect(await client.refused(hotFunctions, { query: bySelf, limit: 0 })).toMatch(/was not understood/);
});

test("a recorded run: self times add up to busy, and a function's time is divided among its callers", async () => {
  const program = `function leaf(n) { let x = 0; for (let i = 0; i < n; i++) x += Math.sqrt(i) * (i % 7); return x; }
function left(n) { return leaf(n); }
function right(n) { return leaf(n) + leaf(n); }
const end = process.cpuUsage().user + 700000;
let sum = 0;
while (process.cpuUsage().user < end) sum += left(20000) + right(20000);
console.log(sum);
`;
  const made = await makeApp({ "program.js": program });
  const folder = await recordProgram(made, "program.js");
  await using client = await shownRun(folder);
  const { rows, hidden, more } = await ask(client, {}, 1000);
  expect(rows.reduce((sum, { share }) => sum + share, hidden + more.share)).toBeCloseTo(1);
  const leaf = rows.find(({ name }) => name === "leaf");
  expect(leaf?.location).toMatchObject({ uri: made.uri("program.js"), range: { start: { line: 0 } } });
  const callers = await below(client, { direction: "callers", path: [leaf?.key ?? ""] }, {}, path.basename(folder));
  // A sample taken while a frame is being set up lacks the caller, so that one or two may have another.
  expect(callers.slice(0, 2).map(({ name }) => name)).toEqual(["right", "left"]);
  const samples = callers.reduce((sum, row) => sum + row.samples, 0);
  expect(callers.slice(2).reduce((sum, row) => sum + row.samples, 0)).toBeLessThan(samples / 50);
  expect(samples).toBeLessThanOrEqual(leaf?.samples ?? 0);
});
