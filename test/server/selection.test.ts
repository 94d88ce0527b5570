import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Comparison } from "../../language-server/protocol/compare/comparison.ts";
import { compare } from "../../language-server/protocol/compare/compare.ts";
import { hotFunctions } from "../../language-server/protocol/hot-functions.ts";
import { exportComparison, exportRun } from "../../language-server/protocol/run-export.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { type DrawnApp, drawRun, makeApp } from "../drivers/server/drawn-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";

const text = "function serve() {\n  return render();\n}\n\nfunction render() {\n  return JSON.stringify({});\n}\n";
let app: DrawnApp;
let base: string;
let next: string;
/** Shows the second run with its worker alone. */
let client: LspClient;

beforeAll(async () => {
  app = await makeApp({ "app.js": text });
  const main = (ticks: number): string => `${ticks} | app.js serve@1:14 2:9`;
  const worker = (ticks: number): string => `${ticks} | app.js render@5:15 6:14 > stringify`;
  base = await drawRun(app, { scripts: { "app.js": text }, threads: [main(1000), worker(1000)] });
  next = await drawRun(app, { scripts: { "app.js": text }, threads: [main(100), worker(1000)] });
  client = await LspClient.start(await bundleServer());
  const { threads } = await client.request(openRun, { folder: next });
  await client.select({ threads: [threads[1]!.id] });
});

afterAll(() => client[Symbol.asyncDispose]());

test("heat, lens and hot functions follow the chosen thread", async () => {
  await client.open(app.uri("app.js"), text);
  expect((await client.heat(app.uri("app.js"))).map(({ line }) => line + 1)).toEqual([6]);
  expect((await client.lensTitles(app.uri("app.js")))[0]).toContain("100.0 % total");
  const hot = await client.request(hotFunctions, { query: { rankBy: "total", groupBy: "function" }, limit: 10 });
  expect(hot.rows.map(({ name }) => name)).toEqual(["render"]);
});

test("the figures of a comparison are about the same threads on both sides", async () => {
  const found: Comparison = await client.request(compare, { baseFolder: base, per: "second" });
  expect({ base: found.base.busyTicks, next: found.next.busyTicks }).toEqual({ base: found.busy.base, next: found.busy.next });
});

test("a comparison follows the chosen thread, or says that it does not", async () => {
  const found = await client.request(compare, { baseFolder: base, per: "second" });
  expect(found.functions.map(({ name }) => name)).not.toContain("serve");
  expect(found.warnings.map(({ kind }) => kind)).toContain("threads");
});

test("a span that ends after the run is said by the run's length; one after it, and a measure that there is not, are refused in words", async () => {
  const long = await client.select({ spans: [{ from: 500_000, to: 1e300 }] });
  expect(long.selectionText).toBe("0.5 to 1 s");
  await expect(client.select({ spans: [{ from: 1e299, to: 1e300 }] })).rejects.toThrow("Choose a span within these 1 s.");
  await expect(client.select({ measure: "wall" })).rejects.toThrow("has one measure only, so there is none to choose.");
  expect((await client.select({ threads: [1] })).selectionText).toBe("worker 1");
});

test("an export follows the chosen thread, or says that it does not", async () => {
  const file = `${app.folder}/export.md`;
  await client.request(exportRun, { folder: next, format: "markdown", file });
  const written = await readFile(file, "utf8");
  expect(written).toContain("**Selected part**: worker 1");
  expect(written.replaceAll("server.js", "")).not.toContain("serve");
});

test("a span is compared with the rest of its run, and left out, with a warning, of a comparison with another run", async () => {
  // Main has done its 100 samples by then.
  await client.select({ spans: [{ from: 100_000, to: 600_000 }] });
  const whole = await client.request(compare, { baseFolder: base, per: "second" });
  expect([whole.next.busyTicks, whole.warnings.map(({ kind }) => kind)]).toEqual([1100, expect.arrayContaining(["spans"])]);
  const page = `${app.folder}/whole.html`;
  await client.request(exportComparison, { newFolder: next, baseFolder: base, per: "second", format: "html", file: page });
  expect(await readFile(page, "utf8")).toContain("The selected span of time is left out");
  const rest = await client.request(compare, { with: "rest" });
  expect([rest.base.folder, rest.next.folder, rest.base.busyTicks, rest.next.busyTicks]).toEqual([next, next, 600, 500]);
  expect(rest.functions.find(({ name }) => name === "serve")).toMatchObject({ verdict: "vanished" });
  const file = `${app.folder}/rest.html`;
  await client.request(exportComparison, { newFolder: next, baseFolder: next, per: "second", format: "html", file });
  expect(await readFile(file, "utf8")).toContain("0.1 to 0.6 s");
});
