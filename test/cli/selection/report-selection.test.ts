import { writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { drawRun } from "../../drivers/server/drawn-run.ts";
import { makeOrdersApp, type OrdersApp, serverText } from "../../drivers/server/orders-app.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let app: OrdersApp;
let run: string;

/** `handler` in both threads, `load` in the worker's first 0.4 s and `parse` after them. */
beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeOrdersApp()]);
  const handler = "server.js handler@3:16 5:11";
  const threads = [
    `600 | ${handler}\n400 | (idle)`,
    `400 | server.js load@8:13 8:26\n100 | ${handler}\n300 | server.js load@8:13 8:26 > parse\n200 | (idle)`,
  ];
  run = await drawRun(app, { scripts: { "server.js": serverText }, threads, load: {} });
});

async function reported(...options: readonly string[]): Promise<string> {
  const { code, out, err } = await cli.run(["report", run, ...options], { cwd: app.folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

async function jsonOf(...options: readonly string[]): Promise<JsonReport> {
  return JSON.parse(await reported(...options, "--json")) as JsonReport;
}

test("a thread and a span are all of the report, which says so; the load stays that of the whole run", async () => {
  const out = await reported("--thread", "worker 1", "--from", "0.4", "--to", "0.9");
  expect(out).toContain("500 samples of 1 ms · 400 busy (80.0 %)\n");
  expect(out).toContain("\nSelected part: worker 1 · 0.4 to 0.9 s\n");
  expect(out).toContain("\nLoad (of the whole run): GET /test · 500 req/s");
  expect(out).not.toContain("CPU per request");
  expect(out).toMatch(/75\.0 % +75\.0 % {2}load/);
  expect(out).toMatch(/25\.0 % +25\.0 % {2}handler/);

  const json = await jsonOf("--thread", "worker 1", "--from", "0.4", "--to", "0.9");
  expect(json).toMatchObject({
    ticks: 500,
    busyTicks: 400,
    selection: { threads: ["worker 1"], spans: [{ fromSeconds: 0.4, toSeconds: 0.9 }] },
  });
  expect(json.functions.map(({ name, totalTicks }) => `${name} ${totalTicks}`)).toEqual(["load 300", "handler 100"]);
});

test("a selection in which nothing was busy says so, and how to see everything, and is no failure", async () => {
  const out = await reported("--thread", "main", "--from", "0.7");
  expect(out).toContain("300 samples of 1 ms · 0 busy (0.0 %)\nSelected part: main · 0.7 to 1 s\n");
  const nothing = "\n\nNothing was busy in what is selected: there is nothing to show. To see everything, leave out";
  expect(out.endsWith(`${nothing} --thread, --from.\n`)).toBe(true);
  const filtered = await reported("--file", "nowhere");
  expect(filtered).toContain("Filter: 100.0 % left out: only through nowhere");
  expect(filtered.endsWith(`${nothing} --file.\n`)).toBe(true);
  expect(await jsonOf("--file", "nowhere")).toMatchObject({ busyTicks: 1400, lines: [], functions: [] });
});

test("a thread that is not there is answered with those that are", { tags: "thorough" }, async () => {
  expect(await cli.run(["report", run, "--thread", "worker 2"])).toEqual({
    code: 1,
    out: "",
    err: "heatline: app · node server.js has no thread called “worker 2”. Its threads are: “main”, “worker 1”.\n",
  });
});

test("a span of a file without times is refused with the reason", { tags: "thorough" }, async () => {
  const file = path.join(app.folder, "names.txt");
  await writeFile(file, "main;parse 3\nmain;collect 2\n");
  const { code, out, err } = await cli.run(["report", file, "--from", "6.1"]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toMatch(/^heatline: The file does not say when its samples were taken/);
});
