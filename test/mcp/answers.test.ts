import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { putInPlace, recordedSample } from "../samples/recorded-sample.ts";
import { plantedLine, samples } from "../samples/samples.ts";
import { countedText, drawCounts } from "../drivers/server/counts-run.ts";
import { makeApp } from "../drivers/server/drawn-run.ts";
import { login, makeRoutesApp, orders } from "../drivers/server/routes-app.ts";
import { someOf } from "../workbench/some-of.mjs";
import { type Called, generations, officialClient, type OfficialClient } from "./official-clients.ts";

const mostBytes = { first: 2000, further: 4000 };

function bytesOf({ text, data }: Called): number {
  return Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(data));
}

/** The recordings of a sample as one project's runs. */
async function runsOf(
  name: string,
  variants: readonly ("before" | "after")[] = ["before", "after"],
): Promise<{ readonly root: string; readonly runs: string }> {
  const recorded = await recordedSample(name);
  const runs = await mkdtemp(path.join(os.tmpdir(), "heatline-mcp-runs-"));
  folders.push(runs);
  for (const variant of variants) await cp(recorded[variant], path.join(runs, path.basename(recorded[variant])), { recursive: true });
  await putInPlace(recorded, "before");
  return { root: recorded.app, runs };
}

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

const clientOf = (
  { root, runs }: { readonly root: string; readonly runs: string },
  generation: (typeof generations)[number],
): Promise<OfficialClient> => officialClient(generation, { args: ["--root", root, "--runs", runs] });

test.each(someOf(1, samples))(
  "$name: a fixed plan finds the planted line in at most three calls and 8 KB, with the client of each generation",
  async (sample) => {
    const project = await runsOf(sample.name, ["before"]);
    const at = `${sample.plantedFile}:${await plantedLine(sample)}`;
    for (const generation of generations) {
      await using client = await clientOf(project, generation);
      const first = await client.call("heatline_hot_lines");
      const second = await client.call("heatline_line", { at });
      const third = await client.call("heatline_advice");
      expect(first.text.split("\n").find((line) => line.startsWith("1. "))).toContain(at);
      expect(first.text).toContain(sample.plantedText.slice(0, 60));
      expect(second.isError || third.isError).toBe(false);
      expect([first, second, third].reduce((sum, each) => sum + bytesOf(each), 0)).toBeLessThanOrEqual(8000);
      for (const each of [first, second, third]) {
        expect(bytesOf(each)).toBeLessThanOrEqual(mostBytes.first);
        expect(each.text).toMatch(/^r-\w{6}, \d{4}-\d\d-\d\d \d\d:\d\d UTC: .*Node \d+/);
        expect(each.text).toMatch(/\nNext: /);
      }
    }
  },
);

let project: { readonly root: string; readonly runs: string };

beforeAll(async () => {
  project = await runsOf("koa-listener-leak");
});

test("the fix of a sample is judged faster, with the ratio", async () => {
  for (const generation of generations) {
    await using client = await clientOf(project, generation);
    const { text, data } = await client.call("heatline_compare");
    expect(data).toMatchObject({ verdict: "faster", per: "request" });
    const rate = (data["figures"] as { name: string; ratio: number; low: number }[]).find(({ name }) => name === "requestsPerSecond");
    expect(rate?.ratio).toBeGreaterThan(2);
    expect(rate?.low).toBeGreaterThan(1);
    expect(text).toMatch(/^r-\w{6} → r-\w{6}: faster\.\n- requests per second: .* × /);
    expect(text).toContain("etagger.js:22");
    expect(bytesOf({ text, data, isError: false })).toBeLessThanOrEqual(mostBytes.first);
    const same = await client.call("heatline_compare", { before: data["after"], after: data["after"] });
    expect(same).toMatchObject({ isError: true, text: "A run is not compared with itself. Name another one by before." });
  }
});

test("each answer is the same bytes each time, also after a restart, and cursors lead to every row once", async () => {
  const first = await allRows(project);
  expect(await allRows(project)).toEqual(first);
});

async function allRows(of: typeof project): Promise<readonly string[]> {
  await using client = await clientOf(of, "2025-11-25");
  const texts: string[] = [];
  for (const [name, args] of [
    ["heatline_runs", {}],
    ["heatline_hot_lines", { by: "total" }],
    ["heatline_function", {}],
    ["heatline_advice", {}],
    ["heatline_compare", {}],
  ] as const) {
    const rows: unknown[] = [];
    let cursor: unknown;
    do {
      const page = await client.call(name, { ...args, ...(cursor === undefined ? {} : { cursor }) });
      expect(page.isError).toBe(false);
      expect(bytesOf(page)).toBeLessThanOrEqual(cursor === undefined ? mostBytes.first : mostBytes.further);
      const found = page.data["rows"] as unknown[];
      rows.push(...found);
      expect(page.data["more"] === 0).toBe(page.data["cursor"] === undefined);
      expect(found.length > 0 || page.data["more"] === 0 || cursor === undefined).toBe(true);
      cursor = page.data["cursor"];
      texts.push(page.text);
    } while (cursor !== undefined);
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  }
  for (const odd of ["p5000", "p5000-abcdef"])
    expect(await client.call("heatline_hot_lines", { cursor: odd })).toMatchObject({ isError: true });
  const { cursor } = (await client.call("heatline_function", { by: "total" })).data;
  expect(await client.call("heatline_function", { by: "total", cursor })).toMatchObject({ isError: false });
  for (const [name, args] of [
    ["heatline_function", {}],
    ["heatline_hot_lines", { by: "total" }],
  ] as const)
    expect(await client.call(name, { ...args, cursor })).toMatchObject({
      isError: true,
      text: `The cursor “${String(cursor)}” is of another question. Repeat the arguments and the run that it came with, or leave it out.`,
    });
  return texts;
}

