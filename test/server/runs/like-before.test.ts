import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { compare } from "../../../language-server/protocol/compare/compare.ts";
import { openLastRun, openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

const server = "function handle() {\n  return 1;\n}\n";
const util = "function parse() {}\n";
const thread = "10 | server.js handle@1:16 2:3";

const loaded = { requests: 100, requestsPerSecond: 100 };

test("a run without one like it is compared with no other by itself: what the nearest differs in is said", async () => {
  const lone = await makeApp({ "server.js": server, "util.js": util });
  const drawing = { scripts: { "server.js": server, "util.js": util }, threads: [thread] };
  await drawRun(lone, { ...drawing, load: { ...loaded, connections: 50 }, run: { startedAt: "2026-01-01T00:00:00.000Z" } });
  await drawRun(lone, { ...drawing, run: { startedAt: "2026-01-02T00:00:00.000Z", end: "crashed", exitCode: 1 } });
  const newest = await drawRun(lone, { ...drawing, load: loaded, run: { startedAt: "2026-01-03T00:00:00.000Z" } });
  await using client = await LspClient.start(bundle, { runsFolder: lone.runsFolder });
  await client.request(openRun, { folder: newest });
  expect(await client.refused(compare, {})).toBe(
    "No earlier run is like this one. The runs did not both complete (failed to start, then complete). Profile the app once more, or choose a run to compare with.",
  );
});

test("a start that failed is not the newest run to show", async () => {
  const lone = await makeApp({ "server.js": server, "util.js": util });
  const drawing = { scripts: { "server.js": server, "util.js": util }, threads: [thread] };
  const failed = { startedAt: "2026-01-02T00:00:00.000Z", end: "crashed", window: "first-line", failure: { isLoading: true } } as const;
  await drawRun(lone, { ...drawing, run: failed });
  await using client = await LspClient.start(bundle, { runsFolder: lone.runsFolder });
  expect(await client.request(openLastRun, {})).toBeNull();
  const good = await drawRun(lone, { ...drawing, load: loaded, run: { startedAt: "2026-01-01T00:00:00.000Z" } });
  expect(await client.request(openLastRun, {})).toMatchObject({ id: path.basename(good) });
});
