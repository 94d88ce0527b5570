import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  deleteRun,
  listRuns,
  pruneRuns,
  readMarks,
  readRun,
  readScript,
  readThread,
  readTracks,
  setSavings,
  updateRun,
  writeRun,
} from "../../language-server/history/run-store.ts";
import type { Run } from "../../language-server/history/run.ts";
import { inEnglish } from "../../language-server/texts/english.ts";
import { draft, hash, profile } from "./small-draft.ts";

let runsFolder = "";

beforeEach(async () => {
  runsFolder = path.join(await mkdtemp(path.join(os.tmpdir(), "heatline-test-runs-")), "runs");
});

afterEach(async () => {
  await rm(path.dirname(runsFolder), { recursive: true, force: true });
});

const noon = "2026-01-02T12:00:00.000Z";

test("a run is read back as it was written", async () => {
  const { folder, run } = await writeRun(runsFolder, draft("first", noon));
  expect(run.id).toMatch(/^20260102-120000-[0-9a-f]{8}$/);
  expect(run.threads).toEqual([{ id: 0, pid: 4711, name: "main", file: "threads/0.bin", ticks: 4, busyTicks: 3, intervalUs: 1000 }]);
  expect(await readRun(folder)).toEqual(JSON.parse(JSON.stringify(run)));
  expect(await readThread(folder, run.threads[0]!)).toEqual(profile);
  expect(await readScript(folder, hash)).toBe("the source");
  expect(await readdir(runsFolder)).toEqual([run.id]);
});

test("a run that cannot be written is reported, and leaves nothing behind", async () => {
  await mkdir(path.dirname(runsFolder), { recursive: true });
  await writeFile(runsFolder, "a file where the folder should be");
  await expect(writeRun(runsFolder, draft("first", noon))).rejects.toThrow(/could not be written/);
});

test("runs are listed newest first; other and incomplete folders are skipped", async () => {
  const names = ["b", "c", "a"];
  for (const [index, hour] of ["11", "12", "10"].entries())
    await writeRun(runsFolder, draft(names[index]!, noon.replace("12:00", `${hour}:00`)));
  await mkdir(path.join(runsFolder, "foreign"));
  await writeFile(path.join(runsFolder, "foreign/run.json"), '{"hello": 1}');
  await mkdir(path.join(runsFolder, ".tmp-1-half"));
  await writeFile(path.join(runsFolder, "notes.txt"), "not a run");
  expect((await listRuns(runsFolder)).map(({ run }) => run.name)).toEqual(["c", "b", "a"]);
  expect(await listRuns(path.join(runsFolder, "nowhere"))).toEqual([]);
});

async function rewrite(folder: string, change: (run: Record<string, unknown>) => void): Promise<void> {
  const file = path.join(folder, "run.json");
  const run = JSON.parse(await readFile(file, "utf8")) as Record<string, unknown>;
  change(run);
  await writeFile(file, JSON.stringify(run));
}

test("a run of schema 1 opens, and its problems, which are sentences, are shown unchanged", async () => {
  const { folder } = await writeRun(runsFolder, draft("old", noon));
  await rewrite(folder, (run) => {
    run["schema"] = 1;
    run["recorderNote"] = "Node 20.0.0 does not know --prof. Costs come from the inspector instead.";
    run["problems"] = [{ message: "V8 lost ticks because its buffer was full.", count: 2 }];
  });
  const { recorderNote, problems } = await readRun(folder);
  expect(recorderNote && inEnglish(recorderNote)).toBe("Node 20.0.0 does not know --prof. Costs come from the inspector instead.");
  expect(problems.map((problem) => [inEnglish(problem), problem.count])).toEqual([["V8 lost ticks because its buffer was full.", 2]]);
  expect(await updateRun(folder, { name: "renamed" })).toMatchObject({ schema: 3, problems });
  await rewrite(folder, (run) => Object.assign(run, { schema: 1, recorderNote: "", problems: [] }));
  expect(await readRun(folder)).toMatchObject({ problems: [] });
  expect((await readRun(folder)).recorderNote).toBeUndefined();
});

