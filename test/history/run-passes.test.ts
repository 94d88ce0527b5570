import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import type { Marks } from "../../language-server/analysis/marks/marks.ts";
import { addPass, passOwner, readPass } from "../../language-server/history/run-passes.ts";
import { listRuns, readMarks, readRun, writeRun } from "../../language-server/history/run-store.ts";
import { draft } from "./small-draft.ts";

const runsFolder = await mkdtemp(path.join(os.tmpdir(), "heatline-passes-"));

const marks: Marks = {
  routes: ["GET /orders/:id"],
  threads: [
    {
      thread: 0,
      turns: { at: Float64Array.of(5, 9), idle: Float64Array.of(1, 2), request: Int32Array.of(1, 0) },
      served: {
        begin: Float64Array.of(5),
        end: Float64Array.of(Number.NaN),
        status: Int32Array.of(0),
        aborted: Uint8Array.of(0),
        port: Int32Array.of(40_001),
        ordinal: Int32Array.of(3),
        route: Int32Array.of(0),
      },
      waits: {
        start: Float64Array.of(5.5),
        end: Float64Array.of(8),
        request: Int32Array.of(1),
        site: Int32Array.of(0),
        what: Int32Array.of(0),
        rejected: Uint8Array.of(1),
        due: Float64Array.of(7.5),
        sites: [{ url: "file:///app.js", line: 7, column: 2, text: "load(id)", kind: "await", count: 12, rejected: 1, us: 300.5 }],
        awaited: [{ kind: "timer", text: "2 ms", delayMs: 2 }],
      },
      lost: 4,
    },
  ],
};

test("passes are kept in their run's folder, are replaced by kind, and are no runs of their own", async () => {
  const first = await writeRun(runsFolder, draft("first"));
  const waits = await addPass(first.folder, "waits", { ...draft("waits"), marks });
  await addPass(first.folder, "routes", draft("routes"));
  await addPass(first.folder, "waits", { ...draft("again"), marks });
  const run = await readRun(first.folder);
  expect(run.passes).toEqual([
    { kind: "routes", folder: "passes/routes" },
    { kind: "waits", folder: "passes/waits" },
  ]);
  const pass = await readPass({ folder: first.folder, run }, "waits");
  expect([pass?.run.name, pass?.run.pass, pass?.folder]).toEqual(["again", "waits", waits.folder]);
  expect(passOwner(pass!)).toBe(first.folder);
  expect(passOwner({ folder: first.folder, run })).toBeUndefined();
  expect((await listRuns(runsFolder)).map(({ run: { name } }) => name)).toEqual(["first"]);
  expect((await readdir(path.join(first.folder, "passes"))).toSorted()).toEqual(["routes", "waits"]);
  expect(await readMarks(pass!.folder, pass!.run)).toEqual(marks);
  expect(await readPass({ folder: first.folder, run: { ...run, passes: [] } }, "waits")).toBeUndefined();
});

test("a pass that cannot be written leaves the run as it was", async () => {
  const { folder, run } = await writeRun(runsFolder, draft("kept"));
  await writeFile(path.join(folder, "passes"), "a file where the folder should be");
  await expect(addPass(folder, "waits", draft("waits"))).rejects.toThrow(/could not be written/);
  expect(await readRun(folder)).toEqual(JSON.parse(JSON.stringify(run)));
});

test("marks that are cut short, out of order or of another run's threads are refused", async () => {
  const { folder, run } = await writeRun(runsFolder, { ...draft("damaged"), marks });
  const file = path.join(folder, "marks.bin");
  const whole = await readFile(file);
  await writeFile(file, whole.subarray(0, -8));
  await expect(readMarks(folder, run)).rejects.toThrow(/cut short/);
  await writeFile(file, whole);
  await expect(readMarks(folder, { ...run, threads: [] })).rejects.toThrow(/marks/);
  const [thread] = marks.threads;
  const swapped = { ...marks, threads: [{ ...thread!, turns: { ...thread!.turns, at: Float64Array.of(9, 5) } }] };
  const { folder: other, run: otherRun } = await writeRun(runsFolder, { ...draft("swapped"), marks: swapped });
  await expect(readMarks(other, otherRun)).rejects.toThrow(/marks\.bin/);
});

test("a pass's folder cannot lead out of the run", async () => {
  const { folder } = await writeRun(runsFolder, draft("hostile"));
  const file = path.join(folder, "run.json");
  const run = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  await mkdir(path.join(folder, "passes"));
  await writeFile(file, JSON.stringify({ ...run, passes: [{ kind: "waits", folder: "passes/../../other" }] }));
  await expect(readRun(folder)).rejects.toThrow(/passes/);
});
