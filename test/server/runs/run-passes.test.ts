import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { pruneRuns } from "../../../language-server/protocol/run-details.ts";
import { runs } from "../../../language-server/protocol/run-list.ts";
import { closeRun, openRun } from "../../../language-server/protocol/shown-run.ts";
import { drawRun, makeApp } from "../../drivers/server/drawn-run.ts";
import { LspClient } from "../../drivers/server/lsp-client.ts";
import { utilText } from "../../drivers/server/orders-app.ts";
import { bundleServer } from "../../drivers/server/server-bundle.ts";

const drawing = { scripts: { "util.js": utilText }, threads: ["90 | util.js hash@3:13 5:13 > update\n10 | (idle)"] };
let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

test("a run has its passes beneath it, without those that cannot be read; one that is shown keeps its run", async () => {
  const app = await makeApp({ "util.js": utilText });
  const drawn = (name: string, day: number): Promise<string> =>
    drawRun(app, { ...drawing, load: {}, run: { name, startedAt: `2026-01-0${day}T00:00:00.000Z` } });
  const [a, b] = [await drawn("a", 1), await drawn("b", 2)];
  const pass = await drawRun(app, { ...drawing, load: { requestsPerSecond: 460 }, passOf: a });
  const broken = await drawRun(app, { ...drawing, load: {}, passOf: b });
  await writeFile(path.join(broken, "run.json"), "{");
  await using client = await LspClient.start(bundle, { runsFolder: app.runsFolder });
  const { runs: list, damaged } = await client.request(runs, {});
  expect(damaged).toEqual([]);
  expect(list.map(({ name, passes }) => [name, passes])).toEqual([
    ["b", []],
    ["a", [{ kind: "routes", folder: pass, requestsPerSecond: 460, inRun: 500 }]],
  ]);
  const summary = await client.request(openRun, { folder: pass });
  expect(summary).toMatchObject({ pass: { kind: "routes", of: a }, passes: [] });
  expect(await client.request(openRun, { folder: a })).toMatchObject({ passes: ["routes"] });
  await client.request(openRun, { folder: pass });
  expect(await client.request(pruneRuns, { keep: 1 })).toBe(0);
  await client.request(closeRun, {});
  expect(await client.request(pruneRuns, { keep: 1 })).toBe(1);
});
