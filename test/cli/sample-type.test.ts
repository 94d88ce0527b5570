import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Function as PprofFunction, Line, Location, Profile as Pprof, Sample, StringTable } from "pprof-format";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonReport } from "../../language-server/reports/json-report.ts";
import { buildCommandLine, type CommandLine } from "./command-line.ts";

let cli: CommandLine;
const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), "heatline-types-")));

beforeAll(async () => {
  cli = await buildCommandLine();
  writeFileSync(path.join(folder, "app.pb"), pprofWith(["sample count", "wall nanoseconds", "cpu nanoseconds"]));
  writeFileSync(path.join(folder, "heap.pb"), pprofWith(["objects count", "space bytes"]));
  writeFileSync(path.join(folder, "stacks.txt"), "main;hash 3\nmain;wait 9\n");
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `hash` uses all of its 3 ms, `wait` a third of its 9 ms. */
function pprofWith(types: readonly string[]): Uint8Array {
  const stringTable = new StringTable();
  const text = (of: string): number => stringTable.dedup(of);
  const rows = [
    ["hash", 3, 3e6, 3e6],
    ["wait", 9, 9e6, 3e6],
  ] as const;
  return new Pprof({
    sampleType: types.map((each) => {
      const [type = "", unit = ""] = each.split(" ");
      return { type: text(type), unit: text(unit) };
    }),
    function: rows.map(([name], index) => new PprofFunction({ id: index + 1, name: text(name), filename: text("/app/app.js") })),
    location: rows.map((_, index) => new Location({ id: index + 1, line: [new Line({ functionId: index + 1, line: 2 })] })),
    sample: rows.map(([, ...value], index) => new Sample({ locationId: [index + 1], value: value.slice(0, types.length) })),
    stringTable,
    period: 1_000_000,
    periodType: { type: text("wall"), unit: text("nanoseconds") },
  }).encode();
}

async function run(...args: readonly string[]): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return cli.run(args, { cwd: folder });
}

test("the report says which sample type it shows, and --sample-type shows another one; so does an export", async () => {
  const chosen = await run("report", "app.pb");
  expect(chosen.out).toContain(
    "Each sample has several values; cpu is shown, not wall. The editor asks for a time when it opens the file; heatline report has --sample-type NAME.",
  );
  expect(chosen.out).toMatch(/50\.0 %\s+50\.0 %\s+hash/);
  const wall = JSON.parse((await run("report", "app.pb", "--sample-type", "wall", "--json")).out) as JsonReport;
  expect(wall.functions.map(({ name, selfTicks }) => [name, selfTicks])).toEqual([
    ["wait", 9],
    ["hash", 3],
  ]);
  const { out } = await run("export", "app.pb", "--sample-type", "wall", "--format", "collapsed");
  expect(out.split("\n").slice(1)).toEqual(["hash (/app/app.js:2) 3", "wait (/app/app.js:2) 9", ""]);
});

test.each([
  [["report", "heap.pb"], "heap.pb is a heap profile; Heatline shows CPU profiles. Open it with go tool pprof.", 1],
  [["report", "app.pb", "--sample-type", "alloc"], "app.pb has no time or count of the type alloc. It has: sample, wall, cpu.", 1],
  [
    ["report", "stacks.txt", "--sample-type", "cpu"],
    "stacks.txt is not a pprof profile, and only these have sample types. Leave --sample-type out.",
    1,
  ],
  [["export", "app.pb", "app.pb", "--sample-type", "cpu", "--format", "svg"], "--sample-type is for one profile only.", 2],
])("%j is refused by name", async (args, message, exit) => {
  const { code, err } = await run(...args);
  expect(err).toContain(message);
  expect(code).toBe(exit);
});
