import { rm } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { compareFlame, locateCompareFrame } from "../../language-server/protocol/compare/compare-heat.ts";
import {
  closeComparison,
  compare,
  comparisonSummary,
  locateComparedRow,
  showComparison,
} from "../../language-server/protocol/compare/compare.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { someOf } from "../workbench/some-of.mjs";

const serverBefore = `const { hash } = require("./util");

function handler(request, response) {
  const data = load(request);
  response.end(hash(data));
}

const load = (request) => parse(request);
`;
const utilBefore = `const crypto = require("node:crypto");

function hash(data) {
  const sum = crypto.createHash("sha512");
  return sum.update(JSON.stringify(data)).digest();
}

function audit(entry) {
  return JSON.parse(JSON.stringify(entry));
}

module.exports = { hash, audit };
`;
/** Fifty lines added above, the hot line fixed, `audit` removed, and a new function. */
const utilAfter =
  "// note\n".repeat(50) +
  utilBefore
    .replace("sum.update(JSON.stringify(data))", "sum.update(data.url)")
    .replace(/function audit[^]*?\n}\n/, "function checksum(text) {\n  return text.length % 17;\n}\n")
    .replace("hash, audit", "hash, checksum");

/** Spreads ticks over twenty equal parts of the window: in one block, a function would seem to run only once. */
const before = `
  35 | server.js handler@3:16 5:15 > util.js hash@3:13 5:25 > stringify
   5 | server.js handler@3:16 5:15 > util.js hash@3:13 5:13 > update
   3 | server.js handler@3:16 4:15 > util.js audit@8:14 9:21 > parse
   5 | server.js handler@3:16 4:15 > server.js load@8:13 8:26
   2 | (garbage collector)
  10 | (idle)
`;
/** Twice the requests. */
const after = `
   2 | server.js handler@3:16 5:15 > util.js hash@53:13 55:13 > update
   8 | server.js handler@3:16 5:15 > util.js checksum@58:17 59:2
  10 | server.js handler@3:16 4:15 > server.js load@8:13 8:26
   4 | (garbage collector)
  20 | (idle)
`;

/** Not a baseline for the others. */
const later = "2026-02-01T03:04:05.000Z";

let app: DrawnApp;
let bundle: string;
let base: string;
let next: string;

beforeAll(async () => {
  app = await makeApp({ "server.js": serverBefore, "util.js": utilAfter });
  bundle = await bundleServer();
  base = await drawRun(app, {
    scripts: { "server.js": serverBefore, "util.js": utilBefore },
    threads: [before.repeat(20)],
    load: { requests: 100, requestsPerSecond: 100 },
    run: { startedAt: "2026-01-01T03:04:05.000Z" },
  });
  next = await drawRun(app, {
    scripts: { "server.js": serverBefore, "util.js": utilAfter },
    threads: [after.repeat(25)],
    load: { requests: 250, requestsPerSecond: 200 },
    run: { startedAt: "2026-01-03T03:04:05.000Z" },
  });
});

/** `verdict label base → next`. */
function drawn(rows: Comparison["functions"] | Comparison["lines"]): readonly string[] {
  return rows.map(
    (row) => `${row.verdict} ${"name" in row ? row.name : row.text} ${row.label} ${row.base.toFixed(2)} → ${row.next.toFixed(2)}`,
  );
}

