import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { imports, type ImportRow } from "../../../language-server/protocol/imports.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { exactElseInspector } from "../../../language-server/recording/session/default-recorder.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

/** A module whose top level works for some CPU time, and notes how long that was. */
const work = (ms: number, before = ""): string => `${before}
const from = process.cpuUsage().user;
while (process.cpuUsage().user - from < ${ms * 1000});
(globalThis.clock ??= {})[require("node:path").basename(__dirname)] = process.cpuUsage().user - from;
`;

const files = {
  "cli.js": `const big = require("big");
function late() {
  return require("small");
}
late();
require("node:fs").writeFileSync(__dirname + "/clock.json", JSON.stringify(globalThis.clock));
`,
  "node_modules/big/index.js": work(600, 'require("mid");'),
  "node_modules/mid/index.js": work(300),
  "node_modules/small/index.js": work(100, 'require("mid");'),
};

test.each([20, 26])("what required modules cost in a recording of Node %i is what they measured themselves", async (version) => {
  const app = await makeApp(files);
  const folder = await recordProgram(app, "cli.js", exactElseInspector, { runtimeExecutable: await nodeOf(version) });
  const clock = JSON.parse(await readFile(app.path("clock.json"), "utf8")) as Readonly<Record<string, number>>;
  const all = Object.values(clock).reduce((sum, each) => sum + each, 0);
  await using client = await LspClient.start(bundle);
  const summary = await client.request(openRun, { folder });
  expect(summary).toMatchObject({ recorder: "exact", hasImports: true });
  const rowsOf = async (row: number): Promise<readonly ImportRow[]> => (await client.request(imports, { row })).rows;
  const [entry] = await rowsOf(-1);
  const [big, small] = await rowsOf(entry?.row ?? -1);
  const [mid] = await rowsOf(big?.row ?? -1);
  expect([entry, big, mid, small].map((each) => `${each?.name} ${each?.place}`)).toEqual([
    "cli.js ",
    "big/index.js cli.js:1",
    "mid/index.js index.js:1",
    "small/index.js cli.js:3",
  ]);
  const ofEntry = (row: ImportRow | undefined): number => (row?.share ?? 0) / (entry?.share ?? 1);
  const measured = (...names: readonly string[]): number => names.reduce((sum, name) => sum + (clock[name] ?? 0), 0) / all;
  expect(Math.abs(ofEntry(big) - measured("big", "mid"))).toBeLessThan(0.05);
  expect(Math.abs(ofEntry(mid) - measured("mid"))).toBeLessThan(0.05);
  expect(Math.abs(ofEntry(small) - measured("small"))).toBeLessThan(0.05);
});