test("a run of schema 2 opens as it is, without marks and passes", async () => {
  const { folder, run } = await writeRun(runsFolder, draft("old", noon));
  await rewrite(folder, (value) => (value["schema"] = 2));
  expect(await readRun(folder)).toEqual(JSON.parse(JSON.stringify(run)));
  expect(await readMarks(folder, run)).toBeUndefined();
});

test("the reason why a thread is not exact is read back with the system's message", async () => {
  const reason = { code: "system.EMFILE" } as const;
  const problem = {
    code: "exact.threadNote",
    values: { name: "worker 1", why: { code: "exact.noPipe", values: { reason } } },
    count: 1,
  } as const;
  const { folder } = await writeRun(runsFolder, draft("reported", noon));
  await rewrite(folder, (run) => (run["problems"] = [problem]));
  const { problems } = await readRun(folder);
  expect(problems.map(inEnglish)).toEqual([
    "worker 1: The pipe for V8's log could not be opened: too many open files. Its costs come from the inspector instead.",
  ]);
});

test.each([
  ["a code that is a number", { code: 7, count: 1 }],
  ["a value that is a list", { code: "sources.badMap", values: { script: ["a"] }, count: 1 }],
  [
    "texts within texts, three deep",
    { code: "a", values: { b: { code: "c", values: { d: { code: "e", values: { f: { code: "g" } } } } } }, count: 1 },
  ],
])("a run with %s in a problem is damaged", async (_what, problem) => {
  const { folder } = await writeRun(runsFolder, draft("odd", noon));
  await rewrite(folder, (run) => (run["problems"] = [problem]));
  await expect(readRun(folder)).rejects.toThrow("is damaged");
});

test("a code that this version does not know is shown as it is", async () => {
  const { folder } = await writeRun(runsFolder, draft("newer", noon));
  await rewrite(folder, (run) => (run["problems"] = [{ code: "constructor", values: { __proto__: "x" }, count: 1 }]));
  expect((await readRun(folder)).problems.map(inEnglish)).toEqual(["constructor"]);
});

test("errors about a run say what is wrong and what to do", async () => {
  const { folder, run } = await writeRun(runsFolder, draft("first", noon));
  await expect(readRun(path.join(runsFolder, "gone"))).rejects.toThrow(/is not a Heatline run/);
  await rewrite(folder, (value) => (value["threads"] = [{ ...run.threads[0], file: "../../etc/passwd" }]));
  await expect(readRun(folder)).rejects.toThrow(/is damaged \(run\.json, threads\.0\.file/);
  await rewrite(folder, (value) => (value["threads"] = [run.threads[0], run.threads[0]]));
  await expect(readRun(folder)).rejects.toThrow(/is damaged \(run\.json, threads: its value is not valid/);
  await rewrite(folder, (value) => (value["schema"] = 4));
  await expect(readRun(folder)).rejects.toThrow(/newer version of Heatline/);
  await writeFile(path.join(folder, "run.json"), "{");
  await expect(readRun(folder)).rejects.toThrow(/is damaged \(run\.json is not valid JSON\)/);
});

test("samples and sources that are missing or truncated are reported as damaged", async () => {
  const { folder, run } = await writeRun(runsFolder, draft("first", noon));
  const file = path.join(folder, "threads/0.bin");
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length / 2));
  await expect(readThread(folder, run.threads[0]!)).rejects.toThrow(/is damaged/);
  await rm(file);
  await expect(readThread(folder, run.threads[0]!)).rejects.toThrow(/threads\/0\.bin is missing/);
  await expect(readScript(folder, "b".repeat(64))).rejects.toThrow(/is damaged/);
  await expect(readScript(folder, "../run.json")).rejects.toThrow(/no valid hash/);
});