test("two runs are compared per request, by function and line, across changes of the code", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(openRun, { folder: next });
  const comparison = await client.request(compare, {});
  expect(comparison).toMatchObject({ per: "request", by: "withLibraries", loadRatio: 2, base: { folder: base }, next: { folder: next } });
  expect(drawn(comparison.functions)).toEqual([
    "faster hash util.js:53 8.00 → 0.20",
    "new checksum util.js:58 0.00 → 0.80",
    "vanished audit util.js:8 0.60 → 0.00",
    "noise load server.js:8 1.00 → 1.00",
  ]);
  expect(drawn(comparison.lines)).toEqual([
    "faster return sum.update(data.url).digest(); util.js:55 8.00 → 0.20",
    "new return text.length % 17; util.js:59 0.00 → 0.80",
    "vanished return JSON.parse(JSON.stringify(entry)); util.js:9 0.60 → 0.00",
    "noise const load = (request) => parse(request); server.js:8 1.00 → 1.00",
  ]);
  expect(comparison.lines[0]).toMatchObject({
    functionName: "hash",
    baseText: "return sum.update(JSON.stringify(data)).digest();",
    location: { uri: app.uri("util.js"), range: { start: { line: 54 } } },
  });
  expect(comparison.functions[0]).toMatchObject({ edited: true, location: { range: { start: { line: 52 } } } });
  expect(comparison.functions[2]).not.toHaveProperty("location");
  expect(comparison.functionCounts).toEqual({ slower: 0, faster: 1, new: 1, vanished: 1, load: 0, noise: 1 });
  for (const row of comparison.functions) expect(row.low <= row.delta && row.delta <= row.high).toBe(true);
  expect(comparison.warnings).toEqual([]);
  expect(comparison.composition.native).toMatchObject({ verdict: "faster" });
});

test("a comparison is summarised without being shown, and leaves the current one as it is", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(openRun, { folder: next });
  const summary = await client.request(comparisonSummary, { newFolder: next });
  await expect(client.request(locateComparedRow, { list: "lines", row: 0 })).rejects.toThrow("comparison");
  expect(await client.request(comparisonSummary, { newFolder: base })).toBeNull();
  const comparison = await client.request(compare, {});
  expect(summary).toMatch(/100 → 200 req\/s/);
  expect(comparison.summary).toBe(summary);
  expect(await client.request(comparisonSummary, { newFolder: next, baseFolder: base })).toBe(summary);
  expect(await client.request(locateComparedRow, { list: "lines", row: 0 })).toMatchObject({ uri: app.uri("util.js") });
});

test("lenses show the change first while the comparison is shown in the code", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const uri = app.uri("util.js");
  await client.request(openRun, { folder: next });
  await client.open(uri, utilAfter);
  const plain = await client.lensTitles(uri);
  expect(plain[0]).toMatch(/^52: [\d.]+ % total/);
  const before = client.lensRefreshes;
  await client.request(compare, { baseFolder: base });
  await client.until(() => client.lensRefreshes > before, "codeLens/refresh");
  const [hash = "", , checksum] = await client.lensTitles(uri);
  expect(hash).toBe(plain[0]?.replace("52: ", "52: ▼ −7.8 ms per request (−98 %) · "));
  expect(checksum).toContain("57: ▲ +800 µs per request (new) · ");
  await client.request(showComparison, { inCode: false });
  expect(await client.lensTitles(uri)).toEqual(plain);
  await client.request(showComparison, { inCode: true });
  expect((await client.lensTitles(uri))[0]).toBe(hash);
  await client.request(closeComparison, {});
  expect(await client.lensTitles(uri)).toEqual(plain);
});

test("open documents get their differences in red and blue, which follow edits and are removed when the comparison ends", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(openRun, { folder: next });
  await client.open(app.uri("util.js"), utilAfter);
  await client.request(compare, { baseFolder: base });
  expect(await client.compareHeat(app.uri("util.js"))).toEqual([
    { line: 54, step: -8, text: "−7.8 ms per request (−98 %)", verdict: "faster" },
    { line: 58, step: 7, text: "+800 µs per request (new)", verdict: "new" },
  ]);
  await client.open(app.uri("server.js"), serverBefore);
  expect(await client.compareHeat(app.uri("server.js"))).toEqual([{ line: 7, step: 0, text: "no significant change", verdict: "noise" }]);
  expect(await client.hoverText(app.uri("util.js"), 54)).toContain(
    "Against the baseline: −7.8 ms per request \\(−98 %\\), 8.0 ms → 200 µs",
  );
  await client.edit(app.uri("util.js"), 2, [0, 0], [0, 0], "// one more\n");
  expect((await client.compareHeat(app.uri("util.js"), 2)).map(({ line }) => line)).toEqual([55, 59]);
  await client.request(closeComparison, {});
  expect(await client.compareHeat(app.uri("util.js"), 2, () => true)).toEqual([]);
  expect(await client.request(compareFlame, {})).toBeNull();
  expect(await client.hoverText(app.uri("util.js"), 55)).not.toContain("baseline");
});

