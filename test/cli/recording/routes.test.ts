import { mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../../language-server/reports/json-report.ts";
import { undisturbed } from "../../drivers/undisturbed.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const out = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-cli-routes-")));
const app = path.join(import.meta.dirname, "../../fixtures/routes");

/** What a request of a route takes (`fixtures/routes/server.js`). */
const steps: ReadonlyMap<string, number> = new Map([
  ["GET /orders/:id", 1],
  ["GET /report", 6],
]);

beforeAll(async () => {
  cli = await buildCommandLine();
});

afterAll(() => rmSync(out, { recursive: true, force: true }));

async function reported(...args: readonly string[]): Promise<string> {
  const ran = await cli.run([...args], { cwd: app });
  expect([ran.code, ran.err]).toEqual([0, ""]);
  return ran.out;
}

interface Recorded {
  readonly said: string;
  readonly folder: string;
  readonly json: JsonReport;
  /** Each route's share, by the requests that the app answered and the steps of each. */
  readonly expected: ReadonlyMap<string, number>;
  /** By how much a route's share of the line with the steps differs from that, at most. */
  readonly off: number;
}

async function recorded(): Promise<Recorded> {
  const load = ["--load", "/orders/1", "--load", "/orders/2", "--load", "/report"];
  const runs = mkdtempSync(path.join(out, "runs-"));
  const said = await reported("record", "--out", runs, "--routes", ...load, "--duration", "3", "--warmup", "1", "--", "node", "server.js");
  const folder = path.join(runs, readdirSync(runs)[0] ?? "");
  const json = JSON.parse(await reported("report", folder, "--json")) as JsonReport;
  const shared = json.lines.filter(({ file }) => file.endsWith("shared.js")).toSorted((a, b) => b.selfTicks - a.selfTicks)[0];
  const shares = new Map(shared?.routes?.map(({ name, share }) => [name, share]));
  const took = json.routes?.routes.map(({ name, requests }) => [name, requests * (steps.get(name) ?? 0)] as const) ?? [];
  const all = took.reduce((sum, [, each]) => sum + each, 0);
  const expected = new Map(took.filter(([, each]) => each > 0).map(([name, each]) => [name, each / all]));
  const off = Math.max(...[...steps.keys()].map((name) => Math.abs((shares.get(name) ?? 0) - (expected.get(name) ?? 0))));
  return { said, folder, json, expected, off };
}

test("an app that marks its requests has routes, of whom a shared line is as their steps say", async () => {
  // Where others have the processor, the samples come in bunches, as the app gets it: chance is then more than their number says.
  const { said, folder, json, expected, off } = await undisturbed(recorded, (last) => last.off < 0.05, 3);
  expect(said).toMatch(/By route: GET \/report [\d.]+ % · GET \/orders\/:id [\d.]+ %/);
  expect(json.routes).toMatchObject({ by: "marks" });
  expect([...expected.keys()].toSorted()).toEqual([...steps.keys()].toSorted());
  expect(off).toBeLessThan(0.05);
  const alone = JSON.parse(await reported("report", folder, "--json", "--route", "GET /report")) as JsonReport;
  expect(alone.busyTicks / json.busyTicks).toBeCloseTo(json.routes?.routes.find(({ name }) => name === "GET /report")?.share ?? 0, 5);
});