test("pruning deletes the oldest runs beyond the number, never pinned ones, baselines or runs in use", async () => {
  const written: Run[] = [];
  for (const hour of ["08", "09", "10", "11"])
    written.push((await writeRun(runsFolder, draft(hour, noon.replace("12:00", `${hour}:00`)))).run);
  await updateRun(path.join(runsFolder, written[0]!.id), { pinned: true, name: "kept" });
  expect(await pruneRuns(runsFolder, 0)).toEqual([]);
  expect(await pruneRuns(runsFolder, 2, path.join(runsFolder, written[1]!.id))).toEqual([]);
  expect(await pruneRuns(runsFolder, 2)).toEqual([written[1]!.id]);
  await updateRun(path.join(runsFolder, written[2]!.id), { baseline: true });
  expect(await pruneRuns(runsFolder, 1)).toEqual([]);
  expect((await listRuns(runsFolder)).map(({ run }) => run.name)).toEqual(["11", "10", "kept"]);
});

test("pruning removes what an ended process left, not what a running one is writing", async () => {
  const dead = spawnSync(process.execPath, ["-e", ""]).pid;
  await mkdir(path.join(runsFolder, `.tmp-${dead}-x`), { recursive: true });
  await mkdir(path.join(runsFolder, `.tmp-${process.ppid}-y`));
  await pruneRuns(runsFolder, 5);
  expect(await readdir(runsFolder)).toEqual([`.tmp-${process.ppid}-y`]);
});

test("only a run is deleted", async () => {
  const { folder } = await writeRun(runsFolder, draft("first", noon));
  await expect(deleteRun(path.dirname(runsFolder))).rejects.toThrow(/is not a Heatline run/);
  await deleteRun(folder);
  expect(await readdir(runsFolder)).toEqual([]);
});

test("only its owner can read a run: other users cannot see its sources and command line", async () => {
  const { folder } = await writeRun(runsFolder, draft("mine", "2026-01-02T03:04:05.000Z"));
  await updateRun(folder, { pinned: true });
  const entries = await readdir(folder, { recursive: true });
  for (const entry of [".", ...entries]) {
    const { mode } = await stat(path.join(folder, entry));
    expect(`${entry} ${(mode & 0o077).toString(8)}`).toBe(`${entry} 0`);
  }
});

test("tracks are kept with their run; a damaged file of them is an error, a run without them has none", async () => {
  const late = { from: Float64Array.of(100), to: Float64Array.of(90_000) };
  const tracks = { loops: [{ thread: 0, late, readings: [] }], load: { from: 0, to: 1000 } };
  const { folder, run } = await writeRun(runsFolder, { ...draft("tracked", "2026-01-01T00:00:00Z"), tracks });
  expect(await readTracks(folder, run)).toEqual(tracks);
  expect((await stat(path.join(folder, "tracks.bin"))).mode & 0o077).toBe(0);
  await expect(readTracks(folder, { ...run, threads: [] })).rejects.toThrow("thread");
  await writeFile(path.join(folder, "tracks.bin"), "no tracks");
  await expect(readTracks(folder, run)).rejects.toThrow("tracks.bin");
  const plain = await writeRun(runsFolder, draft("plain", "2026-01-01T00:00:00Z"));
  expect(await readTracks(plain.folder, plain.run)).toEqual({ loops: [] });
});

test("what other ways to start would save is kept, and read back as untrusted", async () => {
  const { folder } = await writeRun(runsFolder, draft("first", noon));
  const savings: Run["savings"] = {
    eachMs: 400,
    rounds: 8,
    requests: ["/report"],
    cache: { saved: { savedMs: -3, marginMs: 4 } },
    imports: [{ path: "/app/cli.js", line: 3, specifier: "pdf", name: "pdf", why: "needed", first: { path: "/app/cli.js", line: 9 } }],
  };
  await setSavings(folder, savings);
  expect((await readRun(folder)).savings).toEqual(savings);
  for (const wrong of [
    { ...savings, rounds: -1 },
    { ...savings, imports: [{ path: 1 }] },
    { ...savings, cache: { why: "because" } },
  ]) {
    const run: unknown = JSON.parse(await readFile(path.join(folder, "run.json"), "utf8"));
    await writeFile(path.join(folder, "run.json"), JSON.stringify({ ...(run as Run), savings: wrong }));
    await expect(readRun(folder)).rejects.toThrow(/is damaged/);
    await writeFile(path.join(folder, "run.json"), JSON.stringify(run));
  }
});
