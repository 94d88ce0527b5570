import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { everything, type Selection } from "../../language-server/analysis/selection/selection.ts";
import { compare } from "../../language-server/protocol/compare/compare.ts";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import { hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import { exportRun } from "../../language-server/protocol/run-export.ts";
import { openRun, select } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
let app: DrawnApp;
let base: string;
let next: string;
let client: LspClient;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const main = (ticks: number): string => `${ticks} | app.js serve@1:14 2:9`;
  const worker = "700 | app.js render@5:15 6:14 > stringify\n300 | app.js render@5:15 6:7";
  const load = { requests: 100 };
  base = await drawRun(app, { scripts: { "app.js": text }, threads: [main(1000), worker], load });
  next = await drawRun(app, { scripts: { "app.js": text }, threads: [main(100), worker], load });
  client = await LspClient.start(await bundleServer());
  return () => client[Symbol.asyncDispose]();
});

/** The second run with its worker alone, and what else is selected. */
async function selected(more: Partial<Selection> = {}): Promise<void> {
  const { threads } = await client.request(openRun, { folder: next });
  await client.request(select, { selection: { ...everything, threads: [threads[1]?.id ?? -1], ...more } });
}

const middle = { spans: [{ from: 600_000, to: 800_000 }] };

test("heat, lens and hot functions follow the chosen thread", async () => {
  await selected();
  await client.open(app.uri("app.js"), text);
  expect((await client.heat(app.uri("app.js"))).map(({ line }) => line + 1)).toEqual([6]);
  expect((await client.lensTitles(app.uri("app.js")))[0]).toContain("100.0 % total");
  const hot = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 10 });
  expect(hot.rows.map(({ name }) => name)).toEqual(["render"]);
});

test("the figures of a comparison are about the same threads on both sides", async () => {
  await selected();
  const found = await client.request(compare, { baseFolder: base, per: "second" });
  expect({ base: found.base.busyTicks, next: found.next.busyTicks }).toEqual({ base: found.busy.base, next: found.busy.next });
});

test("a comparison follows the chosen thread, per second, and says so", async () => {
  await selected();
  const found = await client.request(compare, { baseFolder: base });
  expect(found.functions.map(({ name }) => name)).toEqual(["render"]);
  expect([found.per, found.next.load, found.next.cpuMs]).toEqual(["second", undefined, undefined]);
  expect(found.warnings.map(({ kind, text: said }) => [kind, said])).toEqual([
    ["threads", "Only worker 1 is compared. Requests are counted for all threads together, so costs are per second and not per request."],
  ]);
});

test("an export follows the chosen thread", async () => {
  await selected();
  const file = `${app.folder}/export.md`;
  await client.request(exportRun, { folder: next, format: "markdown", file });
  const written = await readFile(file, "utf8");
  expect(written).toContain("**Selected threads and time**: worker 1\n");
  expect(written).not.toContain("| serve |");
});

test("a span is left out of a comparison with another run, and is compared with the rest of its own", async () => {
  await selected(middle);
  const busy = ({ base: before, next: after }: Comparison): unknown => [before.busyTicks, after.busyTicks];
  const found = await client.request(compare, { baseFolder: base });
  expect(found.warnings.map(({ kind }) => kind)).toEqual(["spans", "threads"]);
  expect(busy(found)).toEqual([1000, 1000]);
  const rest = await client.request(compare, { with: "rest" });
  expect([...(busy(rest) as number[]), rest.base.durationMs, rest.next.durationMs]).toEqual([800, 200, 800, 200]);
  expect([rest.warnings, rest.per, Math.round(rest.busy.base), Math.round(rest.busy.next)]).toEqual([[], "second", 1000, 1000]);
  await selected();
  await expect(client.request(compare, { with: "rest" })).rejects.toThrow("left to compare with");
});
