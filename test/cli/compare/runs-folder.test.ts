import { appendFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonComparison } from "../../../language-server/reports/json-comparison.ts";
import type { Run } from "../../../language-server/history/run.ts";
import { appsFolder } from "../../drivers/adapter/dap-client.ts";
import { buildCommandLine, type CommandLine } from "../command-line.ts";

let cli: CommandLine;
const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-runs-")));
const app = path.join(base, "app");
const slowFile = path.join(app, "slow.js");

beforeAll(async () => {
  cli = await buildCommandLine();
  cpSync(path.join(appsFolder, "crash-then-compare"), app, { recursive: true });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

type Ran = Awaited<ReturnType<CommandLine["run"]>>;

/** Records a load, and returns the id of its run, too. */
async function record(runs: string, ...options: readonly string[]): Promise<Ran & { readonly id: string }> {
  const before = new Set(idsIn(runs));
  const load = ["--load", "/slow", "--duration", "1", "--warmup", "0", ...options];
  const ran = await cli.run(["record", "--out", path.join(base, runs), ...load, "--", "node", "server.js"], { cwd: app });
  return { ...ran, id: idsIn(runs).find((id) => !before.has(id)) ?? "" };
}

function idsIn(runs: string): readonly string[] {
  try {
    return readdirSync(path.join(base, runs));
  } catch (error) {
    if (error instanceof Error && "code" in error) return [];
    throw error;
  }
}

function beginOf(runs: string, id = ""): string {
  return (JSON.parse(readFileSync(path.join(base, runs, id, "run.json"), "utf8")) as Run).startedAt;
}

async function compared(
  ...args: readonly string[]
): Promise<JsonComparison & { readonly err: string; readonly began: readonly [string, string] }> {
  const { code, out, err } = await cli.run(["compare", ...args, "--json"], { cwd: base });
  expect([code, err]).toEqual([0, err]);
  const comparison = JSON.parse(out) as JsonComparison;
  return { ...comparison, err, began: [comparison.before.startedAt, comparison.after.startedAt] };
}

test("measured, broken, fixed, measured: the failed start is named with its place, and passed over; the ratio is that of the fix", async () => {
  // An attempt before this one has written there, too.
  rmSync(path.join(base, "runs"), { recursive: true, force: true });
  cpSync(path.join(appsFolder, "crash-then-compare"), app, { recursive: true });
  const text = readFileSync(slowFile, "utf8");
  const first = await record("runs");
  appendFileSync(slowFile, "}\n");
  const failed = await record("runs");
  expect(failed.code).toBe(1);
  expect(failed.err).toContain("SyntaxError: Unexpected token '}'");
  expect(failed.err).toContain(`\n    at slow.js:4:1\n`);
  // No costs of code that was only loaded.
  expect(failed.out).not.toContain("Hot functions");
  writeFileSync(slowFile, text.replace(/list\.filter.*\.length/, "new Set(list).size"));

  const tooFew = await cli.run(["compare", "runs"], { cwd: base });
  expect([tooFew.code, tooFew.out]).toEqual([1, ""]);
  expect(tooFew.err).toContain("There is only one run in runs that can be compared.");

  const last = await record("runs");
  const comparison = await compared("runs");
  expect(comparison.began).toEqual([beginOf("runs", first.id), beginOf("runs", last.id)]);
  expect(comparison.loadRatio).toBeGreaterThan(1.2);
  expect(comparison.err).toBe(`heatline: app · node server.js (${failed.id}) is passed over: failed to start\n`);
  const ofBusyMachine = ["machine", "machineOrRate", "interval", "load", "fewTicks", "unclear"];
  expect(comparison.warnings.map(({ kind }) => kind).filter((kind) => !ofBusyMachine.includes(kind))).toEqual([]);
});

test(
  "a later run of other connections or a failed start is not judged against the others, nor reported",
  { tags: "thorough" },
  async () => {
    const [, , last] = idsIn("runs").toSorted();
    const wide = await record("runs", "--connections", "20");
    const refused = await cli.run(["compare", "runs"], { cwd: base });
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toContain(`No earlier run is like ${wide.id}. The loads had different numbers of connections (10, then 20).`);
    // By choice it is compared, and the difference comes first.
    const chosen = await cli.run(["compare", path.join("runs", last ?? ""), path.join("runs", wide.id)], { cwd: base });
    expect(chosen.out).toMatch(/^app [^\n]*\n\nNote\n- The loads had different numbers of connections \(10, then 20\)\.\n/);

    appendFileSync(slowFile, "}\n");
    const failed = await record("runs");
    const report = await cli.run(["report", "runs"], { cwd: base });
    expect(report.err).toBe(`heatline: app · node server.js (${failed.id}) is passed over: failed to start\n`);
    expect(report.out).toContain("GET /slow");
    const only = await cli.run(["report", path.join("runs", failed.id)], { cwd: base });
    expect([only.code, only.err]).toEqual([0, ""]);
  },
);

test(
  "two folders: the newest good run of the second, and the newest like it of the first, also of another checkout",
  { tags: "thorough" },
  async () => {
    writeFileSync(slowFile, readFileSync(slowFile, "utf8").replace(/\}\n$/, ""));
    const next = await record("fix");
    const inOther = path.join(base, "other");
    cpSync(app, inOther, { recursive: true });
    const comparison = await compared("runs", "fix");
    const [, , last] = idsIn("runs").toSorted();
    expect(comparison.began).toEqual([beginOf("runs", last), beginOf("fix", next.id)]);
    expect(comparison.err.split("\n").filter((line) => line.includes("is passed over"))).toEqual([
      expect.stringContaining("failed to start"),
      expect.stringContaining("The loads had different numbers of connections (20, then 10)."),
    ]);
    const moved = await cli.run(
      ["record", "--out", path.join(base, "other-runs"), "--load", "/slow", "--duration", "1", "--warmup", "0", "--", "node", "server.js"],
      { cwd: inOther },
    );
    expect([moved.code, moved.err]).toEqual([0, moved.err]);
    const beside = await compared("runs", "other-runs");
    expect(beside.began[0]).toBe(beginOf("runs", last));
    expect(beside.warnings[0]).toEqual({ kind: "folder", text: "The runs are of apps in different folders (app, then other)." });
  },
);
