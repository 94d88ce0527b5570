import { afterAll, beforeAll, expect, test } from "vitest";
import { explainedRequest, type WhichRequest } from "../../../language-server/protocol/explain/explained-request.ts";
import { passFindings } from "../../../language-server/protocol/explain/pass-findings.ts";
import { flame } from "../../../language-server/protocol/flame.ts";
import { hotFunctions } from "../../../language-server/protocol/hot-functions.ts";
import { type HeatLine, openRun } from "../../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";
import { drawWaits, serverText, waitingStacks } from "../../drivers/server/waits-run.ts";

let app: DrawnApp;
let bundle: string;
let folders: Awaited<ReturnType<typeof drawWaits>>;
let client: LspClient;

beforeAll(async () => {
  [app, bundle] = await Promise.all([makeApp({ "server.js": serverText }), bundleServer()]);
  folders = await drawWaits(app);
  client = await LspClient.start(bundle);
  await client.request(openRun, { folder: folders.run });
});

afterAll(() => client[Symbol.asyncDispose]());

const drawn = (lines: readonly HeatLine[]): readonly string[] =>
  lines.map(({ line, step, text, isCold }) => `${line + 1} step ${step} ${text}${isCold ? " (cold)" : ""}`);
/** Waits follow in a second push. */
const haveWaits = (lines: readonly HeatLine[]): boolean => lines.some(({ text }) => text.includes("waited"));
const explain = (which: WhichRequest) => client.request(explainedRequest, { which });
const [userLine, itemLine] = ["waited 4.0 ms per request · held up 2.6 ms by server.js:12", "waited 6.0 ms per request, 3 times"] as const;
const cpuLines = ["8 step 6 33.3 % self · 33.3 % total", "12 step 7 66.7 % self · 66.7 % total"];

test("lines say at their end for how long and how often a request waited there, and what held it up", async () => {
  await client.open(app.uri("server.js"), serverText, 3);
  const heat = async (version: number): Promise<readonly string[]> => drawn(await client.heat(app.uri("server.js"), version, haveWaits));
  expect(await heat(3)).toEqual([`4 step 0 ${userLine} (cold)`, `6 step 0 ${itemLine} (cold)`, ...cpuLines]);

  // An edit above moves them, and one of their function is reported.
  await client.edit(
    app.uri("server.js"),
    4,
    [0, 0],
    [5, 0],
    `// moved\n${serverText.split("\n").slice(0, 5).join("\n").replace("item of", "each of")}\n`,
  );
  expect(await heat(4)).toEqual([
    `5 step 0 ${userLine.replace("12", "13")} · edited since the run (cold)`,
    `7 step 0 ${itemLine} · edited since the run (cold)`,
    "9 step 6 33.3 % self · 33.3 % total · edited since the run",
    "13 step 7 66.7 % self · 66.7 % total",
  ]);
  await client.close(app.uri("server.js"));
});

test("the lens of a function says how long a request waits in it, after its CPU time; of one that does not wait it says that alone", async () => {
  await client.open(app.uri("server.js"), serverText);
  const costs = (await client.lensTitles(app.uri("server.js"))).filter((title) => title.includes("total"));
  expect(costs).toEqual([
    "2: 33.3 % total · 33.3 % self · 60 ms · 1.3 ms per request · waited 10 ms per request",
    "10: 66.7 % total · 66.7 % self · 120 ms · 2.6 ms per request",
  ]);
  await client.close(app.uri("server.js"));
});

test("a line that waited for longer than it took time of the CPU says so first, as the end of a long text is out of sight", async () => {
  const linesOf = async (costs: Readonly<Record<string, number>>): Promise<readonly string[]> => {
    await using other = await LspClient.start(bundle);
    await other.request(openRun, { folder: (await drawWaits(app, costs)).run });
    await other.open(app.uri("server.js"), serverText);
    const lines = await other.heat(app.uri("server.js"), 1, haveWaits);
    expect(lines.every(({ faint }) => !faint)).toBe(true);
    return drawn(lines);
  };
  // Three samples are noise beside the waiting.
  expect(await linesOf({ [waitingStacks.user]: 57, [waitingStacks.item]: 3 })).toEqual([
    `4 step 7 ${userLine} · 95.0 % total`,
    `6 step 0 ${itemLine} (cold)`,
  ]);
  expect(await linesOf({ [waitingStacks.user]: 900 })).toEqual([
    `4 step 7 100.0 % self · 100.0 % total · ${userLine}`,
    `6 step 0 ${itemLine} (cold)`,
  ]);
});