test("a row leads to the current place of its code, also after edits since the comparison", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  expect(await client.refused(locateComparedRow, { list: "lines", row: 0 })).toBe("This comparison has ended. Compare the runs again.");
  await client.open(app.uri("util.js"), utilAfter);
  await client.request(compare, { newFolder: next, baseFolder: base });
  await client.edit(app.uri("util.js"), 2, [0, 0], [0, 0], "// one\n// two\n");
  expect(await client.request(locateComparedRow, { list: "lines", row: 0 })).toMatchObject({
    uri: app.uri("util.js"),
    range: { start: { line: 56 } },
  });
  expect(await client.request(locateComparedRow, { list: "functions", row: 0 })).toMatchObject({ range: { start: { line: 54 } } });
  expect(await client.request(locateComparedRow, { list: "functions", row: 2 })).toBeNull();
  expect(await client.request(locateComparedRow, { list: "functions", row: 99 })).toBeNull();
  // Also in a document that was opened a moment ago, whose text is not the file's.
  await client.close(app.uri("util.js"));
  await client.open(app.uri("util.js"), `// one\n${utilAfter}`);
  expect(await client.request(locateComparedRow, { list: "lines", row: 0 })).toMatchObject({ range: { start: { line: 55 } } });
});

test("a comparison ends when its shown run is closed, and not with another run", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.open(app.uri("util.js"), utilAfter);
  await client.request(compare, { newFolder: next, baseFolder: base });
  expect(await client.compareHeat(app.uri("util.js"))).toHaveLength(2);
  await client.request(openRun, { folder: base });
  expect(await client.request(compareFlame, {})).not.toBeNull();
  await client.request(compare, { newFolder: base, baseFolder: next });
  expect((await client.compareHeat(app.uri("util.js")))[0]).toMatchObject({ step: 8, verdict: "slower" });
  await client.request(openRun, { folder: next });
  expect(await client.compareHeat(app.uri("util.js"), 1, (lines) => lines.length === 0)).toEqual([]);
  expect(await client.request(compareFlame, {})).toBeNull();
});

test("both runs are merged into one flame graph, in which a function is one frame even if it moved", async () => {
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  await client.request(openRun, { folder: next });
  await client.request(compare, {});
  const flame = await client.request(compareFlame, {});
  if (flame === null) throw new Error("no flame");
  const path = (node: number): string => {
    const own = flame.frames[flame.frame[node] ?? -1]?.name ?? "all";
    const parent = flame.parent[node] ?? -1;
    return parent === -1 ? own : `${path(parent)} > ${own}`;
  };
  const nodes = flame.parent.map(
    (_parent, node) =>
      `${path(node)} ${flame.base[node]?.toFixed(2)} → ${flame.next[node]?.toFixed(2)} ${flame.delta[node]?.toFixed(2)}${flame.noise[node] === 1 ? " noise" : ""}`,
  );
  expect(nodes).toContain("all > handler > hash 8.00 → 0.20 -0.72");
  expect(nodes).toContain("all > handler > hash > stringify 7.00 → 0.00 -0.70");
  expect(nodes).toContain("all > handler > checksum 0.00 → 0.80 0.33");
  expect(nodes).toContain("all > handler > load 1.00 → 1.00 0.32 noise");
  const nodeOf = (wanted: string): number => flame.parent.findIndex((_, node) => path(node) === wanted);
  const lead = async (wanted: string, to: "hottest" | "declaration" = "hottest"): Promise<string | undefined> => {
    const found = await client.request(locateCompareFrame, { node: nodeOf(wanted), to });
    return found === null
      ? undefined
      : `${found.uri.replace(/^.*\//, "")}:${found.range.start.line + 1}${found.isCaller ? " calls it" : ""}`;
  };
  expect(await lead("all > handler")).toBe("server.js:5");
  expect(await lead("all > handler", "declaration")).toBe("server.js:3");
  expect(await lead("all > handler > hash")).toBe("util.js:55");
  expect(await lead("all > handler > hash > update")).toBe("util.js:55 calls it");
  // Vanished: what this run has of its callers.
  expect(await lead("all > handler > hash > stringify")).toBe("util.js:53 calls it");
  expect(await lead("all > handler > audit")).toBe("server.js:3 calls it");
  expect(await lead("all > (garbage collector)")).toBeUndefined();
  expect(await client.refused(locateCompareFrame, { node: 9999, to: "hottest" })).toBe(
    "The flame graph shows another run now. Open the flame graph again.",
  );
});

