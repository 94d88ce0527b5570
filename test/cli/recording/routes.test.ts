import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const out = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-routes-")));
const app = path.join(import.meta.dirname, "../../fixtures/routes");

beforeAll(async () => {
  cli = await buildCommandLine();
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

async function told(...args: readonly string[]): Promise<string> {
  const ran = await cli.run([...args], { cwd: app });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  return ran.out;
}

test("an app that marks its requests has routes, of whom a shared line is as their steps say", async () => {
  // One step for each of two orders, six for a report.
  const load = ["--load", "/orders/1", "--load", "/orders/2", "--load", "/report"];
  const recorded = await told("record", "--out", out, "--routes", ...load, "--duration", "3", "--warmup", "1", "--", "node", "server.js");
  expect(recorded).toMatch(/By route: GET \/report [\d.]+ % · GET \/orders\/:id [\d.]+ %/);
  const [run = ""] = readdirSync(out);
  const folder = path.join(out, run);
  const json = JSON.parse(await told("report", folder, "--json")) as JsonReport;
  expect(json.routes).toMatchObject({ by: "marks" });
  const shared = json.lines.filter(({ file }) => file.endsWith("shared.js")).toSorted((a, b) => b.selfTicks - a.selfTicks)[0];
  const shares = new Map(shared?.routes?.map(({ name, share }) => [name, share]));
  expect(shares.get("GET /report")).toBeCloseTo(0.75, 1);
  expect(shares.get("GET /orders/:id")).toBeCloseTo(0.25, 1);
  const alone = JSON.parse(await told("report", folder, "--json", "--route", "GET /report")) as JsonReport;
  expect(alone.busyTicks / json.busyTicks).toBeCloseTo(json.routes?.routes.find(({ name }) => name === "GET /report")?.share ?? 0, 5);
});