test("the hover shows what was awaited, how often, and by whom it was held up, apart from CPU time", async () => {
  await client.open(app.uri("server.js"), serverText);
  const hover = await client.hoverText(app.uri("server.js"), 3);
  expect(hover).toContain("waited 4.0 ms per request · held up 2.6 ms");
  expect(hover).toContain("Held up by: GET /report server.js:12 2.6 ms");
  expect(hover).toMatch(/Awaited since the app started: SELECT \\\* FROM users WHERE id = \? ×45/);
  expect(hover).not.toContain("Settled");
  expect(hover).toContain("Measured while your code was rewritten, apart from the CPU samples.");
  expect(await client.hoverText(app.uri("server.js"), 7)).not.toContain("waited");
  await client.close(app.uri("server.js"));
});

test("what the waits pass found is said in a sentence, with the line that waited longest", async () => {
  const found = await client.request(passFindings, { passes: ["waits", "routes"] });
  expect(found.text).toBe("server.js:6 waited 6.0 ms per request, 3 times.");
  expect(found.location).toMatchObject({ uri: app.uri("server.js"), range: { start: { line: 5 } } });
  expect(await client.request(passFindings, { passes: ["routes"] })).toEqual({ text: "", location: null });
});

test("heat by waiting colours what waited; a run without a waits pass keeps its heat by time", async () => {
  await using other = await LspClient.start(bundle);
  await other.change({ heatBy: "waiting" });
  const summary = await other.request(openRun, { folder: folders.run });
  expect([summary.passes, summary.hotLines.map(({ label }) => label)]).toEqual([["waits"], ["server.js:12", "server.js:8"]]);
  expect(summary.otherHeat?.lines.map(({ label, text }) => [label, text])).toEqual([
    ["server.js:6", "waited 6.0 ms per request, 3 times"],
    ["server.js:4", "waited 4.0 ms per request"],
  ]);
  await other.open(app.uri("server.js"), serverText);
  expect(drawn(await other.heat(app.uri("server.js"), 1, haveWaits))).toEqual([`4 step 6 ${userLine}`, `6 step 7 ${itemLine}`]);
  const plain = await drawRun(app, { scripts: { "server.js": serverText }, threads: ["10 | server.js order@3:20 8:9"] });
  const { passes, otherHeat } = await other.request(openRun, { folder: plain });
  expect([passes, otherHeat]).toEqual([[], undefined]);
  expect(drawn(await other.heat(app.uri("server.js")))).toEqual(["8 step 7 100.0 % self · 100.0 % total"]);
  expect(await other.request(explainedRequest, { which: { kind: "slowest" } })).toBeNull();
});

test("Hot Functions shows how long a request waits in each function; with heat by waiting it says that it shows CPU time", async () => {
  await using other = await LspClient.start(bundle);
  await other.request(openRun, { folder: folders.run });
  const query = { query: { rankBy: "self", groupBy: "function" }, limit: 10 } as const;
  const plain = await other.request(hotFunctions, query);
  expect(plain.rows.map(({ name, waits }) => [name, waits])).toEqual([
    ["report", ""],
    ["order", "waited 10 ms per request"],
  ]);
  expect(plain.filterText).toBe("");
  await other.change({ heatBy: "waiting" });
  const byWaiting = await other.request(hotFunctions, query);
  expect(byWaiting.filterText).toBe("CPU time: waiting is shown in the code only");
  expect((await other.request(flame, {})).filterText).toBe("CPU time: waiting is shown in the code only");
});

test("functions have the waits of the code that the pass ran, though the file was edited before it", async () => {
  const { run } = await drawWaits(app, { "server.js order@4:20 9:9": 60 }, `// To be removed.\n${serverText}`);
  await using other = await LspClient.start(bundle);
  await other.request(openRun, { folder: run });
  const { rows } = await other.request(hotFunctions, { query: { rankBy: "self", groupBy: "function" }, limit: 10 });
  expect(rows.map(({ name, waits }) => [name, waits])).toEqual([["order", "waited 10 ms per request"]]);
});