test("a function is found by its handle, its name and its place, and its callers lead to the server", async () => {
  await using client = await clientOf(project, "2026-07-28");
  const before = ((await client.call("heatline_runs")).data["rows"] as { run: string }[]).at(-1)?.run;
  const { data } = await client.call("heatline_function", { run: before });
  const [hottest] = data["rows"] as { name: string; handle: string; at: string }[];
  expect(hottest).toMatchObject({ name: "rememberEtag", handle: expect.stringMatching(/^f-\w{6}$/) });
  for (const name of [hottest?.handle, "rememberEtag"]) {
    const found = await client.call("heatline_function", { run: before, function: name });
    expect(found.data["rows"]).toEqual([hottest]);
  }
  const callers = await client.call("heatline_callers", { run: before, function: hottest?.handle });
  expect(callers.text).toContain("Callers of `rememberEtag`");
  const callees = await client.call("heatline_callers", { run: before, function: hottest?.handle, direction: "callees" });
  expect((callees.data["rows"] as unknown[]).length).toBeGreaterThan(0);
  expect(await client.call("heatline_function", { function: "no such one" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("had a sample"),
  });
});

test("a file that is not there is reported as such, and an argument that is not valid with what would be", async () => {
  await using client = await clientOf(project, "2026-07-28");
  const asked = async (at: string): Promise<string> => (await client.call("heatline_line", { at })).text;
  expect(await asked("none.js:3")).toBe("There is no file `none.js`. heatline_hot_lines lists places as they are named here.");
  expect(await asked("package.json:1")).toContain("cost nothing in r-");
  expect(await asked("etagger.js")).toBe(
    "The argument “at” is not valid: its value is not valid. Expected: File and line as they are now, such as src/routes/orders.js:12.",
  );
});

test("what was edited since the run is said, and lines are where they are now", async () => {
  const copy = await mkdtemp(path.join(os.tmpdir(), "heatline-mcp-edited-"));
  folders.push(copy);
  const file = path.join(project.root, "etagger.js");
  const text = await readFile(file, "utf8");
  try {
    await using client = await clientOf(project, "2025-11-25");
    const run = ((await client.call("heatline_runs")).data["rows"] as { run: string }[]).at(-1)?.run;
    await writeFile(file, `// One more line.\n${text}`);
    const moved = (await client.call("heatline_hot_lines", { run })).data["rows"] as { at: string; edited?: string }[];
    expect(moved[0]).toMatchObject({ at: "etagger.js:23", edited: "moved" });
    expect((await client.call("heatline_line", { run, at: "etagger.js:23" })).text).toContain("rememberEtag");
    await writeFile(file, text.replace(".update(JSON.stringify(result.body))", ".update(result.text)"));
    const edited = await client.call("heatline_hot_lines", { run });
    expect(edited.text).toMatch(/1\. .*etagger\.js:22, edited since the run/);
    // Lines around it are as they ran.
    expect(edited.text).not.toMatch(/etagger\.js:(16|18|23), edited/);
    await rm(file);
    expect((await client.call("heatline_hot_lines", { run })).text).toContain("its file is gone");
  } finally {
    await writeFile(file, text);
  }
});

test("an export is a new file in the project and never overwrites one", async () => {
  await using client = await clientOf(project, "2026-07-28");
  const { data } = await client.call("heatline_export", { format: "markdown", to: "reports/koa.md" });
  expect(data["files"]).toEqual(["reports/koa.md"]);
  const file = path.join(project.root, "reports/koa.md");
  expect(await readFile(file, "utf8")).toContain("etagger.js:22");
  expect(await client.call("heatline_export", { format: "markdown", to: "reports/koa.md" })).toMatchObject({
    isError: true,
    text: expect.stringContaining("is not overwritten"),
  });
  await rm(path.dirname(file), { recursive: true });
});

test("of a line whose routes are known they are reported", async () => {
  const app = await makeRoutesApp();
  await using client = await clientOf({ root: app.folder, runs: app.runsFolder }, "2025-11-25");
  const reported = await client.call("heatline_line", { at: "app.js:10" });
  expect(reported.text).toMatch(/\nOf its total, by route: .GET \/orders. 54\.5 %, .POST \/login. 45\.5 %\.\n/);
  expect(reported.data["routes"]).toEqual([
    { name: orders, percent: 54.5 },
    { name: login, percent: 45.5 },
  ]);
});

test("of a line of a run with a counts pass it is told how often it ran", async () => {
  const app = await makeApp({ "server.js": countedText });
  await drawCounts(app);
  await using client = await clientOf({ root: app.folder, runs: app.runsFolder }, "2025-11-25");
  const reported = await client.call("heatline_line", { at: "server.js:7" });
  expect(reported.text).toContain("\nIt ran: ×2,000 per request (counts pass).\n");
  expect(reported.data["counted"]).toEqual({ count: 2000, most: 2000, perRequest: true });
});