test("without a load report costs are per second of the measured time, and a note says so", async () => {
  const files = { "server.js": serverBefore, "util.js": utilBefore };
  const idle = await drawRun(app, {
    scripts: files,
    threads: [before.repeat(20)],
    run: { durationMs: 2000, startedAt: later, end: "exited" },
  });
  await using client = await LspClient.start(bundle);
  const comparison = await client.request(compare, { newFolder: next, baseFolder: idle });
  expect(comparison).toMatchObject({ per: "second", loadRatio: null, base: { durationMs: 2000 } });
  expect(comparison.warnings).toMatchObject([{ kind: "loaded" }, { kind: "noLoad" }]);
  expect(drawn(comparison.functions)[0]).toBe("faster hash util.js:53 400.00 → 50.00");
  const asked = await client.request(compare, { newFolder: next, baseFolder: base, per: "second", by: "total" });
  expect(asked).toMatchObject({ per: "second", by: "total", loadRatio: 2, warnings: [] });
});

test("each reason that makes two runs hard to compare is a sentence", async () => {
  const other = await drawRun(app, {
    scripts: { "other.js": "function only() {}\n" },
    threads: ["10 | other.js only@1:13 1:1"],
    load: { requests: 100, requestsPerSecond: 10, connections: 100, non2xx: 50, label: "GET /other" },
    run: {
      recorder: "inspector",
      startedAt: later,
      app: {
        cwd: app.folder,
        workspaceFolders: [app.folder],
        argv: ["node", app.path("other.js")],
        nodeVersion: "v20.1.0",
        v8Version: "",
        gitCommit: "",
      },
    },
  });
  await using client = await LspClient.start(bundle, { locale: "en" });
  const { warnings } = await client.request(compare, { newFolder: next, baseFolder: other });
  expect(warnings.map(({ kind }) => kind)).toEqual(["command", "requests", "connections", "errors", "app", "node", "recorder", "fewTicks"]);
  expect(warnings.slice(0, 3).map(({ text }) => text)).toEqual([
    "The runs are of different commands (other.js, then server.js).",
    "The loads sent different requests (GET /other, then GET /test).",
    "The loads had different numbers of connections (100, then 10).",
  ]);
});

test("a baseline that was deleted, is damaged, is missing or is the run itself is refused with a reason", async () => {
  const gone = await drawRun(app, { scripts: { "util.js": utilBefore }, threads: ["1 | (program)"] });
  await rm(gone, { recursive: true });
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  expect(await client.refused(compare, {})).toBe("No run is shown. Profile the app or open a run from the history first.");
  await client.request(openRun, { folder: next });
  expect(await client.refused(compare, { baseFolder: gone })).toBe(
    `The baseline run is gone (${gone}). Choose another run to compare with.`,
  );
  expect(await client.refused(compare, { baseFolder: next })).toBe(
    "A run cannot be compared with itself. Choose another run to compare with.",
  );
  expect(await client.refused(compare, { baseFolder: app.folder })).toContain("is not a Heatline run");
  await client.request(openRun, { folder: base });
  expect(await client.refused(compare, {})).toBe(
    "There is no earlier run of this app to compare with. Profile the app once more, or choose a run to compare with.",
  );
});

test.each(
  someOf(1, [
    ["ru", "−7,8 мс на запрос (−98 %)"],
    ["zh-cn", "每请求 −7.8 ms (−98 %)"],
  ]),
)("differences are in the user's language: %s", async (locale, text) => {
  await using client = await LspClient.start(bundle, { locale });
  await client.open(app.uri("util.js"), utilAfter);
  await client.request(compare, { newFolder: next, baseFolder: base });
  expect((await client.compareHeat(app.uri("util.js")))[0]?.text).toBe(text);
});
