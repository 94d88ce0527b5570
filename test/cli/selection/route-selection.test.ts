import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { login, makeRoutesApp, orders, type RoutesApp } from "../../drivers/server/routes-app.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
let app: RoutesApp;

beforeAll(async () => {
  [cli, app] = await Promise.all([buildCommandLine(), makeRoutesApp()]);
});

async function reported(...args: readonly string[]): Promise<string> {
  const { code, out, err } = await cli.run([...args], { cwd: app.folder });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return out;
}

test("a report says which routes the busy time is of, and of which each line is", async () => {
  expect(await reported("report", app.run)).toContain(
    "\nBy route: GET /orders 54.5 % · POST /login 45.5 % · measured in windows of its own\n",
  );
  const json = JSON.parse(await reported("report", app.run, "--json")) as JsonReport;
  expect(json.busyTicks).toBe(500);
  expect(json.routes).toMatchObject({
    by: "windows",
    routes: [
      { name: orders, requests: 100 },
      { name: login, requests: 60 },
    ],
  });
  expect(json.lines.map(({ line, routes }) => [line, routes?.map(({ name }) => name)])).toEqual([
    [10, [orders, login]],
    [2, [orders]],
    [6, [login]],
  ]);
  expect(json.functions.find(({ name }) => name === "login")?.routes).toEqual([{ name: login, share: 1 }]);
});

test("a route alone is all of a report and of an export, by the samples of its own windows", async () => {
  const out = await reported("report", app.run, "--route", login);
  expect(out).toContain("300 samples of 1 ms · 300 busy (100.0 %)\n");
  expect(out).toContain("\nSelected part: POST /login · measured in windows of its own\n");
  const json = JSON.parse(await reported("report", app.run, "--route", orders, "--json")) as JsonReport;
  expect(json).toMatchObject({ busyTicks: 200, selection: { threads: null, spans: null, routes: [orders] } });
  const file = path.join(app.folder, "login.txt");
  await reported("export", app.run, "--format", "collapsed", "--route", login, "-o", file);
  const lines = (await readFile(file, "utf8")).split("\n");
  expect(lines[0]).toContain("only POST /login");
  expect(lines.filter((line) => line.includes("orders"))).toEqual([]);
  const profile = JSON.parse(await reported("export", app.run, "--format", "cpuprofile", "--route", login)) as {
    readonly samples: unknown[];
  };
  expect(profile.samples).toHaveLength(300);
});

test("a route that the run does not have is answered with those that it has", async () => {
  const { code, err } = await cli.run(["report", app.run, "--route", "GET /gone"], { cwd: app.folder });
  expect([code, err]).toEqual([1, expect.stringContaining("Its routes are: “GET /orders”, “POST /login”.")]);
});
