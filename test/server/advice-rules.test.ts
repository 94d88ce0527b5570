import { cp, mkdtemp, readdir, realpath, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { adviceRules } from "../../language-server/analysis/advice/rules.ts";
import { type AdviceItem, runAdvice } from "../../language-server/protocol/callers.ts";
import { openRun } from "../../language-server/protocol/shown-run.ts";
import { LspClient } from "../drivers/server/lsp-client.ts";
import { recordService } from "../drivers/server/recorded-load.ts";
import { bundleServer } from "../drivers/server/server-bundle.ts";
import { someOf } from "../workbench/some-of.mjs";

const fixtures = path.resolve(import.meta.dirname, "../fixtures/advice");
let bundle: string;

beforeAll(async () => {
  bundle = await bundleServer();
});

/** Puts real load on a fixture, records it and asks the server for its advice. */
async function adviceOn(rule: string, program: string): Promise<readonly AdviceItem[]> {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "heatline-advice-")));
  const folder = path.join(base, "app");
  await cp(path.join(fixtures, rule), folder, { recursive: true });
  if ((await readdir(folder)).includes("packages")) await rename(path.join(folder, "packages"), path.join(folder, "node_modules"));
  const run = await recordService({
    folder,
    program,
    runsFolder: path.join(base, "runs"),
    load: { path: "/", connections: 4, durationSeconds: rule === "listener-growth" ? 5 : 2, warmupSeconds: 0 },
    runtimeArgs: rule === "transpiler-at-run-time" ? ["--enable-source-maps"] : [],
  });
  await using client = await LspClient.start(bundle);
  await client.request(openRun, { folder: run });
  return await client.request(runAdvice, {});
}

/** The lines that a rule must name; "" for the run as a whole. */
const named: Readonly<Record<string, readonly string[]>> = {
  "synchronous-call": ["fires.js:9", "fires.js:10", "fires.js:11", "fires.js:12"],
  "listener-warning": ["fires.js:6"],
  "listener-growth": ["fires.js:9"],
  "require-in-function": ["fires.js:3"],
  "stack-capture": ["fires.js:4"],
  "json-repeated": ["fires.js:4"],
  "hot-regular-expression": ["fires.js:4"],
  "transpiler-at-run-time": ["fires.ts:3"],
  polyfill: ["fires.js:6"],
  "javascript-kernel": ["fires.js"],
  "garbage-collection": [""],
  "event-loop-blocked": [""],
};

test("every rule has test programs", async () => {
  const tried = await readdir(fixtures);
  expect(tried.sort()).toEqual(adviceRules.map(({ id }) => id).sort());
  expect(Object.keys(named).sort()).toEqual(tried);
});

test.each(
  someOf(
    1,
    adviceRules.map(({ id }) => id),
  ),
)("%s: reported for a real program with the fault, at its line, and not for one without", { tags: "thorough" }, async (rule) => {
  const fires = (await adviceOn(rule, "fires.js")).filter((each) => each.rule === rule);
  const labels = fires.map(({ label }) => label);
  for (const place of named[rule] ?? []) expect(labels.some((label) => label.startsWith(place))).toBe(true);
  expect(fires[0]?.documentation).toMatch(/^https:\/\/(nodejs\.org|developer\.mozilla\.org|v8\.dev)\//);
  const quiet = (await adviceOn(rule, "quiet.js")).filter((each) => each.rule === rule);
  expect(quiet).toEqual([]);
});