test("the slowest request beside a usual one: sums, what they differ by, and both in the order of time, with places", async () => {
  const found = await explain({ kind: "slowest" });
  if (found === null) throw new Error("Nothing was explained.");
  const { title, facts, notes, one, usual, differences, markdown } = found;
  expect([title, facts, notes]).toEqual(["POST /orders, 69 ms", ["status 200", "process 4000", "the server's part only"], []]);
  expect(one.sum).toBe(
    "69 ms = 0 before the handler began + 1 own CPU (1 line) + 10 waiting (2 lines) + 58 held up by GET /report (server.js:12) + 0 GC + 0 no CPU + 0 not explained",
  );
  expect(usual?.sum).toMatch(
    /^11 ms = 0 before the handler began \+ 1 own CPU \(1 line\) \+ 10 waiting \(2 lines\) \+ 0 held up by other work/,
  );
  expect(one.parts.reduce((sum, { ms }) => sum + ms, 0)).toBe(one.ms);
  const line = (number: number) => ({
    uri: app.uri("server.js"),
    range: { start: { line: number - 1, character: 0 }, end: { line: number - 1, character: 0 } },
  });
  expect(differences.slice(0, 3)).toEqual([
    { kind: "held", what: "held up", label: "", location: null, isLine: false, ms: 58, usualMs: 0 },
    { kind: "held", what: "GET /report", label: "server.js:12", location: line(12), isLine: true, ms: 58, usualMs: 0 },
    { kind: "waiting", what: "waiting", label: "", location: null, isLine: false, ms: 10, usualMs: 10 },
  ]);
  expect(differences.find(({ what }) => what.startsWith("SELECT stock"))).toMatchObject({
    what: "SELECT stock FROM items WHERE id = ? (3 times)",
    label: "server.js:6",
    ms: 6,
  });
  expect(one.rows.map(({ kind, from, to, what, label }) => [kind, from, to, what, label])).toEqual([
    ["waiting", 0, 4, "SELECT * FROM users WHERE id = ?", "server.js:4"],
    ["held", 4, 62, "held up by GET /report", "server.js:12"],
    ["waiting", 62, 64, "SELECT stock FROM items WHERE id = ?", "server.js:6"],
    ["waiting", 64, 66, "SELECT stock FROM items WHERE id = ?", "server.js:6"],
    ["waiting", 66, 68, "SELECT stock FROM items WHERE id = ?", "server.js:6"],
    ["cpu", 68, 69, "own CPU", "server.js:8"],
  ]);
  expect(markdown).toContain("# POST /orders 69 ms");
});

test("from one request to the next, one that looks like another, and the slowest 1 % together", async () => {
  const slowest = await explain({ kind: "slowest" });
  const next = await explain({ kind: "id", id: slowest?.next ?? -1 });
  expect([slowest?.previous, next?.previous]).toEqual([null, slowest?.id]);
  const like = await explain({ kind: "like", request: "GET /report", from: 0 });
  expect([like?.title, like?.notes]).toEqual([
    "GET /report, 60 ms",
    ["The load was sent again for this pass, so this is another request: the slowest GET /report of it."],
  ]);
  const together = await explain({ kind: "together" });
  expect(together).toMatchObject({ id: null, title: "The slowest 1 %: 1 request", previous: null, next: null });
  expect(together?.one.sum).toBe(slowest?.one.sum);
  expect(together?.one.rows).toEqual([]);
});

test("the pass itself, opened as a run, is explained, too", async () => {
  await using other = await LspClient.start(bundle);
  expect((await other.request(openRun, { folder: folders.pass })).pass?.kind).toBe("waits");
  expect((await other.request(explainedRequest, { which: { kind: "slowest" } }))?.title).toBe("POST /orders, 69 ms");
  // Its own requests are explained themselves.
  const row = { kind: "like", request: "POST /orders", from: 20_000 } as const;
  const own = await other.request(explainedRequest, { which: row });
  expect([own?.title, own?.notes]).toEqual(["POST /orders, 11 ms", []]);
  expect((await explain(row))?.notes).toHaveLength(1);
});
