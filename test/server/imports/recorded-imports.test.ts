import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { imports, type ImportRow } from "../../../language-server/protocol/imports.ts";
import { openRun } from "../../../language-server/protocol/shown-run.ts";
import { exactElseInspector } from "../../../language-server/recording/session/default-recorder.ts";
import { makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { recordProgram } from "../../drivers/server/recorded-run.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { nodeOf } from "../../workbench/node-versions.mjs";

let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

/** A module whose top level works for some CPU time, and notes how long that was. */
const work = (ms: number, before = ""): string => `${before}
const used = () => process.cpuUsage().user + process.cpuUsage().system;
const from = used();
while (used() - from < ${ms * 1000});
(globalThis.clock ??= {})[require("node:path").basename(__dirname)] = used() - from;
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

/** How a recording shows the modules, and by how much the share of each differs from its clock. */
async function measured(version: number): Promise<{ readonly shown: readonly string[]; readonly errors: readonly number[] }> {
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
  const error = (row: ImportRow | undefined, ...names: readonly string[]): number =>
    Math.abs((row?.share ?? 0) / (entry?.share ?? 1) - names.reduce((sum, name) => sum + (clock[name] ?? 0), 0) / all);
  return {
    shown: [entry, big, mid, small].map((each) => `${each?.name} ${each?.place}`),
    errors: [error(big, "big", "mid"), error(mid, "mid"), error(small, "small")],
  };
}

test.each([20, 26])("what required modules cost in a recording of Node %i is what they measured themselves", async (version) => {
  const isRight = (found: Awaited<ReturnType<typeof measured>>): boolean => found.errors.every((each) => each < 0.05);
  const found = await undisturbed(() => measured(version), isRight, 3);
  // Its place has the package where the other importer, which finds it loaded, has a sample, too.
  const mid = expect.stringMatching(/^mid\/index\.js (?:big\/)?index\.js:1$/) as string;
  expect(found.shown).toEqual(["cli.js ", "big/index.js cli.js:1", mid, "small/index.js cli.js:3"]);
  expect(found.errors).toSatisfy(() => isRight(found));
});
